import { createSimulator } from '../../../src/simulator/simulator.ts'
import { worldNames } from '../../../src/simulator/world/presets.ts'

/**
 * The simulator as a process of its own, so that its work does not count as the daemon's. Prints
 * its address.
 */

const [, , stateDir = '', name] = process.argv
const world = worldNames.find((it) => it === name) ?? 'gentle'
const simulator = await createSimulator({ stateDir, mediaBytes: 0, world })
process.stdout.write(
  `${JSON.stringify({
    whatsappUrl: simulator.whatsappUrl,
    rootKeyHex: simulator.rootKeyHex,
    mediaCaPem: simulator.mediaCaPem,
    mediaCaPath: simulator.mediaCaPath,
    controlUrl: simulator.controlUrl,
  })}\n`,
)
process.on('SIGTERM', () => {
  simulator.close().then(
    () => process.exit(0),
    () => process.exit(1),
  )
})

import { createSimulator } from '../../src/simulator/simulator.ts'

/** The simulator as a process of its own, so that its work is not the daemon's. Prints where it is. */

const simulator = await createSimulator({ stateDir: process.argv[2] ?? '', mediaBytes: 0 })
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

import { createSimulator, type SimulatorOptions } from '../../../src/simulator/simulator.ts'
import { type DaemonOptions, startDaemon, temporaryFolder } from './daemon.ts'

export type Stand = Awaited<ReturnType<typeof aStand>>

export type StandOptions = Pick<
  SimulatorOptions,
  'defaults' | 'world' | 'worldSeed' | 'incidentGap'
> &
  Pick<DaemonOptions, 'env' | 'storage' | 'isResident'>

/** A simulator in this process, and the built daemon beside it in a process of its own. */
export async function aStand(name: string, options: StandOptions = {}) {
  const folder = await temporaryFolder(name)
  const dataDir = `${folder.path}/data`
  const simulator = await createSimulator({
    // The state of a resident simulator lies in the daemon's folder, which is removed with it.
    stateDir: options.isResident ? `${dataDir}/whatsapp-simulado` : `${folder.path}/simulator`,
    ...(options.defaults && { defaults: options.defaults }),
    ...(options.world && { world: options.world }),
    ...(options.worldSeed && { worldSeed: options.worldSeed }),
    ...(options.incidentGap && { incidentGap: options.incidentGap }),
  })
  const daemon = await startDaemon({
    dataDir,
    whatsapp: { ...simulator, mediaCaPath: simulator.mediaCaPath ?? null },
    ...(options.env && { env: options.env }),
    ...(options.storage && { storage: options.storage }),
    ...(options.isResident && { isResident: true }),
  })

  return {
    simulator,
    control: simulator.control,
    daemon,
    /** Message ids by phone, with how often each was received. */
    async received(): Promise<Map<string, Map<string, number>>> {
      const byPhone = new Map<string, Map<string, number>>()
      for await (const { phone, messageId, times } of simulator.control.inboxes()) {
        byPhone.set(phone, (byPhone.get(phone) ?? new Map()).set(messageId, times))
      }
      return byPhone
    },
    async close(): Promise<void> {
      await daemon.close()
      await simulator.close()
      await folder.remove()
    },
  }
}

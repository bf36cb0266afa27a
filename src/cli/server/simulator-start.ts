import { join } from 'node:path'
import type { Config } from '../../config.ts'
import type { SimulatedFault } from '../../contract/simulator.ts'
import type { DaemonOptions } from '../../daemon/standalone.ts'
import type { SimulatorControl } from '../../simulator/control/control.ts'
import type { Simulator, SimulatorOptions } from '../../simulator/simulator.ts'
import { startSimulatorThread } from '../../simulator/simulator-thread.ts'
import { makeFolder } from '../folders.ts'
import { CommandError, systemCode } from '../terminal/outcome.ts'

type SimulatedPhones = NonNullable<DaemonOptions['simulator']>

/** Starts the simulated WhatsApp beside the daemon, with what it knows inside the data folder. */
export async function startSimulatorFor(
  config: Config,
  options: Pick<SimulatorOptions, 'defaults' | 'world' | 'worldSeed'>,
): Promise<{
  readonly simulator: Simulator
  readonly phones: SimulatedPhones
  readonly config: Config
}> {
  const stateDir = join(config.dataDir, 'whatsapp-simulado')
  await makeFolder(stateDir, 0o700).catch((error) => {
    throw new CommandError(
      `Não foi possível criar ${stateDir} (${systemCode(error)}). Escolha outra pasta com --data-dir.`,
      { code: 'data_dir', cause: error },
    )
  })
  const simulator = await startSimulatorThread({ stateDir, ...options })
  return {
    simulator,
    phones: phonesOf(simulator),
    config: {
      ...config,
      whatsapp: {
        ...config.whatsapp,
        url: simulator.whatsappUrl,
        rootKeyHex: simulator.rootKeyHex,
        mediaCaPath: simulator.mediaCaPath ?? null,
      },
    },
  }
}

function phonesOf({ control }: Simulator): SimulatedPhones {
  return {
    scan: async (qr, phone) => void (await control.scan({ qr, phone })),
    enterCode: async (code, phone) => void (await control.enterCode({ code, phone })),
    provoke: async (phone, fault) => void (await happenings[fault](control, phone)),
  }
}

const RATE_LIMITED = 429
const LOCK_MS = 2 * 60_000

const happenings: {
  readonly [Fault in SimulatedFault]: (control: SimulatorControl, phone: string) => Promise<unknown>
} = {
  queda: (control, phone) => control.drop(phone),
  calma: (control, phone) => control.endStream({ phone, code: RATE_LIMITED }),
  trava: (control, phone) => {
    const endsAt = new Date(Date.now() + LOCK_MS).toISOString()
    return control.setLimits(phone, { reachoutTimelock: { endsAt, type: 'DEFAULT' } })
  },
  destrava: (control, phone) => control.setLimits(phone, { reachoutTimelock: null }),
  outro_lugar: (control, phone) => control.endStream({ phone, code: 'replaced' }),
  saida: (control, phone) => control.logOut(phone),
}

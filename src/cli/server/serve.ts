import type { Config } from '../../config.ts'
import type { Daemon } from '../../daemon/standalone.ts'
import type { Simulator } from '../../simulator/simulator.ts'
import type { CommonOptions, Context } from '../run.ts'
import { CommandError, ExitCode, wrongUsage } from '../terminal/outcome.ts'
import { untilInterrupted } from '../terminal/wait.ts'
import { createDaemonLog, type DaemonLog } from './daemon-log.ts'
import { readServeConfig } from './serve-config.ts'
import { explainStartFailure } from './start-failure.ts'
import { withSmallHeap } from './start-heap.ts'
import { createServiceState } from './systemd-notify.ts'
import { type ChosenWorld, readWorld } from './world-flag.ts'

export type ServeOptions = CommonOptions & {
  readonly host?: string
  readonly port?: string
  readonly dataDir?: string
  readonly simulator?: boolean
  readonly world?: string
}

/** Longest close, so that a stop ends within 10 seconds. */
const CLOSE_LIMIT_MS = 9_500

export async function serve(context: Context, options: ServeOptions): Promise<ExitCode> {
  const world = readWorld(options.world)
  if (options.world !== undefined && !options.simulator) {
    throw wrongUsage('A opção --world vale junto com --simulator.')
  }
  const config = readServeConfig(context.environment, options)
  const log = await createDaemonLog(config.logLevel, context.environment)
  process.on('uncaughtException', (err) => {
    log.fatal({ err }, 'a bug ended the daemon')
    process.exit(ExitCode.failed)
  })
  const service = createServiceState(context.environment, (err) =>
    log.warn({ err }, 'systemd was not notified how the service does'),
  )
  const parts = await start(config, world, log)
  if (parts.simulator) {
    context.terminal.note(
      `Modo simulador: nada sai para o WhatsApp de verdade. Controle em ${parts.simulator.controlUrl}`,
    )
  }
  const { url, gatewayUrl } = parts.daemon
  const atRoot = gatewayUrl === null ? {} : { gateway_url: gatewayUrl }
  const told = gatewayUrl === null ? '' : `\nGateway em ${gatewayUrl}`
  context.terminal.answer({ url, ...atRoot }, () => `Disparo pronto em ${url}${told}`)
  await service.ready(`Pronto em ${url}`)
  await untilInterrupted(context.signal)
  // The time that systemd allows for a stop is running already.
  await Promise.all([service.stopping(), closeInTime(parts)])
  return ExitCode.done
}

type Parts = { readonly daemon: Daemon; readonly simulator: Simulator | undefined }

async function start(config: Config, world: ChosenWorld, log: DaemonLog): Promise<Parts> {
  const simulated = config.isSimulated ? await startSimulated(config, world) : undefined
  try {
    const daemon = await withSmallHeap(async () => {
      const { startDaemon } = await import('../../daemon/daemon.ts')
      return startDaemon(simulated?.config ?? config, {
        log,
        simulator: simulated?.phones,
      })
    })
    return { daemon, simulator: simulated?.simulator }
  } catch (error) {
    await simulated?.simulator.close()
    throw explainStartFailure(error, config)
  }
}

async function startSimulated(config: Config, world: ChosenWorld) {
  const { startSimulatorFor } = await import('./simulator-start.ts')
  return await startSimulatorFor(config, world)
}

async function closeInTime({ daemon, simulator }: Parts): Promise<void> {
  const timer = setTimeout(() => {
    process.stderr.write('O servidor não encerrou a tempo e foi interrompido.\n')
    process.exit(ExitCode.failed)
  }, CLOSE_LIMIT_MS)
  try {
    await daemon.close()
    await simulator?.close()
  } catch (error) {
    throw new CommandError(
      `O servidor não encerrou direito: ${error instanceof Error ? error.message : error}`,
      { cause: error },
    )
  } finally {
    clearTimeout(timer)
  }
}

import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { DRAIN_GRACE_MS } from '../contract/limits.ts'
import { createLoginTurns } from '../domain/devices/login-turns.ts'
import type { SimulatedPhones } from '../domain/devices/simulated-scan.ts'
import { allEnded, everyStep } from '../domain/every-step.ts'
import { createApp, createGatewayApp } from '../http/serving/app.ts'
import { createScheduler } from '../jobs/scheduler.ts'
import { openDeviceKeys } from '../storage/keys/device-keys.ts'
import { clock } from './clock.ts'
import { createEngine, type Engine } from './engine.ts'
import { createDaemonVersions } from './process/client-versions.ts'
import { openEventSockets, startServers } from './process/servers.ts'
import { createVitals } from './process/vitals.ts'
import { openStorage, type Storage } from './storage/storage.ts'
import { createDaemonMessenger } from './whatsapp.ts'

export type Daemon = {
  /** URL of the daemon. */
  readonly url: string
  /** URL at whose root the gateway stands; null: none. */
  readonly gatewayUrl: string | null
  /** Refuses new calls, lets those in flight end, and frees the data folder. */
  close(): Promise<void>
}

export type DaemonOptions = {
  readonly log: Logger
  readonly simulator?: SimulatedPhones | undefined
}

/**
 * Starts one engine for all accounts of a data folder, and listens.
 * @throws DataDirError, NewerFormatError, ListenError
 */
export async function startStandalone(config: Config, options: DaemonOptions): Promise<Daemon> {
  const storage = await openStorage(config, options.log)
  try {
    return await startOver(storage, config, options)
  } catch (error) {
    await storage.close()
    throw error
  }
}

async function startOver(
  storage: Storage,
  config: Config,
  { log, simulator }: DaemonOptions,
): Promise<Daemon> {
  const stopping = new AbortController()
  let address = config.publicUrl ?? ''
  const engines: Engine[] = []
  const keysOf = openDeviceKeys(storage.authDir)
  const clientVersions = await createDaemonVersions(config, {
    ...{ storage, clock, log },
    stopping: stopping.signal,
  })
  const vitals = createVitals(config, { storage, clientVersions, engines: () => engines })
  const engine = await createEngine(config, {
    ...{ storage, ...vitals, simulator, log, onFault, createScheduler },
    loginTurns: createLoginTurns({ loginsPerSecond: config.loginsPerSecond, clock }),
    createMessenger: (needs) => {
      const keys = { keyPlace: { kind: 'folder', authDir: storage.authDir } as const, keysOf }
      return createDaemonMessenger(config, { ...needs, ...keys, clientVersions, log })
    },
    nodeName: null,
    removeOldKeys: (deviceKey) => keysOf(deviceKey).removeAside(),
    publicUrl: () => address,
  })
  engines.push(engine)
  const servers = await serve().catch(async (error: unknown) => {
    // Campaigns may have begun to prepare: without a proper stop this end would count as their
    // failure.
    await stop().catch((another) => onFault(another, 'the end of a start that failed'))
    throw error
  })
  address ||= servers.url
  engine.connect()
  const { url, gatewayUrl } = servers
  log.info({ url, gatewayUrl, version: config.version }, 'the daemon is ready')
  return { url, gatewayUrl, close }

  function onFault(err: unknown, subject: string): void {
    log.error({ err, subject }, 'work in the background failed')
  }

  /** Goes on with what was left, and listens. */
  async function serve() {
    await engine.resume()
    const eventSockets = await openEventSockets(config, engine.services)
    if (eventSockets) engine.join(eventSockets.listener)
    return await startServers(config, {
      app: createApp(engine.services),
      createGatewayApp: () => createGatewayApp(engine.services),
      eventSockets,
      onFault: (error) => onFault(error, 'http'),
    })
  }

  async function close(): Promise<void> {
    await everyStep([() => stop(servers), storage.close])
    log.info({}, 'the daemon has stopped')
  }

  /** Ends all but the storage. */
  async function stop(listening?: Awaited<ReturnType<typeof serve>>): Promise<void> {
    stopping.abort()
    clientVersions.stop()
    await everyStep([
      // In parallel: a call that waits for its message has no more time than the message itself.
      () => allEnded([engine.close(), listening?.close(DRAIN_GRACE_MS)]),
      vitals.metrics.close,
    ])
  }
}

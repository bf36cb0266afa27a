import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { DRAIN_GRACE_MS } from '../contract/limits.ts'
import type { SimulatedPhones } from '../domain/devices/simulated-scan.ts'
import { createScheduler } from '../jobs/scheduler.ts'
import { openDeviceKeys } from '../storage/keys/device-keys.ts'
import { createMessenger } from '../whatsapp/hosts/messenger.ts'
import { createDaemonVersions } from './client-versions.ts'
import { clock } from './clock.ts'
import { createEngine, type Engine } from './engine.ts'
import { startServers } from './servers.ts'
import { openStorage, type Storage } from './storage/storage.ts'
import { createVitals } from './vitals.ts'

/** Entry script of the threads that own WhatsApp connections. */
const hostUrl = new URL('./whatsapp-host.js', import.meta.url)

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
export async function startDaemon(config: Config, options: DaemonOptions): Promise<Daemon> {
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
    ...{ storage, ...vitals, simulator, log, createScheduler },
    createMessenger: (needs) => {
      const { hosts, sendWindow, version: _, ...server } = config.whatsapp
      const keys = { keyPlace: { kind: 'folder', authDir: storage.authDir } as const, keysOf }
      const given = { clientVersions, hostUrl, server, hosts, sendWindow, log }
      return createMessenger({ ...needs, ...keys, ...given })
    },
    removeOldKeys: (deviceKey) => keysOf(deviceKey).removeAside(),
    publicUrl: () => address,
  })
  engines.push(engine)
  await engine.resume()
  const servers = await startServers(config, engine.services, {
    join: engine.join,
    onFault: (err) => log.error({ err, subject: 'http' }, 'work in the background failed'),
  })
  address ||= servers.url
  engine.connect()
  const { url, gatewayUrl } = servers
  log.info({ url, gatewayUrl, version: config.version }, 'the daemon is ready')
  return { url, gatewayUrl, close }

  async function close(): Promise<void> {
    stopping.abort()
    clientVersions.stop()
    // In parallel: a call that waits for its message has no more time than the message itself.
    await Promise.all([engine.close(), servers.close(DRAIN_GRACE_MS)])
    vitals.metrics.close()
    await storage.close()
    log.info({}, 'the daemon has stopped')
  }
}

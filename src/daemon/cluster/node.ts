import { Buffer } from 'node:buffer'
import { randomBytes } from 'node:crypto'
import type { Config } from '../../config.ts'
import { DRAIN_GRACE_MS } from '../../contract/limits.ts'
import { createHomes } from '../../domain/cluster/homes.ts'
import type { Fence } from '../../domain/cluster/lease-store.ts'
import { createMessengerBranches } from '../../domain/cluster/messenger-branches.ts'
import { createLoginTurns } from '../../domain/devices/login-turns.ts'
import { allEnded, everyStep } from '../../domain/every-step.ts'
import { createFrontApp, createGatewayFrontApp } from '../../http/cluster/front.ts'
import { createScheduler } from '../../jobs/scheduler.ts'
import { createSchedulerBranches } from '../../jobs/scheduler-branches.ts'
import { createTermCell, sharedMoment, type TermCell } from '../../whatsapp/hosts/term-cell.ts'
import { clock } from '../clock.ts'
import { createDaemonVersions } from '../process/client-versions.ts'
import { startServers } from '../process/servers.ts'
import { createVitals } from '../process/vitals.ts'
import type { Daemon, DaemonOptions } from '../standalone.ts'
import { openPostgresNode, type PostgresNode } from '../storage/postgres-node.ts'
import { openStorage, type Storage } from '../storage/storage.ts'
import { createDaemonMessenger } from '../whatsapp.ts'
import { createAccountEngines, type ResidentEngine } from './account-engines.ts'
import { createFront } from './front.ts'
import { createHomesToCome } from './homes-to-come.ts'
import { openNodeSockets } from './node-sockets.ts'

const ID_BYTES = 6
const SECRET_BYTES = 48

type Cluster = NonNullable<Config['cluster']>
type NodeOptions = Pick<DaemonOptions, 'log'>

/**
 * Starts one of the nodes that share a database: it takes everybody's calls, and runs the engines of
 * the accounts that are at home here.
 * @throws DataDirError, ListenError, AppError `storage_unavailable`
 */
export async function startNode(
  config: Config,
  cluster: Cluster,
  options: NodeOptions,
): Promise<Daemon> {
  // Unique to this process, and begins with the node's name, for people to recognise.
  const id = `${cluster.nodeName}-${randomBytes(ID_BYTES).toString('hex')}`
  const database = await openPostgresNode(config, options.log, {
    ...{ url: cluster.databaseUrl, nodeId: id },
  })
  const storage = await openStorage(config, options.log, async () => database.front)
  try {
    return await startOver({ database, storage, cluster, id }, config, options)
  } catch (error) {
    await storage.close()
    throw error
  }
}

/** Kept in the database: whoever can read that is one of the nodes. */
async function sharedSecret({ settings }: Pick<Storage, 'settings'>): Promise<string> {
  return Buffer.from(await settings.key('cluster', SECRET_BYTES)).toString('base64url')
}

async function startOver(
  {
    database,
    storage,
    cluster,
    id,
  }: {
    readonly database: PostgresNode
    readonly storage: Storage
    readonly cluster: Cluster
    readonly id: string
  },
  config: Config,
  { log }: NodeOptions,
): Promise<Daemon> {
  const stopping = new AbortController()
  let address = config.publicUrl ?? ''
  const clientVersions = await createDaemonVersions(config, {
    ...{ storage, clock, log },
    stopping: stopping.signal,
  })
  const homes = createHomesToCome()
  const term = createTermCell()
  const messengers = createMessengers(config, {
    ...{ database, cluster, clientVersions, termCell: term.cell, fenceOf: homes.fenceOf, log },
  })
  const schedulers = createSchedulerBranches({
    create: (callbacks) => createScheduler({ ...callbacks, onFault }),
    after: clock.after,
  })
  const vitals = createVitals(config, {
    ...{ storage, clientVersions, engines: homes.engines },
    cluster: () => ({
      node: cluster.nodeName,
      nodes: homes.nodeCount(),
      homes: homes.engines().length,
    }),
    accountMoves: homes.moves,
  })
  const front = await createFront(config, {
    ...{ storage, homes, ...vitals, log, publicUrl, stopping: stopping.signal },
    secret: cluster.secret ?? (await sharedSecret(storage)),
  })
  const eventSockets = await openNodeSockets(config, { front, nodeId: id, nodes: homes.nodes })
  const servers = await startServers(config, {
    eventSockets,
    app: createFrontApp(front.services),
    createGatewayApp: () => createGatewayFrontApp(front.services),
    onFault: (error) => onFault(error, 'http'),
  })
  address ||= servers.url
  homes.begin(
    createHomes<ResidentEngine>({
      store: database.leases,
      node: { id, url: cluster.nodeUrl ?? servers.url },
      startEngine: createAccountEngines(config, {
        ...{ ...vitals, database, shared: storage, messengers, schedulers, log, publicUrl },
        nodeName: cluster.nodeName,
        loginTurns: createLoginTurns({ loginsPerSecond: config.loginsPerSecond, clock }),
      }),
      after: clock.after,
      moment: sharedMoment,
      onTerm: term.set,
      onFault: (error, userId) => onFault(error, userId ?? 'homes'),
    }),
  )
  const { url, gatewayUrl } = servers
  log.info(
    { url, gatewayUrl, node: cluster.nodeName, version: config.version },
    'the node is ready',
  )
  return { url, gatewayUrl, close }

  function publicUrl(): string {
    return address
  }

  function onFault(err: unknown, subject: string): void {
    log.error({ err, subject }, 'work in the background failed')
  }

  async function close(): Promise<void> {
    stopping.abort()
    clientVersions.stop()
    await everyStep([
      () => allEnded([homes.stop(), servers.close(DRAIN_GRACE_MS)]),
      front.close,
      () => allEnded([messengers.stopAll(0), schedulers.stop()]),
      vitals.metrics.close,
      storage.close,
    ])
    log.info({}, 'the node has stopped')
  }
}

type MessengerParts = Pick<
  Parameters<typeof createDaemonMessenger>[1],
  'clientVersions' | 'log'
> & {
  readonly database: Pick<PostgresNode, 'keysOf'>
  readonly cluster: Pick<Cluster, 'databaseUrl'>
  readonly termCell: TermCell
  readonly fenceOf: (userId: string | undefined) => Fence | undefined
}

/** One messenger for all accounts; each device uses the fence of its own account. */
function createMessengers(
  config: Config,
  { database, cluster, fenceOf, ...given }: MessengerParts,
) {
  return createMessengerBranches({
    create: ({ findUser, ...needs }) =>
      createDaemonMessenger(config, {
        ...{ ...needs, ...given },
        keyPlace: { kind: 'database', url: cluster.databaseUrl },
        keysOf: (key) => database.keysOf(key, () => fenceOf(findUser(key))),
        fenceOf: (key) => fenceOf(findUser(key)),
      }),
    after: clock.after,
  })
}

import { Buffer } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import type { Config } from '../../config.ts'
import { DRAIN_GRACE_MS } from '../../contract/limits.ts'
import { createHomes, type Homes } from '../../domain/cluster/homes.ts'
import { createMessengerBranches } from '../../domain/cluster/messenger-branches.ts'
import { createLoginTurns } from '../../domain/devices/login-turns.ts'
import { createFrontApp, createGatewayFrontApp } from '../../http/cluster/front.ts'
import { createScheduler } from '../../jobs/scheduler.ts'
import { createSchedulerBranches } from '../../jobs/scheduler-branches.ts'
import { createTermCell, sharedMonotonicMs } from '../../whatsapp/hosts/term-cell.ts'
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
  const id = randomUUID()
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

/** Who can read the database is one of the nodes. */
async function sharedSecret({ settings }: Pick<Storage, 'settings'>): Promise<string> {
  return Buffer.from(await settings.key('cluster', SECRET_BYTES)).toString('base64url')
}

/** As the metrics name them. */
function movesOf({ moves }: Pick<Homes<ResidentEngine>, 'moves'>) {
  const { taken, givenBack, lost, failed } = moves()
  return { taken, given_back: givenBack, lost, failed }
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
  const term = createTermCell()
  const messengers = createMessengerBranches({
    create: ({ findUser, ...needs }) =>
      createDaemonMessenger(config, {
        ...{ ...needs, clientVersions, log },
        termCell: term.cell,
        keyPlace: { kind: 'database', url: cluster.databaseUrl },
        keysOf: (key) => database.keysOf(key, () => fenceOf(findUser(key))),
        fenceOf: (key) => fenceOf(findUser(key)),
      }),
    after: clock.after,
  })
  const schedulers = createSchedulerBranches({
    create: (callbacks) => createScheduler({ ...callbacks, onFault }),
    after: clock.after,
  })
  const vitals = createVitals(config, {
    ...{ storage, clientVersions, engines },
    cluster: () => ({
      node: cluster.nodeName,
      nodes: homes?.nodes().length ?? 0,
      homes: homes?.engines().length ?? 0,
    }),
    accountMoves: () => (homes ? movesOf(homes) : {}),
  })
  let homes: Homes<ResidentEngine> | undefined
  let begin: (begun: Homes<ResidentEngine>) => void = () => undefined
  const begun = new Promise<Homes<ResidentEngine>>((resolve) => {
    begin = resolve
  })
  const front = await createFront(config, {
    ...{ storage, ...vitals, log, publicUrl, stopping: stopping.signal },
    // Whoever calls before this node is known to the others waits for it.
    homes: {
      find: async (userId) => (await begun).find(userId),
      forget: (userId) => homes?.forget(userId),
    },
    secret: cluster.secret ?? (await sharedSecret(storage)),
  })
  const servers = await startServers(config, {
    app: createFrontApp(front.services),
    createGatewayApp: () => createGatewayFrontApp(front.services),
    onFault: (error) => onFault(error, 'http'),
  })
  address ||= servers.url
  homes = createHomes<ResidentEngine>({
    store: database.leases,
    node: { id, url: cluster.nodeUrl ?? servers.url },
    startEngine: createAccountEngines(config, {
      ...{ ...vitals, database, shared: storage, messengers, schedulers, log, publicUrl },
      nodeName: cluster.nodeName,
      loginTurns: createLoginTurns({ loginsPerSecond: config.loginsPerSecond, clock }),
    }),
    after: clock.after,
    monotonicMs: sharedMonotonicMs,
    onTerm: term.tell,
    onFault: (error, userId) => onFault(error, userId ?? 'homes'),
  })
  begin(homes)
  const { url, gatewayUrl } = servers
  log.info(
    { url, gatewayUrl, node: cluster.nodeName, version: config.version },
    'the node is ready',
  )
  return { url, gatewayUrl, close }

  function publicUrl(): string {
    return address
  }

  function fenceOf(userId: string | undefined) {
    return userId === undefined ? undefined : homes?.fenceOf(userId)
  }

  function* engines(): Iterable<ResidentEngine> {
    for (const { engine } of homes?.engines() ?? []) yield engine
  }

  function onFault(err: unknown, subject: string): void {
    log.error({ err, subject }, 'work in the background failed')
  }

  async function close(): Promise<void> {
    stopping.abort()
    clientVersions.stop()
    await Promise.all([homes?.stop(), servers.close(DRAIN_GRACE_MS)])
    front.close()
    await Promise.all([messengers.stopAll(0), schedulers.stop()])
    vitals.metrics.close()
    await storage.close()
    log.info({}, 'the node has stopped')
  }
}

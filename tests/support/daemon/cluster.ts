import pg from 'pg'
import { createSimulator } from '../../../src/simulator/simulator.ts'
import { startPostgres } from '../storage/postgres-server.ts'
import { startDaemon, temporaryFolder } from './daemon.ts'
import { layWire } from './wire.ts'

export type Cluster = Awaited<ReturnType<typeof aCluster>>
export type Node = Awaited<ReturnType<typeof startNode>>

/** A simulator, a PostgreSQL of its own, and several nodes: built programs in processes of their own. */
export async function aCluster(
  name: string,
  {
    nodes: nodeCount,
    env = {},
  }: { readonly nodes: number; readonly env?: Readonly<Record<string, string>> },
) {
  const folder = await temporaryFolder(name)
  const postgres = await startPostgres()
  const simulator = await createSimulator({ stateDir: `${folder.path}/simulator` })
  const whatsapp = { ...simulator, mediaCaPath: simulator.mediaCaPath ?? null }
  const nodes: Node[] = []
  for (let number = 1; number <= nodeCount; number += 1) {
    const dataDir = `${folder.path}/${number}`
    nodes.push(await startNode({ dataDir, databaseUrl: postgres.url, whatsapp, env }))
  }

  return {
    ...{ nodes, postgres, simulator, homeOf },
    control: simulator.control,
    /** Message ids by phone, with how often each was received. */
    async received(): Promise<Map<string, Map<string, number>>> {
      const byPhone = new Map<string, Map<string, number>>()
      for await (const { phone, messageId, times } of simulator.control.inboxes()) {
        byPhone.set(phone, (byPhone.get(phone) ?? new Map()).set(messageId, times))
      }
      return byPhone
    },
    async close(): Promise<void> {
      for (const node of nodes) await node.close()
      await simulator.close()
      await postgres.stop()
      await folder.remove()
    },
  }

  /** The node where an account is at home, as the database has it; `undefined` where it has none. */
  async function homeOf(userId: string): Promise<Node | undefined> {
    const client = new pg.Client({ connectionString: postgres.url })
    await client.connect()
    try {
      const { rows } = await client.query<{ url: string }>(
        'select url from leases join nodes using (term) where user_id = $1 and until > clock_timestamp()',
        [userId],
      )
      return nodes.find((node) => node.url() === rows[0]?.url)
    } finally {
      await client.end()
    }
  }
}

/** A node whose ways to the database and to WhatsApp are wires of its own, which can be cut. */
async function startNode({
  databaseUrl,
  whatsapp,
  env,
  dataDir,
}: {
  readonly dataDir: string
  readonly databaseUrl: string
  readonly whatsapp: NonNullable<NonNullable<Parameters<typeof startDaemon>[0]>['whatsapp']>
  readonly env: Readonly<Record<string, string>>
}) {
  const toDatabase = await layWire(databaseUrl)
  const toWhatsApp = await layWire(whatsapp.whatsappUrl)
  const daemon = await startDaemon({
    dataDir,
    whatsapp: { ...whatsapp, whatsappUrl: toWhatsApp.url },
    env: { ...env, DISPARO_DATABASE_URL: toDatabase.url },
  })
  return {
    ...{ ...daemon, toDatabase, toWhatsApp },
    /** Stops it as a machine that sleeps. */
    freeze: () => process.kill(daemon.pid(), 'SIGSTOP'),
    wake: () => process.kill(daemon.pid(), 'SIGCONT'),
    async close(): Promise<void> {
      await daemon.close()
      await toDatabase.close()
      await toWhatsApp.close()
    },
  }
}

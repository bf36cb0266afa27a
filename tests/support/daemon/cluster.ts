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
    dataDir: kept,
  }: {
    readonly nodes: number
    readonly env?: Readonly<Record<string, string>>
    /**
     * The folder for all data, which stays; left out: a folder that is removed when the cluster is
     * closed.
     */
    readonly dataDir?: string
  },
) {
  const temporary = kept === undefined ? await temporaryFolder(name) : undefined
  const folder = kept ?? temporary?.path ?? ''
  const postgres = await startPostgres(kept && `${kept}/postgres`)
  const simulator = await createSimulator({ stateDir: `${folder}/simulator` })
  const whatsapp = { ...simulator, mediaCaPath: simulator.mediaCaPath ?? null }
  const nodes = await Promise.all(
    Array.from({ length: nodeCount }, (_, place) => {
      const dataDir = `${folder}/${place + 1}`
      const named = { DISPARO_NODE_NAME: `no-${place + 1}`, ...env }
      return startNode({ dataDir, databaseUrl: postgres.url, whatsapp, env: named })
    }),
  )

  return {
    ...{ nodes, postgres, simulator },
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
      await Promise.all(nodes.map((node) => node.close()))
      await simulator.close()
      await postgres.stop()
      await temporary?.remove()
    },
  }
}

/**
 * A node whose connections to the database and to WhatsApp run over wires of its own, which can be
 * cut.
 */
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
    /** Stops the process, like a machine that sleeps. */
    freeze: () => process.kill(daemon.pid(), 'SIGSTOP'),
    wake: () => process.kill(daemon.pid(), 'SIGCONT'),
    async close(): Promise<void> {
      await daemon.close()
      await toDatabase.close()
      await toWhatsApp.close()
    },
  }
}

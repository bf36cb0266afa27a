import { connect, createServer, type Socket } from 'node:net'
import { createSimulator } from '../../../src/simulator/simulator.ts'
import { startPostgres } from '../storage/postgres-server.ts'
import { type Daemon, startDaemon, temporaryFolder } from './daemon.ts'

export type Cluster = Awaited<ReturnType<typeof aCluster>>
export type Node = Awaited<ReturnType<typeof startNode>>

/** A simulator, a PostgreSQL of its own, and several nodes: built programs in processes of their own. */
export async function aCluster(
  name: string,
  { nodes: nodeCount, env = {} }: { nodes: number; env?: Readonly<Record<string, string>> },
) {
  const folder = await temporaryFolder(name)
  const postgres = await startPostgres()
  const simulator = await createSimulator({ stateDir: `${folder.path}/simulator` })
  const nodes: Node[] = []
  for (let number = 1; number <= nodeCount; number += 1) {
    nodes.push(
      await startNode({
        dataDir: `${folder.path}/${number}`,
        databaseUrl: postgres.url,
        name: `maquina-${number}`,
        whatsapp: { ...simulator, mediaCaPath: simulator.mediaCaPath ?? null },
        env,
      }),
    )
  }

  return {
    ...{ nodes, postgres, simulator },
    control: simulator.control,
    async close(): Promise<void> {
      for (const node of nodes) await node.close()
      await simulator.close()
      await postgres.stop()
      await folder.remove()
    },
  }
}

/** A node that speaks to its database over a wire of its own, which can be cut. */
async function startNode({
  databaseUrl,
  name,
  env,
  ...options
}: {
  readonly dataDir: string
  readonly databaseUrl: string
  readonly name: string
  readonly whatsapp: NonNullable<Parameters<typeof startDaemon>[0]>['whatsapp'] & object
  readonly env: Readonly<Record<string, string>>
}) {
  const wire = await layWire(databaseUrl)
  const daemon: Daemon = await startDaemon({
    ...options,
    env: { ...env, DISPARO_DATABASE_URL: wire.url, DISPARO_NODE_NAME: name },
  })
  return {
    ...daemon,
    name,
    wire,
    /** Stops it as a machine that sleeps. */
    freeze: () => process.kill(daemon.pid(), 'SIGSTOP'),
    wake: () => process.kill(daemon.pid(), 'SIGCONT'),
    async close(): Promise<void> {
      await daemon.close()
      await wire.close()
    },
  }
}

/** A way to a server that can be cut, as a network is: nothing comes through, nobody is told. */
async function layWire(url: string) {
  const target = new URL(url)
  const pairs = new Map<Socket, Socket>()
  let isCut = false
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    pairs.set(near, far)
    if (isCut) near.pause()
    else join(near, far)
    near.on('error', () => far.destroy()).on('close', () => forget(near, far))
    far.on('error', () => near.destroy()).on('close', () => near.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const near = new URL(url)
  near.host = `127.0.0.1:${port}`
  return { url: near.href, cut, mend, close }

  function cut(): void {
    isCut = true
    for (const [one, other] of pairs) {
      one.unpipe(other).pause()
      other.unpipe(one).pause()
    }
  }

  /** Connections of before stay dead, as behind a firewall that forgot them. */
  function mend(): void {
    isCut = false
    for (const near of pairs.keys()) near.destroy()
  }

  function forget(one: Socket, other: Socket): void {
    pairs.delete(one)
    other.destroy()
  }

  async function close(): Promise<void> {
    mend()
    await new Promise((resolve) => server.close(resolve))
  }
}

function join(one: Socket, other: Socket): void {
  one.pipe(other)
  other.pipe(one)
}

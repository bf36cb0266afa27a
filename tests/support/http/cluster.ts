import { createServer, type RequestListener } from 'node:http'
import type { Context } from 'hono'
import { onTestFinished } from 'vitest'
import { openNodeSockets } from '../../../src/daemon/cluster/node-sockets.ts'
import type { PassedCall } from '../../../src/domain/cluster/passed-call.ts'
import { instanceFinder } from '../../../src/domain/gateways/stored-instances.ts'
import { createEngineCalls } from '../../../src/http/cluster/engine-calls.ts'
import {
  createFrontApp,
  createGatewayFrontApp,
  type FrontServices,
} from '../../../src/http/cluster/front.ts'
import type { Home, HomeEngine } from '../../../src/http/cluster/homes.ts'
import { askForBody } from '../../../src/http/cluster/passed-body.ts'
import { clientAddress, type Env, isSecure } from '../../../src/http/requests/client.ts'
import type { HttpSettings } from '../../../src/http/services.ts'
import { startServer } from '../../../src/http/serving/server.ts'
import { createNodeCalls } from '../../../src/remote/node-call.ts'
import { createPasses } from '../../../src/security/passes.ts'
import { aHomeFeed } from '../domain/home-feed.ts'
import { anApp, asJson } from './app.ts'
import type { ServiceOptions } from './services.ts'

/** Longer timers are not skipped as pauses: a test says when they are over. */
const LONGEST_PAUSE_MS = 1_000

export const CLUSTER_SECRET = 'c'.repeat(32)

type House = Awaited<ReturnType<typeof aHouse>>
/** `nodeName` is of the node that has the only engine. */
type HouseOptions = Partial<HttpSettings> &
  Pick<ServiceOptions, 'nodeName'> & {
    /** A certificate that nodes trust besides the usual ones. */
    readonly trustedCa?: string
  }
type Answer = (c: Context<Env>) => Response | Promise<Response>
type LogLine = { readonly level: string; readonly fields: object; readonly message: string }

/** Three nodes on ports of their own, over the same stores in memory. */
export async function aCluster(options: HouseOptions = {}) {
  const house = await aHouse(options)
  const ids = ['one', 'two', 'three']
  const [first, second, third] = await Promise.all(ids.map((id) => aNode(house, id)))
  if (!first || !second || !third) throw new Error('three nodes were to be made')
  const ana = await house.register()
  house.known.push(first, second, third)
  return { ...house, first, second, third, ana }
}

/** What all nodes share: the stores, and which node holds which account. */
async function aHouse({ nodeName = null, trustedCa, ...settings }: HouseOptions) {
  const { clock, ...app } = await anApp({ settings: { hasSockets: false, ...settings }, nodeName })
  let looks: (() => void)[] = []
  const impatient = {
    now: clock.now,
    jump: clock.jump,
    after(ms: number, work: () => void) {
      const begin = () => {
        clock.advance(ms)
        work()
      }
      if (ms > LONGEST_PAUSE_MS) {
        looks.push(begin)
        return () => {
          looks = looks.filter((each) => each !== begin)
        }
      }
      const turn = setImmediate(begin)
      return () => clearImmediate(turn)
    },
  }
  /** Lets nodes ask at once about the calls that they wait for. */
  const lookAgain = () => {
    const due = looks
    looks = []
    for (const look of due) look()
  }
  /** Where each account is, as the shared store has it. */
  const homes = new Map<string, { readonly url: string }>()
  /** The nodes that are alive, as each knows of them. */
  const known: { readonly id: string; readonly url: string }[] = []
  return { ...app, clock: impatient, lookAgain, homes, known, trustedCa }
}

async function aNode(house: House, id: string) {
  const { services, clock, homes, storage, known, trustedCa } = house
  const stopping = new AbortController()
  const logged: LogLine[] = []
  const write = (level: string) => (fields: object, message: string) => {
    logged.push({ level, fields, message })
  }
  const levels = { debug: write('debug'), info: write('info'), warn: write('warn') }
  const log = { ...levels, error: write('error') }
  const engineStopping = new AbortController()
  const own = createEngineCalls({ ...services, log, stopping: engineStopping.signal }, clock.after)
  let standIn: Answer | null = null
  const answered: Omit<PassedCall, 'userId'>[] = []
  const asked: string[] = []
  const forgotten: string[] = []
  const nodeCalls = createNodeCalls(trustedCa === undefined ? {} : { trustedCa })
  const feed = aHomeFeed()
  const engine: HomeEngine = {
    get feed() {
      return feed.here()
    },
    async answer(endpoint, c) {
      const { trustProxy } = services.settings
      const [address, isHttps] = [clientAddress(c, trustProxy), isSecure(c, trustProxy)]
      answered.push({ method: c.req.raw.method, path: c.req.path, address, isSecure: isHttps })
      if (!standIn) return own.answer(endpoint, c)
      askForBody(c)
      return standIn(c)
    },
  }
  const here = { kind: 'here', engine } as const
  const node = {
    ...{ logged, answered, asked, forgotten, stopping, engineStopping, here, feed },
    /** The calls of the engine, for the test that ends it. */
    ownCalls: own,
    /** From now on answers in place of the engine. */
    answerWith(answer: Answer) {
      standIn = answer
    },
    /** Where this node believes accounts to be, until it forgets that. */
    beliefs: new Map<string, Home>(),
    id,
    url: '',
    gatewayUrl: '',
    fetch: (path: string, init?: RequestInit) => fetch(`${node.url}${path}`, init),
    close: async () => undefined,
  }
  const front: FrontServices = {
    ...services,
    ...{ log, clock },
    stopping: stopping.signal,
    admit: services.evolution.admit,
    webhookOwner: services.webhookMessages.checkToken,
    passes: await createPasses({ secret: CLUSTER_SECRET, now: clock.now }),
    callNode: nodeCalls.call,
    homes: {
      async find(userId) {
        asked.push(userId)
        return node.beliefs.get(userId) ?? homeOf(userId)
      },
      forget(userId) {
        forgotten.push(userId)
        node.beliefs.delete(userId)
      },
    },
  }
  const listening = { host: '127.0.0.1', port: 0 }
  const sockets = await openNodeSockets(
    { gatewaySocket: services.settings.hasSockets },
    {
      front: { services: front, findInstance: instanceFinder(storage.devices) },
      nodeId: id,
      nodes: () => known,
    },
  )
  const served = { ...listening, sockets: sockets?.entrance ?? null }
  const server = await startServer({ app: createFrontApp(front), ...served })
  const gateway = await startServer({ app: createGatewayFrontApp(front), ...served })
  onTestFinished(close)
  return Object.assign(node, { url: server.url, gatewayUrl: gateway.url, close })

  function homeOf(userId: string): Home {
    const home = homes.get(userId)
    return !home || home.url === node.url ? here : { kind: 'there', node: { url: home.url } }
  }

  async function close(): Promise<void> {
    nodeCalls.close()
    await sockets?.close()
    await Promise.all([server.close(0), gateway.close(0)])
  }
}

/** Listens in place of a node, and handles its calls as a test says. */
export async function aStandIn(serve: RequestListener) {
  const server = createServer(serve)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return { server, home: { kind: 'there', node: { url: `http://127.0.0.1:${port}` } } as const }
}

export function withToken({ token }: { readonly token: string }, init: RequestInit = {}) {
  return { ...init, headers: { authorization: `Bearer ${token}`, ...init.headers } }
}

/** A call that makes something: a contact list. */
export function aList(person: { readonly token: string }, headers: Record<string, string> = {}) {
  const body = asJson({ name: 'Turma A', contatos: [{ name: 'Bia', phone: '61999990001' }] })
  return withToken(person, { ...body, headers: { ...body.headers, ...headers } })
}

import { request } from 'node:http'
import { connect } from 'node:net'
import { expect, test, vi } from 'vitest'
import { AppError } from '../../../src/contract/errors.ts'
import { createPasses } from '../../../src/security/passes.ts'
import { keepDevice } from '../../support/domain/kept.ts'
import { eventually } from '../../support/eventually.ts'
import { aCluster, aStandIn, CLUSTER_SECRET } from '../../support/http/cluster.ts'
import { aSocket } from '../../support/http/listening-socket.ts'

const INSTANCE = 'aberta'

type Node = Awaited<ReturnType<typeof aCluster>>['first']

/** A cluster with an account to whose instance sockets can listen at any node. */
async function aListenedCluster() {
  const cluster = await aCluster({ hasSockets: true })
  const { ana } = cluster
  await keepDevice(cluster, ana, { deviceId: INSTANCE, phone: '5561988880000' })
  const place = { userId: ana.id, instance: INSTANCE }
  const listen = ({ url }: { readonly url: string }, options = {}) =>
    aSocket(url, { transports: ['websocket'], auth: { apikey: ana.apikey }, ...options })
  return { ...cluster, place, listen }
}

async function heardOf({ heard }: ReturnType<typeof aSocket>, last: string) {
  await eventually(() => heard.some(({ body }) => body.data === last))
  return heard.map(({ body }) => body.data)
}

test('a socket gets the events of an account at its own node or at another, in one feed for all sockets of the user', async () => {
  const { first, second, ana, homes, place, listen } = await aListenedCluster()
  homes.set(ana.id, second)
  const sockets = [listen(first), listen(first), listen(second)]
  expect(await Promise.all(sockets.map(({ answer }) => answer()))).toEqual([null, null, null])
  expect(second.feed.listening()).toBe(2)
  await second.feed.tell(place, 'São 3 € de café')
  for (const socket of sockets) {
    expect(await heardOf(socket, 'São 3 € de café')).toHaveLength(1)
    expect(socket.heard[0]).toMatchObject({
      name: 'messages.upsert',
      body: { instance: INSTANCE, apikey: 'segredo', date_time: '2026-01-15T12:00:00.000Z' },
    })
  }
})

test('nobody’s feed stays open: with its last socket it ends, at this node and at the other', async () => {
  const { first, second, ana, homes, listen } = await aListenedCluster()
  homes.set(ana.id, second)
  const sockets = [listen(first), listen(first), listen(second)]
  await Promise.all(sockets.map(({ answer }) => answer()))
  sockets[0]?.socket.disconnect()
  sockets[2]?.socket.disconnect()
  await eventually(() => second.feed.listening() === 1)
  sockets[1]?.socket.disconnect()
  await eventually(() => second.feed.listening() === 0)
  expect(first.logged.filter(({ level }) => level !== 'debug')).toEqual([])
})

test('a feed ends with the node that its clients reached', async () => {
  const { first, second, ana, homes, listen } = await aListenedCluster()
  homes.set(ana.id, second)
  const socket = listen(first)
  await socket.answer()
  const end = socket.end()
  await first.close()
  await end
  await eventually(() => second.feed.listening() === 0)
})

test('a socket goes on getting events, none of them twice, wherever its account moves', async () => {
  const { first, second, third, ana, homes, place, listen } = await aListenedCluster()
  const socket = listen(first)
  let before: Node = third
  homes.set(ana.id, third)
  await socket.answer()
  for (const home of [second, first, third]) {
    homes.set(ana.id, home)
    before.feed.end()
    await eventually(() => home.feed.listening() === 1 && before.feed.listening() === 0)
    before = home
    await home.feed.tell(place, home.url)
    await heardOf(socket, home.url)
  }
  expect(await heardOf(socket, third.url)).toEqual([second.url, first.url, third.url])
  expect(socket.socket.connected).toBe(true)
})

test('a socket goes on getting events once the account of a node that died is elsewhere', async () => {
  const { first, second, third, ana, homes, place, listen } = await aListenedCluster()
  homes.set(ana.id, second)
  const socket = listen(first)
  await socket.answer()
  await second.close()
  await eventually(() => first.forgotten.length > 3)
  homes.set(ana.id, third)
  await eventually(() => third.feed.listening() === 1)
  await third.feed.tell(place, 'Voltou')
  expect(await heardOf(socket, 'Voltou')).toEqual(['Voltou'])
  const told = first.logged.filter(({ message }) => message === 'a feed broke off')
  expect(told).toHaveLength(1)
})

test('a socket leaves a node that froze once its account is elsewhere', async () => {
  const { first, second, third, ana, homes, place, listen, lookAgain } = await aListenedCluster()
  homes.set(ana.id, second)
  const socket = listen(first)
  await socket.answer()
  homes.set(ana.id, third)
  await eventually(() => {
    lookAgain()
    return third.feed.listening() === 1
  })
  await second.feed.tell(place, 'De quem dormia')
  await third.feed.tell(place, 'De agora')
  expect(await heardOf(socket, 'De agora')).toEqual(['De agora'])
  expect(second.feed.listening()).toBe(0)
})

test('a socket is let in while its account has no home, and gets its events once it has one', async () => {
  const { first, second, ana, place, listen, lookAgain, homes } = await aListenedCluster()
  const deaf = await aStandIn(() => undefined)
  first.beliefs.set(ana.id, deaf.home)
  const socket = listen(first)
  const answer = socket.answer()
  await eventually(() => first.asked.length > 0)
  homes.set(ana.id, second)
  lookAgain()
  expect(await answer).toBeNull()
  first.beliefs.clear()
  await eventually(() => {
    lookAgain()
    return second.feed.listening() === 1
  })
  await second.feed.tell(place, 'Oi')
  expect(await heardOf(socket, 'Oi')).toEqual(['Oi'])
})

test('an instance that is removed at its home ends the sockets that listen to it, and no others', async () => {
  const { first, second, ana, homes, place, listen } = await aListenedCluster()
  homes.set(ana.id, second)
  const own = listen({ url: `${first.url}/${INSTANCE}` })
  const whole = listen(first)
  expect(await Promise.all([own.answer(), whole.answer()])).toEqual([null, null])
  const end = own.end()
  await second.feed.gone(place)
  expect(await end).toBe('io server disconnect')
  await eventually(() => whole.heard.some(({ name }) => name === 'instance.delete'))
  expect(whole.socket.connected).toBe(true)
})

test('a socket whose instance was removed while its feed was broken ends before it gets another event', async () => {
  const { first, second, third, ana, homes, place, listen, storage } = await aListenedCluster()
  homes.set(ana.id, second)
  const own = listen({ url: `${first.url}/${INSTANCE}` })
  const whole = listen(first)
  expect(await Promise.all([own.answer(), whole.answer()])).toEqual([null, null])
  const end = own.end()
  await storage.devices.remove(ana.id, INSTANCE)
  homes.set(ana.id, third)
  second.feed.end()
  await eventually(() => third.feed.listening() === 1)
  await third.feed.tell(place, 'De outra')
  expect(await heardOf(whole, 'De outra')).toEqual(['De outra'])
  expect(await end).toBe('io server disconnect')
  expect(own.heard).toEqual([])
})

test('no socket is ended while the database is away', async () => {
  const { first, second, third, ana, homes, place, listen, storage } = await aListenedCluster()
  homes.set(ana.id, second)
  const own = listen({ url: `${first.url}/${INSTANCE}` })
  const whole = listen(first)
  expect(await Promise.all([own.answer(), whole.answer()])).toEqual([null, null])
  const away = new AppError('storage_unavailable', 'no database')
  const asked = vi.spyOn(storage.devices, 'find').mockRejectedValue(away)
  homes.set(ana.id, third)
  second.feed.end()
  await eventually(() => asked.mock.calls.length > 0)
  await third.feed.tell(place, 'Oi')
  for (const socket of [own, whole]) expect(await heardOf(socket, 'Oi')).toEqual(['Oi'])
})

test('a socket is refused at every node as at a program that is alone', async () => {
  const { first, second, ana, homes, listen, register } = await aListenedCluster()
  homes.set(ana.id, second)
  const bia = await register()
  const refused = async (url: string, apikey: string) =>
    (await listen({ url }, { auth: { apikey } }).answer())?.data
  expect(await refused(first.url, 'errada')).toEqual({ code: 'apikey_refused', status: 401 })
  for (const name of [INSTANCE, 'nenhuma']) {
    const code = { code: 'device_not_found', status: 404 }
    expect(await refused(`${first.url}/${name}`, bia.apikey)).toEqual(code)
  }
})

test('a node asks for a feed with a pass of the cluster, and a client has none', async () => {
  const { first, second, ana, homes, clock } = await aListenedCluster()
  homes.set(ana.id, first)
  expect((await first.fetch('/cluster/feed')).status).toBe(404)
  const call = {
    userId: ana.id,
    method: 'GET',
    path: '/cluster/feed',
    address: '',
    isSecure: false,
  }
  const pass = async (secret: string) => {
    const passes = await createPasses({ secret, now: clock.now })
    return { headers: { 'x-disparo-pass': await passes.issue(call) } }
  }
  expect((await first.fetch('/cluster/feed', await pass('f'.repeat(32)))).status).toBe(421)
  expect((await second.fetch('/cluster/feed', await pass(CLUSTER_SECRET))).status).toBe(421)
})

test('a client that polls may reach another node with each call, and change to a web socket', async () => {
  const { first, second, third, ana, homes, place, listen } = await aListenedCluster()
  homes.set(ana.id, second)
  const balancer = await aBalancer([first, second, third])
  const polling = listen(balancer, { transports: ['polling'] })
  const changing = listen(balancer, { transports: ['polling', 'websocket'] })
  expect(await Promise.all([polling.answer(), changing.answer()])).toEqual([null, null])
  await eventually(() => changing.socket.io.engine.transport.name === 'websocket')
  for (const word of ['um', 'dois', 'três']) await second.feed.tell(place, word)
  for (const socket of [polling, changing]) {
    expect(await heardOf(socket, 'três')).toEqual(['um', 'dois', 'três'])
  }
  expect(polling.socket.io.engine.transport.name).toBe('polling')
})

test('a session of a node that is gone is begun anew', async () => {
  const { first, second, third, known, listen } = await aListenedCluster()
  const balancer = await aBalancer([first, second])
  const socket = listen(balancer, { transports: ['polling'], reconnection: true })
  expect(await socket.answer()).toBeNull()
  const [session] = [first, second].filter(({ feed }) => feed.listening() > 0)
  expect(session).toBeDefined()
  await first.close()
  await second.close()
  known.splice(0, 2)
  const again = new Promise((resolve) => socket.socket.once('connect', () => resolve(true)))
  balancer.nodes.splice(0, 2, third)
  expect(await again).toBe(true)
})

/** Hands each call to the next node in turn, as a proxy in front of them may. */
async function aBalancer(given: readonly { readonly url: string }[]) {
  const nodes = [...given]
  let turn = 0
  const next = () => new URL(nodes[turn++ % nodes.length]?.url ?? '')
  const { server, home } = await aStandIn((incoming, outgoing) => {
    const { method, headers, url } = incoming
    const passed = request(new URL(url ?? '', next()), { method: method ?? 'GET', headers })
    passed.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 0, answer.headers)
      answer.pipe(outgoing)
    })
    passed.on('error', () => outgoing.destroy())
    outgoing.on('close', () => passed.destroy())
    incoming.pipe(passed)
  })
  server.on('upgrade', ({ method, url, rawHeaders }, socket, head) => {
    const { hostname, port } = next()
    const far = connect(Number(port), hostname)
    const lines = rawHeaders.flatMap((name: string, at: number) =>
      at % 2 === 0 ? [`${name}: ${rawHeaders[at + 1]}`] : [],
    )
    far.write([`${method} ${url} HTTP/1.1`, ...lines, '', ''].join('\r\n'))
    far.write(head)
    far.pipe(socket).pipe(far)
    for (const each of [far, socket]) each.on('error', () => each.destroy())
  })
  return { url: home.node.url, nodes }
}

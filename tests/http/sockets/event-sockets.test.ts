import { once } from 'node:events'
import { connect } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { FedEvent } from '../../../src/domain/webhooks/instance-feed.ts'
import { startServer } from '../../../src/http/serving/server.ts'
import { createEventSockets } from '../../../src/http/sockets/event-sockets.ts'
import { eventually } from '../../support/eventually.ts'
import { OUT } from '../../support/http/evolution-calls.ts'
import { aHouse } from '../../support/http/evolution-house.ts'
import { aSocket } from '../../support/http/listening-socket.ts'

/** A house with a server, to whose instances sockets can listen. */
async function aListenedHouse({ streams = 100, checkMs = 60_000 } = {}) {
  const house = await aHouse({ settings: { streams } })
  const sockets = createEventSockets({ ...house.services, checkMs })
  house.webhooks.instanceFeed.join(sockets.listener)
  const { app } = house
  const host = { host: '127.0.0.1', port: 0 }
  const server = await startServer({ app, ...host, sockets: sockets.entrance })
  onTestFinished(async () => {
    await sockets.close()
    await server.close(0)
  })
  /** `forceNew`: whether it has a connection of its own. */
  const listen = (place: string, key: string, { forceNew = true } = {}) =>
    aSocket(`${server.url}/${place}`, { forceNew, auth: { apikey: key } })
  return { ...house, ...sockets, server, listen }
}

const TOKEN = 'token-de-mais-de-uma'

/** A house whose instances of these names have the same token. */
async function aTokenOf(...names: readonly string[]) {
  const house = await aListenedHouse({ checkMs: 50 })
  const make = (instanceName: string, token: string) =>
    house.ask('POST instance/create', { body: { instanceName, ...OUT, token } })
  for (const name of names) expect((await make(name, TOKEN)).status).toBe(201)
  return { ...house, make }
}

/** A client that sends these packets at once, and then only answers pings. */
async function aRawClient(port: number, ...said: readonly string[]) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`)
  onTestFinished(() => socket.terminate())
  await once(socket, 'message')
  socket.on('message', (words) => {
    // A ping.
    if (String(words) === '2') socket.send('3')
  })
  for (const words of said) socket.send(words)
  return { socket }
}

function asKey({ apikey }: { readonly apikey: string }): string {
  return JSON.stringify({ apikey })
}

function anEvent(data: unknown): FedEvent {
  const at = '2026-01-15T12:00:00.000Z'
  return {
    ...{ event: 'messages.upsert', instance: 'aberta', data, date_time: at },
    ...{ server_url: 'https://disparo.example/gateway', apikey: 'segredo' },
  }
}

test('a socket is refused as a call is: by its key, and as if what is another user’s were not there', async () => {
  const { listen, person, register, tokenOf } = await aListenedHouse()
  const other = await register()
  const own = await tokenOf('aberta')
  const refused = async (place: string, key: string) => {
    const error = await listen(place, key).answer()
    return [error?.message, error && 'data' in error ? error.data : null]
  }
  for (const key of ['', 'errada']) {
    expect(await refused('aberta', key)).toEqual([
      expect.stringContaining('apikey'),
      { code: 'apikey_refused', status: 401 },
    ])
  }
  expect((await refused('fechada', own))[1]).toEqual({ code: 'apikey_refused', status: 401 })
  const ofAnother = await refused('aberta', other.apikey)
  expect(ofAnother).toEqual(await refused('nenhuma', other.apikey))
  expect(ofAnother[1]).toEqual({ code: 'device_not_found', status: 404 })
  expect(await listen('aberta', person.apikey).answer()).toBeNull()
  expect(await listen('aberta', own).answer()).toBeNull()
})

test('an instance tells those of its own user alone, and what they have chosen', async () => {
  const { listen, person, register, listener, tokenOf } = await aListenedHouse()
  const other = await register()
  const heard = [
    listen('aberta', person.apikey),
    listen('gateway/aberta', person.apikey),
    listen('', person.apikey),
    listen('', await tokenOf('aberta')),
    listen('fechada', person.apikey),
    listen('', await tokenOf('fechada')),
    listen('', other.apikey),
  ]
  expect(await Promise.all(heard.map(({ answer }) => answer()))).toEqual(heard.map(() => null))
  const place = { userId: person.id, instance: 'aberta' }
  listener.take(place, anEvent('pedido'), true)
  listener.take(place, anEvent('do resto'), false)
  // The last event goes to all sockets: no other is on its way once it has come.
  listener.take({ userId: person.id, instance: 'fechada' }, anEvent('fim'), true)
  listener.take({ userId: other.id, instance: 'aberta' }, anEvent('fim'), true)
  const said = () => heard.map((one) => one.heard.map(({ body }) => body.data))
  const wished = [
    ...[['pedido'], ['pedido'], ['pedido', 'do resto', 'fim'], ['pedido', 'do resto']],
    ...[['fim'], ['fim'], ['fim']],
  ]
  await eventually(() => wished.every((data, place) => said()[place]?.length === data.length))
  expect(said()).toEqual(wished)
})

test('an instance that is removed publishes its removal, and ends the sockets that listen to it', async () => {
  const { ask, listen, person, tokenOf } = await aListenedHouse()
  await ask('POST websocket/set/aberta', { body: { websocket: { enabled: true } } })
  const own = listen('aberta', await tokenOf('aberta'))
  const whole = listen('', person.apikey)
  expect(await Promise.all([own.answer(), whole.answer()])).toEqual([null, null])
  const end = own.end()
  expect((await ask('DELETE instance/delete/aberta')).status).toBe(200)
  expect(await end).toBe('io server disconnect')
  const names = ['remove.instance', 'instance.delete']
  expect(own.heard.map(({ name }) => name).filter((name) => names.includes(name))).toEqual(names)
  await eventually(() => whole.heard.some(({ name }) => name === 'instance.delete'))
  expect(own.heard.at(-1)?.body).toMatchObject({ sender: '5561988880000@s.whatsapp.net' })
  expect(whole.socket.connected).toBe(true)
})

test('a token that listens at the root gets no events of an instance made anew with another', async () => {
  const { ask, listener, listen, make, person } = await aTokenOf('loja', 'filial')
  const own = listen('', TOKEN)
  expect(await own.answer()).toBeNull()
  expect((await ask('DELETE instance/delete/loja')).status).toBe(200)
  await eventually(() => own.heard.some(({ name }) => name === 'instance.delete'))
  await make('loja', 'outro-token-bem-longo')
  listener.take({ userId: person.id, instance: 'loja' }, anEvent('alheio'), true)
  listener.take({ userId: person.id, instance: 'filial' }, anEvent('fim'), true)
  await eventually(() => own.heard.some(({ body }) => body.data === 'fim'))
  expect(own.heard.filter(({ body }) => body.data === 'alheio')).toEqual([])
})

test('a token that listens at the root soon gets events of an instance that is made with it later', async () => {
  const { listener, listen, make, person } = await aTokenOf('loja')
  expect(await listen('', TOKEN).answer()).toBeNull()
  const later = { userId: person.id, instance: 'filial' }
  expect(listener.wants(later)).toBe(false)
  await make('filial', TOKEN)
  await eventually(() => listener.wants(later))
})

test('a socket ends when its key is changed', async () => {
  const { listen, person } = await aListenedHouse({ checkMs: 50 })
  const { answer, end } = listen('', person.apikey)
  expect(await answer()).toBeNull()
  const ended = end()
  await person.call('/auth/apikey', { method: 'POST' })
  expect(await ended).toBe('io server disconnect')
})

test('no more sockets are let in than a user may have, until one goes', async () => {
  const { listen, person } = await aListenedHouse({ streams: 2 })
  const first = listen('aberta', person.apikey)
  const second = listen('', person.apikey)
  expect([await first.answer(), await second.answer()]).toEqual([null, null])
  const error = await listen('aberta', person.apikey).answer()
  expect(error && 'data' in error && error.data).toEqual({ code: 'too_many_streams', status: 429 })
  first.socket.disconnect()
  await eventually(async () => (await listen('aberta', person.apikey).answer()) === null)
})

test('of sockets that one connection opens together only the one too many is refused', async () => {
  const { listener, listen, person } = await aListenedHouse({ streams: 3 })
  const names = ['aberta', 'fechada', 'lendo', 'semrede']
  const opened = names.map((name) => listen(name, person.apikey, { forceNew: false }))
  const answers = await Promise.all(opened.map(({ answer }) => answer()))
  const refusals = answers.filter((error) => error !== null)
  expect(refusals.map(({ data }) => data)).toEqual([{ code: 'too_many_streams', status: 429 }])
  for (const instance of names) listener.take({ userId: person.id, instance }, anEvent('Oi'), true)
  await eventually(() => opened.filter(({ heard }) => heard.length === 1).length === 3)
  opened.find((_, at) => answers[at] === null)?.socket.disconnect()
  await eventually(async () => (await listen('', person.apikey).answer()) === null)
})

test('a client that goes before it is let in keeps no place', async () => {
  const { listen, person, server } = await aListenedHouse({ streams: 1 })
  for (let tried = 0; tried < 5; tried += 1) {
    const { socket } = await aRawClient(server.port, `40/aberta,${asKey(person)}`)
    socket.terminate()
  }
  await eventually(async () => (await listen('', person.apikey).answer()) === null)
})

test('a connection on which nobody listens any more is closed', async () => {
  const { person, server } = await aListenedHouse()
  const { socket } = await aRawClient(server.port, `40/aberta,${asKey(person)}`)
  await once(socket, 'message')
  const closed = once(socket, 'close')
  socket.send('41/aberta,')
  await closed
})

test('a connection goes on for who still listens on it, or is about to', async () => {
  const { listener, person, server } = await aListenedHouse()
  const { socket } = await aRawClient(server.port, `40/aberta,${asKey(person)}`)
  await once(socket, 'message')
  socket.send(`40/fechada,${asKey(person)}`)
  socket.send('41/aberta,')
  const [admitted] = await once(socket, 'message')
  expect(String(admitted)).toMatch(/^40\/fechada,/)
  await setImmediate()
  const told = once(socket, 'message')
  listener.take({ userId: person.id, instance: 'fechada' }, anEvent('Oi'), true)
  expect(String(await told)).toMatch(/^42\/fechada,/)
  const closed = once(socket, 'close')
  socket.send('40/nenhuma,{}')
  socket.send('41/fechada,')
  await closed
})

test('an empty key in the address hides none that is shown elsewhere', async () => {
  const { listen, person, server } = await aListenedHouse()
  expect(await listen('aberta?apikey=', person.apikey).answer()).toBeNull()
  const extraHeaders = { apikey: person.apikey }
  const shown = aSocket(`${server.url}/aberta?apikey=`, { extraHeaders })
  expect(await shown.answer()).toBeNull()
})

test('a socket that is refused by a fault leaves a line in the log', async () => {
  const { listen, logged, person, services } = await aListenedHouse()
  const fault = new Error('the disk is gone')
  vi.spyOn(services.evolution, 'find').mockRejectedValue(fault)
  const error = await listen('aberta', person.apikey).answer()
  expect(error?.data).toEqual({ code: 'unexpected', status: 500 })
  expect(logged).toContainEqual({
    ...{ level: 'error', fields: { err: fault } },
    message: 'a socket could not be let in',
  })
})

test('the path of the gateway is the root, unless an instance has its name', async () => {
  const { ask, listener, listen, person } = await aListenedHouse()
  const root = listen('gateway', person.apikey)
  expect(await root.answer()).toBeNull()
  await ask('POST instance/create', { body: { instanceName: 'gateway', ...OUT } })
  const own = listen('gateway', person.apikey)
  expect(await own.answer()).toBeNull()
  listener.take({ userId: person.id, instance: 'aberta' }, anEvent('de outra'), true)
  listener.take({ userId: person.id, instance: 'gateway' }, anEvent('fim'), true)
  const said = ({ heard }: typeof own) => heard.map(({ body }) => body.data)
  await eventually(() => said(root).includes('fim') && said(own).includes('fim'))
  expect(said(root)).toContain('de outra')
  expect(said(own)).not.toContain('de outra')
})

test('a client that reads nothing is dropped, and keeps nobody else from the events', async () => {
  const { listener, listen, person, server } = await aListenedHouse()
  const reader = listen('aberta', person.apikey)
  expect(await reader.answer()).toBeNull()
  const { socket: sleeper } = await aRawClient(server.port, `40/fechada,${asKey(person)}`)
  await once(sleeper, 'message')
  sleeper.pause()
  const [asleep, awake] = ['fechada', 'aberta'].map((instance) => ({ userId: person.id, instance }))
  if (!asleep || !awake) throw new Error('no places')
  const large = anEvent('x'.repeat(512 * 1024))
  for (let sent = 0; sent < 200 && listener.wants(asleep); sent += 1) {
    listener.take(asleep, large, true)
    await setImmediate()
  }
  expect(listener.wants(asleep)).toBe(false)
  listener.take(awake, anEvent('Oi'), true)
  await eventually(() => reader.heard.length === 1)
})

test('a call that offers another protocol is answered as any other, its body included', async () => {
  const { server, person } = await aListenedHouse()
  const body = JSON.stringify({ number: '5561977770000', text: 'São 3 € de café' })
  const length = Buffer.byteLength(body)
  const socket = connect(server.port, '127.0.0.1')
  let answer = ''
  socket.setEncoding('utf8').on('data', (piece) => {
    answer += piece
  })
  const offer = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk'
  const lines = ['POST /gateway/message/sendText/aberta HTTP/1.1', 'Host: x', offer]
  lines.push(`apikey: ${person.apikey}`, 'Content-Type: application/json')
  socket.write(`${[...lines, `Content-Length: ${length}`].join('\r\n')}\r\n\r\n${body}`)
  await eventually(() => answer.includes('São 3 € de café'))
  expect(answer).toMatch(/^HTTP\/1\.1 201 /)
  // The connection can be used on.
  socket.write('GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  await once(socket, 'close')
  expect(answer).toContain('HTTP/1.1 200 ')
})

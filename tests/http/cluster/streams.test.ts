import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import { asForm } from '../../support/http/app.ts'
import { aCluster, withToken } from '../../support/http/cluster.ts'
import { aPicture } from '../../support/uploads/samples.ts'

const MB = 1024 * 1024
const PIECE = Buffer.alloc(64 * 1024, 'x')
/** The bytes that two connections on loopback buffer by themselves. */
const HELD_ON_THE_WAY = 24 * MB

test('an upload of 50 MB comes no faster than it is taken, and whole', async () => {
  const { first, second, ana, homes } = await aCluster()
  homes.set(ana.id, second)
  const expected = createHash('sha256')
  let sent = 0
  const body = new ReadableStream({
    pull(controller) {
      expected.update(PIECE)
      sent += PIECE.length
      controller.enqueue(new Uint8Array(PIECE))
      if (sent === 50 * MB) controller.close()
    },
  })
  const digest = createHash('sha256')
  let [taken, mostAhead] = [0, 0]
  second.answerWith(async ({ req }) => {
    for await (const piece of req.raw.body ?? []) {
      digest.update(piece)
      taken += piece.length
      await restFor(10)
      mostAhead = Math.max(mostAhead, sent - taken)
    }
    return new Response('taken')
  })
  const sending = { method: 'POST', body, duplex: 'half' } as const
  const answer = await first.fetch('/api/upload/file', withToken(ana, sending))
  expect(await answer.text()).toBe('taken')
  expect(digest.digest('hex')).toBe(expected.digest('hex'))
  expect(mostAhead).toBeLessThan(HELD_ON_THE_WAY)
})

test('a download of 50 MB comes no faster than it is read, and ends with its reader', async () => {
  const { first, second, ana, homes } = await aCluster()
  homes.set(ana.id, second)
  let made = 0
  let isEnded = false
  second.answerWith(() => {
    const body = new ReadableStream({
      pull(controller) {
        made += PIECE.length
        controller.enqueue(new Uint8Array(PIECE))
      },
      cancel() {
        isEnded = true
      },
    })
    return new Response(body, { headers: { 'content-type': 'application/zip' } })
  })
  const answer = await first.fetch('/auth/export', withToken(ana))
  const reader = answer.body?.getReader()
  let [read, mostAhead] = [0, 0]
  while (read < 50 * MB) {
    const piece = await reader?.read()
    read += piece?.value?.length ?? 0
    await restFor(10)
    mostAhead = Math.max(mostAhead, made - read)
  }
  expect(mostAhead).toBeLessThan(HELD_ON_THE_WAY)
  await reader?.cancel()
  await eventually(() => isEnded)
})

test('a stream of events ends with the node that its client called', async () => {
  const { first, second, ana, homes, events } = await aCluster()
  homes.set(ana.id, second)
  const stream = (await first.fetch('/api/events', withToken(ana))).text()
  await eventually(() => events.listenerCount(ana.id) === 1)
  first.stopping.abort()
  expect(await stream).toContain('retry:')
  await eventually(() => events.listenerCount(ana.id) === 0)
  expect(first.logged.filter(({ level }) => level !== 'debug')).toEqual([])
})

test('a part of a file, a compressed body and a redirection pass as they are', async () => {
  const { first, second, ana, homes } = await aCluster()
  homes.set(ana.id, second)
  const squeezed = new Uint8Array([31, 139, 8, 0, 1, 2, 3])
  const asked: Headers[] = []
  second.answerWith(({ req }) => {
    asked.push(req.raw.headers)
    return new Response(squeezed, {
      status: 206,
      headers: [
        ['content-range', 'bytes 10-16/100'],
        ['content-encoding', 'gzip'],
        ['location', '/elsewhere'],
        ['set-cookie', 'a=1'],
        ['set-cookie', 'b=2'],
        ['x-of-this-hop', 'y'],
        ['connection', 'x-of-this-hop'],
      ],
    })
  })
  const headers = {
    ...{ authorization: `Bearer ${ana.token}`, range: 'bytes=10-16', 'accept-encoding': 'br' },
    ...{ connection: 'x-mine', 'x-mine': 'z', 'x-forwarded-for': '1.2.3.4', 'user-agent': 'Mine' },
  }
  const answer = await plainCall(`${first.url}/api/campaigns`, { headers })
  expect(answer.statusCode).toBe(206)
  expect(answer.headers).toMatchObject({
    'content-range': 'bytes 10-16/100',
    'content-encoding': 'gzip',
    'content-length': '7',
    'set-cookie': ['a=1', 'b=2'],
    location: '/elsewhere',
  })
  expect(answer.headers).not.toHaveProperty('x-of-this-hop')
  expect(Buffer.concat(await answer.toArray())).toEqual(Buffer.from(squeezed))
  expect(Object.fromEntries(asked[0] ?? [])).toMatchObject({
    ...{ range: 'bytes=10-16', 'accept-encoding': 'br', 'user-agent': 'Mine' },
  })
  expect(asked[0]?.has('x-mine')).toBe(false)
  expect(asked[0]?.has('x-forwarded-for')).toBe(false)
})

test.each(['here', 'there'])('HEAD is answered without the body, %s', async (place) => {
  const { first, second, ana, homes } = await aCluster()
  homes.set(ana.id, place === 'here' ? first : second)
  const headers = { authorization: `Bearer ${ana.token}` }
  const path = `${first.url}/auth/export`
  const whole = await plainCall(path, { headers })
  const head = await plainCall(path, { method: 'HEAD', headers })
  expect(head.statusCode).toBe(200)
  expect(head.headers['content-type']).toBe(whole.headers['content-type'])
  expect(await head.toArray()).toEqual([])
  await whole.toArray()
})

test('an answer without a body leaves its connection to the next call', async () => {
  const { first, second, ana, homes } = await aCluster()
  homes.set(ana.id, second)
  const ports = new Set<number | undefined>()
  second.answerWith(({ env }) => {
    ports.add(portOf(env.incoming?.socket))
    return new Response(null, { status: 204 })
  })
  for (let count = 0; count < 3; count += 1) {
    expect((await first.fetch('/api/campaigns', withToken(ana))).status).toBe(204)
  }
  expect(ports.size).toBe(1)
})

test('a caller who hangs up ends the call at the home', async () => {
  const { first, second, ana, homes } = await aCluster()
  homes.set(ana.id, second)
  let isOver = false
  let isUnderWay = false
  second.answerWith(async ({ req }) => {
    isUnderWay = true
    await new Promise((resolve) => req.raw.signal.addEventListener('abort', resolve))
    isOver = true
    return new Response(null)
  })
  const leaving = new AbortController()
  const call = first.fetch('/api/campaigns', withToken(ana, { signal: leaving.signal }))
  call.catch(() => undefined)
  await eventually(() => isUnderWay)
  leaving.abort()
  await eventually(() => isOver)
  expect(first.logged.filter(({ level }) => level !== 'debug')).toEqual([])
})

test('a caller who breaks off an upload ends it at the home, and is no failure', async () => {
  const { first, second, ana, homes } = await aCluster()
  homes.set(ana.id, second)
  let failure: unknown = null
  let isUnderWay = false
  second.answerWith(async ({ req }) => {
    try {
      for await (const _piece of req.raw.body ?? []) isUnderWay = true
    } catch (error) {
      failure = error
    }
    return new Response(null)
  })
  const { hostname, port } = new URL(first.url)
  const socket = connect(Number(port), hostname)
  socket.write(
    `POST /api/upload/file HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${ana.token}\r\n` +
      `Content-Length: 1000000\r\n\r\n${'x'.repeat(200_000)}`,
  )
  await eventually(() => isUnderWay)
  socket.destroy()
  await eventually(() => failure !== null)
  await eventually(() => first.logged.some(({ message }) => message === 'caller hung up'))
  expect(first.logged.filter(({ level }) => level !== 'debug')).toEqual([])
})

test('files and lists are taken at the home as they are at a program that is alone', async () => {
  const { first, second, ana, homes } = await aCluster()
  homes.set(ana.id, second)
  const picture = asForm({}, { field: 'image', bytes: await aPicture('png') })
  const uploaded = await first.fetch('/api/upload/image', withToken(ana, picture))
  expect(uploaded.status).toBe(201)
  const rows = Array.from({ length: 20_000 }, (_, number) => `Contato,119${90_000_000 + number}`)
  const csv = asForm({}, { field: 'file', bytes: `nome,fone\n${rows.join('\n')}` })
  const imported = await first.fetch('/api/contacts/import', withToken(ana, csv))
  expect(await imported.json()).toMatchObject({ added: 20_000 })
  const tooLarge = asForm({}, { field: 'image', bytes: new Uint8Array(20 * MB) })
  expect((await first.fetch('/api/upload/image', withToken(ana, tooLarge))).status).toBe(413)
})

/** Waits so many turns of the event loop, in which faster parties may go ahead. */
async function restFor(turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await setImmediate()
}

function portOf(socket: object | undefined): number | undefined {
  return socket && 'remotePort' in socket ? Number(socket.remotePort) : undefined
}

async function plainCall(url: string, options: object): Promise<IncomingMessage> {
  const outgoing = request(url, options)
  outgoing.end()
  const [answer]: IncomingMessage[] = await once(outgoing, 'response')
  if (!answer) throw new Error('no answer came')
  return answer
}

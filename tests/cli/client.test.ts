import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { createServer as createSocketServer, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { generate } from 'selfsigned'
import { expect, onTestFinished, test } from 'vitest'
import { createClient } from '../../src/cli/client.ts'
import { api } from '../../src/contract/api/calls.ts'
import { listenOnLoopback, serveTest } from '../support/loopback.ts'

const aServer = (listener: RequestListener) => serveTest(createServer(listener))

function aClient(url: string, signal = new AbortController().signal) {
  return createClient({ url, credential: 'chave', signal })
}

function answer(status: number, body: unknown, type = 'application/json'): RequestListener {
  return (_, response) => {
    response.writeHead(status, { 'content-type': type })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }
}

const user = {
  id: '1',
  name: 'Maria',
  email: 'maria@exemplo.com.br',
  nome_da_instancia: 'maria',
  apikey: 'k',
}

test('decodes an answer into the words of the code and sends the credential', async () => {
  const seen: (string | undefined)[] = []
  const url = await aServer((request, response) => {
    seen.push(request.method, request.url, request.headers.authorization)
    answer(200, { user })(request, response)
  })
  const { user: found } = await aClient(url).call(api.me, {})
  expect(found.instanceName).toBe('maria')
  expect(seen).toEqual(['GET', '/auth/me', 'Bearer chave'])
})

test('puts parameters into the path, escaped, and the query behind it', async () => {
  let path: string | undefined
  const url = await aServer((request, response) => {
    path = request.url
    response.writeHead(204).end()
  })
  await aClient(url).call(api.deleteContactList, {
    params: { id: 'a/b' },
    query: { force: 'true' },
  })
  expect(path).toBe('/api/contacts/a%2Fb?force=true')
})

const refusals = [
  [401, 3],
  [404, 1],
  [409, 1],
  [500, 1],
] as const

test.each(refusals)('turns status %i into exit code %i with the sentence', async (status, exit) => {
  const body = { error: 'Uma frase.', message: 'Uma frase.', code: 'algum_codigo' }
  const url = await aServer(answer(status, body))
  await expect(aClient(url).call(api.me, {})).rejects.toMatchObject({
    exitCode: exit,
    message: 'Uma frase.',
    code: 'algum_codigo',
  })
})

test('names each refused field instead of pointing at a form', async () => {
  const message = 'Verifique os campos destacados.'
  const details = [{ path: 'email', message: 'Informe um e-mail válido.' }]
  const url = await aServer(answer(400, { error: message, message, code: 'invalid', details }))
  await expect(aClient(url).call(api.me, {})).rejects.toMatchObject({
    message: 'Informe um e-mail válido.',
    details,
  })
})

const strangers = [
  ['a web page', 200, '<html></html>', 'text/html'],
  ['another shape', 200, '{"hello":"world"}', 'application/json'],
  ["a proxy's error", 502, 'Bad Gateway', 'text/plain'],
  ['an unknown status', 204, '', 'text/plain'],
] as const

test.each(strangers)('says that %s is no answer of this product', async (_, status, body, type) => {
  const url = await aServer(answer(status, body, type))
  await expect(aClient(url).call(api.me, {})).rejects.toMatchObject({
    exitCode: 1,
    message: expect.stringContaining('não respondeu como um servidor do Disparo'),
  })
})

test('takes a refused, cut or misdirected connection as a server out of reach', async () => {
  const url = await aServer((request) => request.socket.destroy())
  await expect(aClient(url).call(api.me, {})).rejects.toMatchObject({ exitCode: 4 })
  await expect(aClient('http://127.0.0.1:9').call(api.me, {})).rejects.toMatchObject({
    exitCode: 4,
    message: expect.stringContaining('http://127.0.0.1:9'),
  })
})

test('ends a call that waits when the command is interrupted', async () => {
  const url = await aServer(() => undefined)
  const controller = new AbortController()
  const call = aClient(url, controller.signal).call(api.me, {})
  controller.abort()
  await expect(call).rejects.toMatchObject({ name: 'Interrupted' })
})

test('reports how many bytes of an upload were sent', async () => {
  let received = 0
  const url = await aServer((request, response) => {
    request.on('data', (chunk: Buffer) => {
      received += chunk.length
    })
    request.on('end', () => answer(201, { imageUrl: 'http://x/y.jpg' })(request, response))
  })
  const form = new FormData()
  form.set('image', new Blob([new Uint8Array(200_000)]), 'grande.jpg')
  const told: number[] = []
  const { imageUrl } = await aClient(url).upload(api.uploadImage, form, {
    onSent: (sent) => told.push(sent),
  })
  expect(imageUrl).toBe('http://x/y.jpg')
  expect(told.at(-1)).toBe(received)
  expect(received).toBeGreaterThan(200_000)
})

test('sends a body along with a method that mostly comes without one', async () => {
  const seen: string[] = []
  const url = await aServer(async (request, response) => {
    seen.push(`${request.method} ${request.url} ${await text(request)}`)
    answer(200, {})(request, response)
  })
  await aClient(url).request({ method: 'DELETE', address: '/um', body: '{"id":"1"}' })
  expect(seen).toEqual(['DELETE /um {"id":"1"}'])
})

test('unpacks an answer that a proxy compressed', async () => {
  const url = await aServer((request, response) => {
    expect(request.headers['accept-encoding']).toBe('gzip')
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' })
    response.end(gzipSync(JSON.stringify({ user })))
  })
  expect((await aClient(url).call(api.me, {})).user.name).toBe('Maria')
})

test('follows no redirect to another address', async () => {
  const url = await aServer((_, response) => {
    response.writeHead(302, { location: 'http://127.0.0.1:9/auth/me' }).end()
  })
  await expect(aClient(url).call(api.me, {})).rejects.toMatchObject({
    message: expect.stringContaining('(HTTP 302)'),
  })
})

test('tells a request that may have arrived from one that cannot have', async () => {
  const url = await aServer((request) => request.socket.destroy())
  await expect(aClient(url).call(api.me, {})).rejects.toMatchObject({ code: 'no_answer' })
  const away = 'http://127.0.0.1:9'
  await expect(aClient(away).call(api.me, {})).rejects.toMatchObject({ code: 'unreachable' })
})

test('takes what a proxy answers in place of its server for no answer of the server', async () => {
  const away = await aServer(answer(502, '<html></html>', 'text/html'))
  await expect(aClient(away).call(api.me, {})).rejects.toMatchObject({ code: 'no_answer' })
  const other = await aServer(answer(404, '<html></html>', 'text/html'))
  await expect(aClient(other).call(api.me, {})).rejects.toMatchObject({ code: 'strange_answer' })
})

test('tells an answer that breaks off from one of another shape', async () => {
  const url = await aServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 100 })
    response.write('{"user":', () => response.destroy())
  })
  await expect(aClient(url).call(api.me, {})).rejects.toMatchObject({ code: 'no_answer' })
})

test('trusts no certificate that nobody vouches for', async () => {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }])
  const server = createSecureServer({ cert, key }, answer(200, { user }))
  const url = (await serveTest(server)).replace('http:', 'https:')
  await expect(aClient(url).call(api.me, {})).rejects.toMatchObject({
    exitCode: 4,
    code: 'unreachable',
    message: expect.stringContaining('SELF_SIGNED'),
  })
})

test('passes on why the server refused an upload before all of it was sent', async () => {
  const message = 'O arquivo é grande demais.'
  const url = await aServer((_, response) => {
    response.writeHead(413, { 'content-type': 'application/json', connection: 'close' })
    response.end(JSON.stringify({ error: message, message, code: 'file_too_large' }))
  })
  const form = new FormData()
  form.set('image', new Blob([new Uint8Array(20_000_000)]), 'enorme.jpg')
  await expect(aClient(url).upload(api.uploadImage, form)).rejects.toMatchObject({ message })
})

test('sends nothing further of an upload that a server refused without reading on', async () => {
  const message = 'O arquivo é grande demais.'
  const body = JSON.stringify({ error: message, message, code: 'file_too_large' })
  const type = 'content-type: application/json\r\ncontent-length'
  const head = `HTTP/1.1 413 Content Too Large\r\n${type}: ${Buffer.byteLength(body)}\r\n\r\n`
  const wholeBytes = 64_000_000
  let received = 0
  let closed: Promise<unknown> | undefined
  const sockets: Socket[] = []
  const server = createSocketServer((socket) => {
    sockets.push(socket)
    closed = once(socket, 'close')
    socket.once('data', () => socket.pause().write(head + body))
    socket.on('data', (bytes) => {
      received += bytes.length
    })
  })
  onTestFinished(() => void server.close())
  const url = await listenOnLoopback(server)
  const form = new FormData()
  form.set('image', new Blob([new Uint8Array(wholeBytes)]), 'enorme.jpg')
  await expect(aClient(url).upload(api.uploadImage, form)).rejects.toMatchObject({ message })
  for (const socket of sockets) socket.resume()
  await closed
  expect(received).toBeLessThan(wholeBytes)
})

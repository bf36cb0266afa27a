import { createServer, type RequestListener } from 'node:http'
import { expect, test } from 'vitest'
import { createClient } from '../../src/cli/client.ts'
import { api } from '../../src/contract/api/calls.ts'
import { serveTest } from '../support/loopback.ts'

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

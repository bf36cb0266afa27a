import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ListenError, startServer } from '../../../src/http/serving/server.ts'
import { eventually } from '../../support/eventually.ts'
import { anApp, asForm, asJson, errorOf } from '../../support/http/app.ts'
import { readEvents } from '../../support/http/event-reader.ts'
import { aPromise } from '../../support/promise.ts'

async function aServer() {
  const rest = await anApp()
  const server = await startServer({ app: rest.app, host: '127.0.0.1', port: 0 })
  onTestFinished(() => server.close(0))
  const register = async () => {
    const email = `${crypto.randomUUID()}@example.com`
    const body = asJson({ name: 'Ana', email, password: 'uma boa senha' })
    const answer = await fetch(`${server.url}/auth/register`, body)
    const { token }: { token: string } = await answer.json()
    return { authorization: `Bearer ${token}` }
  }
  return { ...rest, server, register }
}

/** Sends the text as it is, and returns all that came back until the connection closed. */
async function raw(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.setEncoding('utf8').on('data', (piece) => {
    answer += piece
  })
  socket.write(text)
  await once(socket, 'close')
  return answer
}

test('tells the port that it took', async () => {
  const { server } = await aServer()
  expect(server.url).toBe(`http://127.0.0.1:${server.port}`)
  expect((await fetch(`${server.url}/health`)).status).toBe(200)
})

test('refuses to listen where another program does, and names the address and the code', async () => {
  const { server, app } = await aServer()
  const second = startServer({ app, host: '127.0.0.1', port: server.port })
  await expect(second).rejects.toThrow(ListenError)
  await expect(second).rejects.toThrow(`127.0.0.1:${server.port} (EADDRINUSE)`)
  await expect(second).rejects.toMatchObject({ code: 'EADDRINUSE' })
})

test('refuses to listen on an address of another machine', async () => {
  const { app } = await aServer()
  const elsewhere = startServer({ app, host: '192.0.2.1', port: 0 })
  await expect(elsewhere).rejects.toMatchObject({ code: 'EADDRNOTAVAIL' })
})

test.each([
  ['/auth/login', 'application/json'],
  ['/nada', 'application/json'],
])('tells who sends %s too much that the connection ends', async (path, type) => {
  const { server } = await aServer()
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\n`
  const begun = `${head}Content-Length: 40000000\r\n\r\n${'x'.repeat(100_000)}`
  const answer = await raw(server.port, begun)
  expect(answer.match(/HTTP\/1\.1 \d+/g)).toHaveLength(1)
  expect(answer).toMatch(/\r\nconnection: close\r\n/i)
  expect(answer).toContain('"code":')
})

test('keeps the connection of who sent a refused body to its end', async () => {
  const { server } = await aServer()
  const answer = await raw(
    server.port,
    'POST /auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\n{}' +
      'GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  )
  expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 415', 'HTTP/1.1 200'])
})

test('answers an address that is none in the form of every error', async () => {
  const { server } = await aServer()
  const answer = await raw(
    server.port,
    'GET /a\\b HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
  )
  expect(answer).toMatch(/^HTTP\/1\.1 404 /)
  expect(answer).toContain('"code":"not_found"')
})

test('answers the refusal of a large upload to a caller who goes on sending', async () => {
  const { server, register } = await aServer()
  const headers = await register()
  const bytes = new Uint8Array(20 * 1024 * 1024)
  const response = await fetch(`${server.url}/api/upload/image`, {
    ...asForm({}, { field: 'image', bytes }),
    headers,
  })
  expect(await errorOf(response)).toMatchObject({ status: 413, code: 'image_too_large' })
})

test('takes the next call of a connection whose last body was too large', async () => {
  const { server } = await aServer()
  const piece = `2000\r\n${'x'.repeat(0x2000)}\r\n`
  const answer = await raw(
    server.port,
    [
      'POST /auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n',
      `Transfer-Encoding: chunked\r\n\r\n${piece.repeat(20)}0\r\n\r\n`,
      'GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    ].join(''),
  )
  expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 413', 'HTTP/1.1 200'])
})

test('goes on after an upload that breaks off', async () => {
  const { server, register, logged, dir } = await aServer()
  const { authorization } = await register()
  const socket = connect(server.port, '127.0.0.1')
  const sent =
    `POST /api/contacts/import HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n` +
    'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 1000\r\n\r\n' +
    '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nnome,fone\r\n'
  await new Promise<void>((resolve) => socket.write(sent, () => resolve()))
  // The call has begun once its file is there.
  await eventually(() => existsSync(join(dir, 'tmp')))
  socket.destroy()
  await eventually(() =>
    logged.some(({ fields }) => 'path' in fields && fields.path === '/api/contacts/import'),
  )
  expect(logged.filter(({ level }) => level === 'error')).toEqual([])
  expect((await fetch(`${server.url}/health`)).status).toBe(200)
})

test('streams a list of 100,000 contacts and cuts it off for a reader who leaves', async () => {
  const { server, register, logged } = await aServer()
  const headers = await register()
  const rows = Array.from({ length: 100_000 }, (_, number) => `Contato,119${90_000_000 + number}`)
  const form = asForm({}, { field: 'file', bytes: `nome,fone\n${rows.join('\n')}` })
  const imported = await fetch(`${server.url}/api/contacts/import`, { ...form, headers })
  const { id, added }: { id: string; added: number } = await imported.json()
  expect(added).toBe(100_000)

  const whole: { contatos: string; total: number } = await (
    await fetch(`${server.url}/api/contacts/${id}`, { headers })
  ).json()
  expect(JSON.parse(whole.contatos)).toHaveLength(100_000)

  const leaving = new AbortController()
  const response = await fetch(`${server.url}/api/contacts/${id}`, {
    headers,
    signal: leaving.signal,
  })
  await response.body?.getReader().read()
  leaving.abort()
  // The server notices that its reader has left, and logs no error.
  expect((await fetch(`${server.url}/health`)).status).toBe(200)
  expect(logged.filter(({ level }) => level === 'error')).toEqual([])
})

test('closes at once when nobody calls, also with connections kept alive', async () => {
  const { server } = await aServer()
  await (await fetch(`${server.url}/health`)).text()
  const aDayMs = 24 * 60 * 60_000
  await server.close(aDayMs)
  await expect(fetch(`${server.url}/health`)).rejects.toThrow()
})

test('lets a call under way finish, and ends event streams', async () => {
  const { server, services, stopping, register } = await aServer()
  const headers = await register()
  const finished = aPromise()
  let isUnderWay = false
  services.campaigns.list = async () => {
    isUnderWay = true
    await finished.promise
    return []
  }
  const stream = readEvents(await fetch(`${server.url}/api/events`, { headers }))
  const call = fetch(`${server.url}/api/campaigns`, { headers })
  await eventually(() => isUnderWay && stream.text() !== '')
  stopping.abort()
  const closed = server.close(10_000)
  await eventually(() => stream.isOver())
  finished.keep()
  expect(await (await call).json()).toEqual([])
  await closed
})

test('cuts off what does not end within the grace time', async () => {
  const { server, services, register } = await aServer()
  const headers = await register()
  let isUnderWay = false
  services.campaigns.list = () => {
    isUnderWay = true
    return new Promise(() => undefined)
  }
  const call = fetch(`${server.url}/api/campaigns`, { headers })
  call.catch(() => undefined)
  await eventually(() => isUnderWay)
  await server.close(100)
  await expect(call).rejects.toThrow()
})

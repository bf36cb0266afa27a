import { once } from 'node:events'
import { request as plain } from 'node:http'
import { type RequestOptions, request } from 'node:https'
import { json, text } from 'node:stream/consumers'
import { connect } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { z } from 'zod'
import { type Daemon, startDaemon } from '../support/daemon/daemon.ts'
import { hasProxy, type ProxyName, startProxy } from '../support/daemon/proxies.ts'
import { freePort } from '../support/free-port.ts'
import { PATIENCE_MS } from '../support/patience.ts'
import { aDataFolder } from '../support/storage/data-folder.ts'

/** The configurations from the documents, with only names, ports and certificates changed. */

const HOST = 'disparo.exemplo.com.br'
const WRONG_KEYS_MAX = 50

type Asked = RequestOptions & { readonly body?: string | Buffer }

describe.each<{ name: ProxyName; path: string }>([
  { name: 'nginx', path: '' },
  { name: 'nginx', path: '/disparo' },
  { name: 'caddy', path: '' },
])('behind $name at "$path/"', ({ name, path }) => {
  let daemon: Daemon
  beforeAll(async () => {
    const DISPARO_PUBLIC_URL = `https://${HOST}${path}`
    if (hasProxy(name))
      daemon = await startDaemon({
        storage: 'files',
        env: { DISPARO_PUBLIC_URL, DISPARO_TRUST_PROXY: 'sim', DISPARO_GATEWAY_SOCKET: 'sim' },
      })
  })
  afterAll(() => daemon?.close())

  test.runIf(hasProxy(name))(
    'TLS, events, sockets, large files and real addresses pass',
    async () => {
      const folder = await aDataFolder()
      const [http, https] = [await freePort(), await freePort()]
      const { ca } = await startProxy(name, { folder, http, https, target: daemon.url(), path })
      const ask = (address: string, { body, ...options }: Asked = {}) =>
        new Promise<{ status: number; answer: NodeJS.ReadableStream }>((resolve, reject) => {
          const where = { host: '127.0.0.1', port: https, servername: HOST, ca }
          const headers = { ...options.headers, host: HOST }
          const to = { ...where, ...options, headers, path: `${path}${address}` }
          const call = request(to, (answer) => resolve({ status: answer.statusCode ?? 0, answer }))
          call.on('error', reject).end(body)
        })
      const status = async (address: string, asked?: Asked) => (await ask(address, asked)).status
      await vi.waitFor(async () => expect(await status('/health')).toBe(200), {
        timeout: PATIENCE_MS,
      })

      // Over HTTP/1.1 a browser opens six connections, and every tab keeps one for its events.
      const offered = { host: '127.0.0.1', port: https, servername: HOST, ca }
      const chosen = await new Promise((resolve, reject) => {
        const socket = connect({ ...offered, ALPNProtocols: ['h2', 'http/1.1'] }, () => {
          resolve(socket.alpnProtocol)
          socket.end()
        }).on('error', reject)
      })
      expect(chosen).toBe('h2')

      const location = await new Promise((resolve, reject) => {
        const to = { host: '127.0.0.1', port: http, path: '/x', headers: { host: HOST } }
        plain(to, ({ headers }) => resolve(headers.location))
          .on('error', reject)
          .end()
      })
      expect(location).toMatch(new RegExp(`^https://${HOST}(:\\d+)?/x$`))

      const asJson = { 'content-type': 'application/json' }
      const account = { name: 'Loja', email: `${name}@exemplo.com.br`, password: 'uma boa senha' }
      const body = JSON.stringify(account)
      const registered = await ask('/auth/register', { method: 'POST', headers: asJson, body })
      const Registered = z.object({ token: z.string(), user: z.object({ apikey: z.string() }) })
      const { token, user } = Registered.parse(await json(registered.answer))
      const headers = { authorization: `Bearer ${token}` }

      const events = await ask('/api/events', { headers })
      const draft = JSON.stringify({ name: 'Natal', texto: 'Oi', delay: 0, status: 'Rascunho' })
      const made = { method: 'POST', headers: { ...headers, ...asJson }, body: draft }
      expect([await status('/api/campaigns', made), events.status]).toEqual([201, 200])
      let heard = ''
      for await (const piece of events.answer) {
        heard += piece
        if (heard.includes('event: campaign')) break
      }

      const place = `127.0.0.1:${https}${path}/gateway/socket.io/?EIO=4&transport=websocket`
      const listening = new WebSocket(`wss://${place}`, {
        ...{ ca, servername: HOST, headers: { host: HOST } },
      })
      await once(listening, 'message')
      listening.send(`40${JSON.stringify({ apikey: user.apikey })}`)
      const [letIn] = await once(listening, 'message')
      listening.terminate()
      expect(String(letIn)).toMatch(/^40\{"sid":/)

      const form = new FormData()
      const pages = ['%PDF-1.7\n', 'x'.repeat(9_000_000), '\n%%EOF\n']
      form.set('file', new File(pages, 'cardapio.pdf', { type: 'application/pdf' }))
      const formed = new Response(form)
      const type = { 'content-type': formed.headers.get('content-type') ?? '' }
      const sent = {
        ...{ method: 'POST', headers: { ...headers, ...type } },
        body: Buffer.from(await formed.arrayBuffer()),
      }
      const uploaded = await ask('/api/upload/file', sent)
      expect([uploaded.status, await text(uploaded.answer)]).toEqual([
        201,
        expect.stringContaining(`https://${HOST}${path}/uploads/`),
      ])

      // A client that guesses keys is known by its real address, whatever its headers claim.
      const guess = (localAddress: string) =>
        status('/gateway/instance/fetchInstances', {
          localAddress,
          headers: { apikey: 'errada', 'x-forwarded-for': `10.0.0.${Math.random()}` },
        })
      for (let tried = 0; tried < WRONG_KEYS_MAX; tried += 1) await guess('127.0.0.1')
      expect([await guess('127.0.0.1'), await guess('127.0.0.2')]).toEqual([429, 401])
    },
  )
})

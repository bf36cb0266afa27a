import { describe, expect, test } from 'vitest'
import { aStandIn } from '../support/daemon/stand-in.ts'
import { anApp, asJson, errorOf } from '../support/http/app.ts'
import { PUBLIC_URL } from '../support/http/services.ts'

type Row = { id: string; url: string; apikey: string; webhook_url: string; own: boolean }

async function rowsOf(response: Response): Promise<Row[]> {
  return response.json()
}

async function aGatewayOf(
  person: { call: (path: string, init?: RequestInit) => Promise<Response> | Response },
  url: string,
): Promise<Row> {
  const response = await person.call('/api/evolution', asJson({ url, apikey: 'chave' }))
  expect(response.status).toBe(201)
  return response.json()
}

describe('gateways', () => {
  test('begin with the own one, at the daemon with the apikey of its user', async () => {
    const { register } = await anApp()
    const person = await register()
    const rows = await rowsOf(await person.call('/api/evolution'))
    expect(rows).toEqual([
      {
        id: 'own',
        url: `${PUBLIC_URL}/gateway`,
        apikey: person.apikey,
        webhook_url: expect.stringMatching(/^https:\/\/disparo\.example\/webhooks\/[\w-]{32}$/),
        created_at: '2026-01-15T12:00:00.000Z',
        last_event_at: null,
        own: true,
      },
    ])
    expect(await (await person.call('/api/webhooks')).json()).toEqual({
      url: rows[0]?.webhook_url,
      webhooks: [],
    })
  })

  test('made at the same moment have one own among them', async () => {
    const { register } = await anApp()
    const { call } = await register()
    const answers = await Promise.all([1, 2, 3].map(() => call('/api/webhooks')))
    const urls = await Promise.all(answers.map(async (answer) => (await answer.json()).url))
    expect(new Set(urls).size).toBe(1)
  })

  test('are listed newest first, each with an address of its own', async () => {
    const { register } = await anApp()
    const person = await register()
    await aGatewayOf(person, 'http://a.example/base/?x=1#y')
    await aGatewayOf(person, ' https://b.example:8443/ ')
    const rows = await rowsOf(await person.call('/api/evolution'))
    expect(rows.map(({ url }) => url)).toEqual([
      'https://b.example:8443',
      'http://a.example/base',
      `${PUBLIC_URL}/gateway`,
    ])
    expect(new Set(rows.map(({ webhook_url }) => webhook_url)).size).toBe(3)
  })

  test.each([
    ['a file', { url: 'file:///etc/passwd' }],
    ['a script', { url: 'javascript:alert(1)' }],
    ['ftp', { url: 'ftp://a.example' }],
    ['somebody’s password', { url: 'http://ana:senha@a.example' }],
    ['no address', { url: 'a.example' }],
    ['no text', { url: 7 }],
    ['a line break in the address', { url: 'http://a.example/\r\nx' }],
    ['a line break in the key', { apikey: 'a\r\nhost: x' }],
    ['a space in the key', { apikey: 'a b' }],
    ['another alphabet in the key', { apikey: 'chavé' }],
    ['an empty key', { apikey: ' ' }],
  ])('with %s are refused', async (_, fields) => {
    const { register } = await anApp()
    const { call } = await register()
    const body = { url: 'http://a.example', apikey: 'chave', ...fields }
    const response = await call('/api/evolution', asJson(body))
    expect(await errorOf(response)).toMatchObject({
      status: 400,
      code: 'invalid',
      details: [{ path: Object.keys(fields)[0] }],
    })
  })

  test('are deleted with their address, messages, links and chatbots; the own one is not', async () => {
    const { register, request } = await anApp()
    const person = await register()
    const { id, webhook_url } = await aGatewayOf(person, 'http://a.example')
    const instance = { instance_name: 'balcao', evolution_id: id }
    await person.call('/api/instance-assistants', asJson({ ...instance, assistant_id: 'x' }, 'PUT'))
    await person.call('/chatbots', asJson({ ...instance, name: 'x', keywords: ['x'], reply: 'y' }))

    const remove = (gateway: string) =>
      person.call(`/api/evolution/${gateway}`, { method: 'DELETE' })
    expect((await remove(id)).status).toBe(204)
    expect(await errorOf(await remove(id))).toMatchObject({
      status: 404,
      code: 'gateway_not_found',
    })
    expect(await errorOf(await remove('own'))).toMatchObject({ status: 409, code: 'gateway_own' })
    const gone = await request(webhook_url.replace(PUBLIC_URL, ''), asJson({}))
    expect(await errorOf(gone)).toMatchObject({ status: 404, code: 'webhook_not_found' })
    expect(await (await person.call('/api/instance-assistants')).json()).toEqual([])
    expect(await (await person.call('/chatbots')).json()).toEqual([])
  })
})

describe('the calls of a gateway through the daemon', () => {
  async function aProxied(privateTargets: 'allow' | 'deny' = 'allow') {
    const gateway = await aStandIn(({ method, path, text }) => ({
      status: method === 'POST' ? 201 : 200,
      body: { method, path, body: text === '' ? null : JSON.parse(text) },
    }))
    const app = await anApp({ privateTargets })
    const person = await app.register()
    const { id } = await aGatewayOf(person, `${gateway.url}/evo`)
    const proxied = (path: string, init?: RequestInit) =>
      person.call(`/api/evolution/${id}/proxy/${path}`, init)
    return { ...app, person, proxied, seen: gateway.seen, id }
  }

  test.each([
    ['GET', '', undefined, 200],
    ['GET', 'instance/fetchInstances?instanceName=balcao', undefined, 200],
    ['GET', 'instance/connect/balcao?number=5561999990000', undefined, 200],
    ['GET', 'instance/connectionState/balcao', undefined, 200],
    ['GET', 'webhook/find/balcao', undefined, 200],
    ['DELETE', 'instance/delete/Loja%201', undefined, 200],
    ['POST', 'instance/restart/balcao', undefined, 200],
    ['DELETE', 'instance/logout/balcao', undefined, 200],
    ['POST', 'instance/create', { instanceName: 'balcao' }, 201],
    ['POST', 'webhook/set/balcao', { webhook: { url: 'https://x.example/w' } }, 201],
  ])('that the console makes reach it: %s %s', async (method, path, body, status) => {
    const { proxied, seen } = await aProxied()
    const response = await proxied(path, body ? asJson(body) : { method })
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ method, path: `/evo/${path}` })
    expect(seen[0]?.headers).toMatchObject({ apikey: 'chave' })
    expect(seen[0]?.headers.authorization).toBeUndefined()
  })

  test.each([
    ['POST', 'instance/setPresence/balcao'],
    ['POST', 'message/sendText/balcao'],
    ['GET', 'instance'],
    ['GET', '/'],
    ['GET', 'manager'],
    ['GET', 'instance/connect/a/b'],
    ['GET', 'instance/fetchInstances/..%2F..%2Fx'],
  ])('are those of the console and no others: not %s %s', async (method, path) => {
    const { proxied, seen } = await aProxied()
    const response = await proxied(path, { method, ...(method === 'POST' && asJson({})) })
    expect(response.status).toBe(404)
    expect(seen).toEqual([])
  })

  test.each(['%2e%2e', '..%2Fdelete%2Fx', '%2E%2E%5C..'])(
    'do not leave their path for the name %s',
    async (name) => {
      const { proxied, seen } = await aProxied()
      const response = await proxied(`instance/connect/${name}`)
      expect(response.status).toBe(404)
      expect(seen).toEqual([])
    },
  )

  test('carry only fields that are known', async () => {
    const { proxied, seen } = await aProxied()
    const text =
      '{"instanceName":"a","__proto__":{"x":1},"constructor":{"prototype":{"x":1}},"proxyHost":"x"}'
    expect((await proxied('instance/create', asJson(text))).status).toBe(201)
    expect(JSON.parse(seen[0]?.text ?? '')).toEqual({
      instanceName: 'a',
      integration: 'WHATSAPP-BAILEYS',
      qrcode: true,
    })
    expect(Object.prototype).not.toHaveProperty('x')
  })

  test('to set a webhook go out in the shape that gateways take', async () => {
    const { proxied, seen } = await aProxied()
    const settings = { url: 'https://x.example/w', base64: false }
    await proxied('webhook/set/a', asJson({ url: settings.url }))
    await proxied('webhook/set/a', asJson(settings))
    const usual = { enabled: true, byEvents: false, base64: true, events: ['MESSAGES_UPSERT'] }
    expect(seen.map(({ text }) => JSON.parse(text))).toEqual([
      { webhook: { ...usual, url: settings.url } },
      { webhook: { ...usual, ...settings } },
    ])
    for (const url of ['file:///x', 'x', '']) {
      const refused = await proxied('webhook/set/a', asJson({ webhook: { url } }))
      expect(await errorOf(refused)).toMatchObject({ status: 400, code: 'invalid' })
    }
    const headers = { 'x\r\ny': 'z' }
    const injected = await proxied(
      'webhook/set/a',
      asJson({ webhook: { url: 'https://x.example/w', headers } }),
    )
    expect(injected.status).toBe(400)
  })

  test("of another user's gateway find nothing", async () => {
    const { register, id, seen } = await aProxied()
    const stranger = await register('Outra')
    const response = await stranger.call(`/api/evolution/${id}/proxy/instance/fetchInstances`)
    expect(await errorOf(response)).toMatchObject({ status: 404, code: 'gateway_not_found' })
    expect(seen).toEqual([])
  })

  test('do not reach private addresses where that is forbidden', async () => {
    const { proxied, seen } = await aProxied('deny')
    const response = await proxied('instance/fetchInstances')
    expect(await errorOf(response)).toMatchObject({ status: 400, code: 'gateway_private' })
    expect(seen).toEqual([])
  })

  test('to a gateway that is not there fail with a sentence', async () => {
    const { register } = await anApp()
    const person = await register()
    const { id } = await aGatewayOf(person, 'http://127.0.0.1:1')
    const response = await person.call(`/api/evolution/${id}/proxy/instance/fetchInstances`)
    expect(await errorOf(response)).toMatchObject({
      status: 503,
      code: 'gateway_unavailable',
      message: 'O gateway não respondeu. Verifique a URL.',
    })
  })
})

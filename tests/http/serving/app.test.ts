import { describe, expect, test } from 'vitest'
import { api } from '../../../src/contract/api/calls.ts'
import { type Endpoint, fillPath } from '../../../src/contract/api/endpoint.ts'
import { ErrorJson } from '../../../src/contract/error-json.ts'
import { AppError, errorCatalogue } from '../../../src/contract/errors.ts'
import { allBindings } from '../../../src/http/serving/app.ts'
import { keepCampaign, keepDevice } from '../../support/domain/kept.ts'
import { anApp, asForm, asJson, errorOf } from '../../support/http/app.ts'
import { jsonAbove } from '../../support/http/large-json.ts'
import { sharedApp } from '../../support/http/shared-app.ts'

const endpoints: readonly Endpoint[] = Object.values(api)
/** Calls of the own gateway have another dialect, and tests of their own. */
const ourCalls = endpoints.filter(({ dialect }) => !dialect)
const calls = ourCalls.flatMap((endpoint) =>
  endpoint.methods.map((method) => [method.toUpperCase(), endpoint.path, endpoint] as const),
)
const privateCalls = calls.filter(([, , { isPublic }]) => !isPublic)
const callsWithId = privateCalls.filter(([, path]) => path.includes('{id}'))
/** Leaves out calls by `{token}`: where the token is not known, the body is not read. */
const callsWithBody = calls.filter(
  ([, path, { body }]) => body !== undefined && !path.includes('{token}'),
)
const names = { name: 'x', token: 'x', instance_name: 'x', messageId: 'x', phone: '61999990001' }

/** Bodies that pass their schema, so that the check behind it is reached. */
const goodBodies: Readonly<Record<string, unknown>> = {
  '/api/campaigns/{id}/followup': { publico: 'nao_lidos' },
  '/api/campaigns/{id}/lista': { publico: 'nao_lidos' },
  '/api/contacts/{id}': { name: 'x', contatos: [{ name: 'Ana', phone: '61999990000' }] },
  '/api/campaigns/{id}': { name: 'x' },
  '/api/people/{phone}/notes/{id}': { texto: 'x' },
  '/api/contacts/{id}/rows': { remover: ['5561999990000'] },
  '/api/contacts/merge': { listas: ['1', '2'], name: 'y' },
  '/api/contacts/{id}/rows/move': { contatos: ['5561999990000'], name: 'y' },
  '/api/whatsapp/devices/{id}/trial': { to: '61999990000' },
  '/api/whatsapp/passkey/{id}': { resposta: '{}' },
  '/api/evolution/{id}/proxy/instance/create': { instanceName: 'x' },
  '/api/evolution/{id}/proxy/webhook/set/{name}': { url: 'https://x.example/webhook' },
}

function initFor(method: string, { path, body }: Endpoint): RequestInit {
  return body ? asJson(goodBodies[path] ?? {}, method) : { method }
}

/** Rows share the app, since each has a person of its own, or none. */
const shared = sharedApp()

describe('every call of the contract', () => {
  test('has exactly one binding', async () => {
    const { services } = await anApp()
    const bound = allBindings(services).map(({ endpoint }) => endpoint)
    expect(new Set(bound)).toEqual(new Set(endpoints))
    expect(bound).toHaveLength(endpoints.length)
  })

  test('needs a sign-in, but for those that come before one or speak for themselves', () => {
    const open = ourCalls.filter(({ isPublic }) => isPublic).map(({ path }) => path)
    expect(open.sort()).toEqual([
      '/auth/login',
      '/auth/register',
      '/gateway',
      '/health',
      '/webhooks/{token}',
      '/webhooks/{token}/messages-update',
      '/webhooks/{token}/messages-upsert',
    ])
  })

  test.each(privateCalls)('%s %s answers 401 without a sign-in', async (method, path, endpoint) => {
    const { request } = shared()
    const response = await request(fillPath(path, { ...names, id: 'x' }), initFor(method, endpoint))
    expect(await errorOf(response)).toMatchObject({ status: 401, code: 'unauthorized' })
  })

  test.each(callsWithId)(
    "%s %s answers 404 for another user's id",
    async (method, path, endpoint) => {
      const { register, request, ...app } = shared()
      const owner = await register()
      const list = await owner.call(
        '/api/contacts',
        asJson({ name: 'x', contatos: [{ name: 'Ana', phone: '61999990000' }] }),
      )
      const { id }: { id: string } = await list.json()
      await keepCampaign(app, owner, { id, status: 'Em Andamento' })
      await keepDevice(app, owner, { deviceId: id, state: 'connecting' })
      const { apikey } = await register()
      const init = initFor(method, endpoint)
      const headers = new Headers(init.headers)
      headers.set('apikey', apikey)
      const response = await request(fillPath(path, { ...names, id }), { ...init, headers })
      expect(await errorOf(response)).toMatchObject({
        status: 404,
        code: expect.stringMatching(
          /^(campaign|campaign_webhook|list|device|gateway|chatbot|agent|delivery|session|template|note)_not_found$/,
        ),
      })
      // The owner's records are still there.
      expect((await owner.call(`/api/contacts/${id}`)).status).toBe(200)
      expect((await owner.call(`/api/campaigns/${id}`)).status).toBe(200)
      expect((await owner.call(`/api/whatsapp/status/${id}`)).status).toBe(200)
    },
  )

  test.each(callsWithBody)(
    '%s %s refuses what is no JSON',
    async (method, path, { limitBytes }) => {
      const { register } = shared()
      const { call } = await register()
      const address = fillPath(path, { ...names, id: 'x' })
      const send = (init: RequestInit) => call(address, { method, ...init })
      const json = { 'content-type': 'application/json' }

      for (const body of ['{', 'x', '\u0000', '{"a":']) {
        const response = await send({ headers: json, body })
        expect(await errorOf(response)).toMatchObject({ status: 400, code: 'malformed_json' })
      }
      const latin = await send({ headers: json, body: new Uint8Array([0x22, 0xe7, 0x22]) })
      expect(await errorOf(latin)).toMatchObject({ status: 400, code: 'malformed_json' })

      for (const type of ['text/plain', 'application/x-www-form-urlencoded', '']) {
        const response = await send({ headers: { 'content-type': type }, body: '{}' })
        expect(await errorOf(response)).toMatchObject({ status: 415, code: 'not_json' })
      }
      for (const body of ['[]', '"x"', 'null', '1']) {
        const response = await send({ headers: json, body })
        expect(await errorOf(response)).toMatchObject({ status: 400, code: 'invalid' })
      }
      const limit = limitBytes ?? 10 * 1024 * 1024
      const declared = await send({
        headers: { ...json, 'content-length': String(limit + 1) },
        body: '{}',
      })
      expect(await errorOf(declared)).toMatchObject({ status: 413, code: 'body_too_large' })
      const undeclared = await send({ headers: json, body: jsonAbove(limit) })
      expect(await errorOf(undeclared)).toMatchObject({ status: 413, code: 'body_too_large' })
    },
  )

  // Errors below the gateway have a shape of their own.
  const withOurErrors = ourCalls.map(({ path }) => path).filter((path) => path !== '/gateway')
  test.each(withOurErrors)('%s answers 405 with Allow for another method', async (path) => {
    const { request } = shared()
    const response = await request(fillPath(path, { ...names, id: 'x' }), { method: 'PROPFIND' })
    expect(await errorOf(response)).toMatchObject({ status: 405, code: 'method_not_allowed' })
    const methods = endpoints.filter((each) => each.path === path).flatMap((each) => each.methods)
    const allowed = response.headers.get('allow')?.split(', ') ?? []
    expect(allowed).toEqual(expect.arrayContaining(methods.map((method) => method.toUpperCase())))
    expect(allowed.includes('HEAD')).toBe(methods.includes('get'))
  })
})

describe('failures', () => {
  test('that nobody foresaw are logged whole and answered without a word of them', async () => {
    const { register, services, logged } = await anApp()
    const { call } = await register()
    services.campaigns.list = async () => {
      throw new TypeError('secret inner workings')
    }
    const response = await call('/api/campaigns')
    expect(await errorOf(response)).toEqual({
      status: 500,
      code: 'unexpected',
      error: 'Ocorreu um erro na comunicação com o servidor.',
      message: 'Ocorreu um erro na comunicação com o servidor.',
    })
    const entry = logged.find(({ level }) => level === 'error')
    expect(entry?.fields).toMatchObject({ err: expect.any(TypeError), path: '/api/campaigns' })
  })

  test('carry the seconds after which to try again', async () => {
    const { register, services } = await anApp()
    const { call } = await register()
    services.campaigns.list = async () => {
      throw new AppError('storage_unavailable', 'disk full', { retryAfterSeconds: 30 })
    }
    const response = await call('/api/campaigns')
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('30')
  })

  test.each(['/api/x', '/auth/x', '/x', '/api', '/api/contacts/1/2'])(
    'of an unknown path such as %s are JSON',
    async (path) => {
      const { request } = shared()
      const response = await request(path)
      expect(ErrorJson.parse(await response.clone().json()).code).toBe('not_found')
      expect((await errorOf(response)).message).toBe(errorCatalogue.not_found.text)
    },
  )

  test('of an unknown path are a page for a browser, except under /api', async () => {
    const { request } = await anApp()
    const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
    const page = await request('/qualquer/coisa', { headers })
    expect(page.status).toBe(404)
    expect(await page.text()).toContain('<title>Página Não Encontrada')
    const call = await request('/api/x', { headers })
    expect(call.headers.get('content-type')).toContain('application/json')
  })
})

describe('HEAD', () => {
  test.each(['/api/campaigns', '/api/contacts', '/openapi.json', '/health', '/'])(
    'answers %s as GET does, without a body',
    async (path) => {
      const { register } = shared()
      const { call } = await register()
      const get = await call(path)
      const head = await call(path, { method: 'HEAD' })
      expect(head.status).toBe(get.status)
      expect(head.headers.get('content-type')).toBe(get.headers.get('content-type'))
      expect(await head.text()).toBe('')
    },
  )
})

describe('while the daemon stops', () => {
  test('new calls are refused with that reason, and health still answers', async () => {
    const { register, stopping } = await anApp()
    const { call } = await register()
    stopping.abort()
    const refused = await call('/api/campaigns')
    expect(await errorOf(refused)).toMatchObject({ status: 503, code: 'stopping' })
    expect((await call('/health')).status).toBe(200)
  })
})

describe('the simulator', () => {
  test('has no call where it does not run', async () => {
    const { register } = await anApp()
    const { call } = await register()
    const response = await call('/api/simulator/scan', asJson({ deviceId: 'x' }))
    expect(await errorOf(response)).toMatchObject({ status: 404, code: 'not_found' })
  })

  test('reads the QR of the caller where it does', async () => {
    const scans: unknown[][] = []
    const { register } = await anApp({
      services: {
        simulatorScan: async (userId, scan) => {
          scans.push([userId, scan])
        },
      },
    })
    const { call, id } = await register()
    const response = await call('/api/simulator/scan', asJson({ deviceId: 'x' }))
    expect(response.status).toBe(202)
    const phone = '5561999990000'
    await call('/api/simulator/scan', asJson({ deviceId: 'loja', phone }))
    expect(scans).toEqual([
      [id, { deviceId: 'x' }],
      [id, { deviceId: 'loja', phone }],
    ])
    const refused = await call('/api/simulator/scan', asJson({ deviceId: 'x', phone: 'ana' }))
    expect(await errorOf(refused)).toMatchObject({ status: 400, details: [{ path: 'phone' }] })
  })

  test('lets go wrong what the caller asks for, where it runs', async () => {
    const faults: unknown[][] = []
    const { register } = await anApp({
      services: {
        simulatorFault: async (...asked) => {
          faults.push(asked)
        },
      },
    })
    const { call, id } = await register()
    const path = '/api/simulator/fault'
    expect((await call(path, asJson({ falha: 'trava' }))).status).toBe(202)
    expect(faults).toEqual([[id, 'trava']])
    const refused = await call(path, asJson({ falha: 'chuva' }))
    expect(await errorOf(refused)).toMatchObject({ status: 400, details: [{ path: 'falha' }] })

    const plain = await (await anApp()).register()
    const elsewhere = await plain.call(path, asJson({ falha: 'trava' }))
    expect(await errorOf(elsewhere)).toMatchObject({ status: 404, code: 'not_found' })
  })
})

test('no line of the log holds a password, a token or an apikey', async () => {
  const { register, logged } = await anApp()
  const { call, password, token, apikey, email } = await register()
  await call('/auth/login', asJson({ email, password: 'senha errada' }))
  await call('/auth/login', asJson({ email, password }))
  await call('/auth/me', { headers: { apikey } })
  await call('/api/upload/image', asForm({ token }))
  const text = JSON.stringify(logged)
  expect(logged.length).toBeGreaterThan(4)
  for (const secret of [password, 'senha errada', token, apikey]) expect(text).not.toContain(secret)
})

test('no line of the log holds the phone that an address names', async () => {
  const { register, logged } = await anApp()
  const { call } = await register()
  expect((await call('/api/optouts/5561999990001', { method: 'DELETE' })).status).toBe(404)
  expect((await call('/api/people/5561999990001/sends?cursor=x')).status).toBe(400)
  expect(logged.length).toBeGreaterThan(1)
  expect(JSON.stringify(logged)).not.toContain('61999990001')
})

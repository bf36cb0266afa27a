import { describe, expect, test } from 'vitest'
import type { GatewayCall } from '../../src/domain/gateways/gateways.ts'
import { createGatewayProxy } from '../../src/remote/gateway-proxy.ts'
import { anyTarget, type Targets } from '../../src/remote/targets.ts'
import { aStandIn, type Seen } from '../support/daemon/stand-in.ts'
import { publicTargets } from '../support/domain/targets.ts'

type Answer = { status?: number; headers?: Record<string, string>; body?: unknown } | null

async function aProxied(
  answer: (call: Seen) => Answer,
  options: { targets?: Targets; timeoutMs?: number } = {},
) {
  const { url, seen } = await aStandIn(answer)
  const proxy = createGatewayProxy({
    targets: anyTarget,
    timeoutMs: 2_000,
    callOwn: () => new Response('[]'),
    ...options,
  })
  const call = (request: Partial<GatewayCall> = {}) =>
    proxy.call(
      { url: `${url}/base`, apiKey: 'chave', isOwn: false },
      { method: 'GET', path: ['instance', 'fetchInstances'], ...request },
      new AbortController().signal,
    )
  return { call, seen }
}

describe('a gateway', () => {
  test('is called with its key below its own address', async () => {
    const { call, seen } = await aProxied(() => ({ body: [{ name: 'balcao' }] }))
    expect(await call({ query: { instanceName: 'balcão', x: undefined } })).toEqual([
      { name: 'balcao' },
    ])
    expect(seen).toMatchObject([
      {
        method: 'GET',
        path: '/base/instance/fetchInstances?instanceName=balc%C3%A3o',
        headers: { apikey: 'chave' },
      },
    ])
  })

  test('is queried about itself at its root', async () => {
    const { call, seen } = await aProxied(() => ({ body: { version: '2.3.6' } }))
    expect(await call({ path: [] })).toEqual({ version: '2.3.6' })
    expect(seen[0]?.path).toBe('/base/')
  })

  test.each([
    ['Loja 1/2?x#y', 'Loja%201%2F2%3Fx%23y'],
    ['%2e%2e', '%252e%252e'],
    ['a\r\nHost: x', 'a%0D%0AHost%3A%20x'],
  ])('gets the name %j escaped', async (name, escaped) => {
    const { call, seen } = await aProxied(() => ({ body: {} }))
    await call({ path: ['instance', 'connect', name] })
    expect(seen[0]?.path).toBe(`/base/instance/connect/${escaped}`)
  })

  test.each(['..', '.', '', '../delete/x', 'a/../../b', '..\\x'])(
    'is not called for the name %j',
    async (name) => {
      const { call, seen } = await aProxied(() => ({ body: {} }))
      await expect(call({ path: ['instance', 'connect', name] })).rejects.toMatchObject({
        code: 'gateway_instance_not_found',
      })
      expect(seen).toEqual([])
    },
  )
})

describe('a gateway of version 1', () => {
  test('begins a connection anew by PUT, and one of version 2 by POST alone', async () => {
    const older = await aProxied(({ method }) =>
      method === 'PUT' ? { body: { ok: true } } : { status: 404, body: {} },
    )
    const restart = { method: 'POST', path: ['instance', 'restart', 'balcao'] } as const
    expect(await older.call(restart)).toEqual({ ok: true })
    expect(older.seen.map(({ method }) => method)).toEqual(['POST', 'PUT'])
    const newer = await aProxied(() => ({ body: { ok: true } }))
    expect(await newer.call(restart)).toEqual({ ok: true })
    expect(newer.seen.map(({ method }) => method)).toEqual(['POST'])
    await expect(
      (await aProxied(() => ({ status: 404, body: {} }))).call(restart),
    ).rejects.toMatchObject({ code: 'gateway_instance_not_found' })
  })

  const refusesNewer = (wanted: string) => (call: Seen) =>
    wanted in JSON.parse(call.text)
      ? { status: 201, body: { ok: true } }
      : { status: 400, body: { response: { message: [`requires "${wanted}"`] } } }

  test.each([
    [
      'webhook/set',
      {
        webhook: { enabled: true, url: 'http://a/b', byEvents: false, base64: true, events: ['X'] },
      },
      {
        enabled: true,
        url: 'http://a/b',
        webhook_by_events: false,
        webhook_base64: true,
        events: ['X'],
      },
      'webhook_by_events',
    ],
    [
      'instance/create',
      { instanceName: 'a', qrcode: true, webhook: { url: 'http://a/b', byEvents: true } },
      { instanceName: 'a', qrcode: true, webhook: 'http://a/b', webhook_by_events: true },
      'webhook_by_events',
    ],
    [
      'message/sendText',
      { number: '5561999990000', text: 'Oi' },
      { number: '5561999990000', textMessage: { text: 'Oi' } },
      'textMessage',
    ],
  ])(
    'is asked for %s in its own words once it refused the newer ones',
    async (way, body, older, wanted) => {
      const { call, seen } = await aProxied(refusesNewer(wanted))
      const path = [...way.split('/'), 'balcao']
      expect(await call({ method: 'POST', path, body })).toEqual({ ok: true })
      expect(seen.map(({ text }) => JSON.parse(text))).toEqual([body, older])
    },
  )

  test('that refuses both wordings is told by what it said of the first', async () => {
    let calls = 0
    const { call } = await aProxied(() => {
      calls += 1
      return { status: 400, body: { message: `refusal ${calls}` } }
    })
    const body = { number: '1', text: 'Oi' }
    const path = ['message', 'sendText', 'balcao']
    await expect(call({ method: 'POST', path, body })).rejects.toMatchObject({
      code: 'gateway_refused',
      details: [{ path: 'gateway', message: 'refusal 1' }],
    })
    expect(calls).toBe(2)
  })

  test('is not asked twice for what both versions say alike', async () => {
    const { call, seen } = await aProxied(() => ({ status: 400, body: {} }))
    await expect(call()).rejects.toMatchObject({ code: 'gateway_refused' })
    expect(seen).toHaveLength(1)
  })
})

describe('the failure of a gateway', () => {
  const refused = (message: unknown) => ({
    status: 400,
    error: 'Bad Request',
    response: { message },
  })

  test.each([
    [401, { message: 'Unauthorized' }, 'gateway_key_refused', []],
    [404, refused('x'), 'gateway_instance_not_found', []],
    [403, refused(['in use']), 'gateway_refused', ['in use']],
    [400, refused([['requires "webhook"']]), 'gateway_refused', ['requires "webhook"']],
    [400, { message: 'plain' }, 'gateway_refused', ['plain']],
    [400, {}, 'gateway_refused', []],
    [200, { error: true, message: '[object Object]' }, 'gateway_refused', []],
    [200, { error: true, message: 'no socket' }, 'gateway_refused', ['no socket']],
    [500, refused('x'), 'gateway_unavailable', []],
    [200, '<html>', 'gateway_unavailable', []],
    [200, '"text"', 'gateway_unavailable', []],
    [502, 'Bad Gateway', 'gateway_unavailable', []],
    [503, { error: 'Service Unavailable' }, 'gateway_unavailable', []],
    [503, { error: 'service not activated', code: 'LICENSE_REQUIRED' }, 'gateway_license', []],
    [503, { status: 503, error: 'LICENSE_REQUIRED' }, 'gateway_license', []],
  ])('%i %j is %s', async (status, body, code, messages) => {
    const { call } = await aProxied(() => ({ status, body }))
    await expect(call()).rejects.toMatchObject({
      code,
      details: messages.map((message) => ({ path: 'gateway', message })),
    })
  })

  test('tells how long to wait', async () => {
    const { call } = await aProxied(() => ({ status: 429, headers: { 'retry-after': '12' } }))
    await expect(call()).rejects.toMatchObject({ code: 'gateway_busy', retryAfterSeconds: 12 })
  })

  test('to answer in time is told as such', async () => {
    const { call } = await aProxied(() => null, { timeoutMs: 50 })
    await expect(call()).rejects.toMatchObject({ code: 'gateway_unavailable' })
  })

  test('to be public is told where that is asked for', async () => {
    const { call, seen } = await aProxied(() => ({ body: [] }), { targets: publicTargets() })
    await expect(call()).rejects.toMatchObject({ code: 'gateway_private' })
    expect(seen).toEqual([])
  })
})

test("the daemon's own gateway is answered inside the process", async () => {
  const calls: Request[] = []
  const proxy = createGatewayProxy({
    targets: publicTargets(),
    callOwn: (request) => {
      calls.push(request)
      return Response.json({ base64: 'x' })
    },
  })
  const answer = await proxy.call(
    { url: 'https://loja.example/disparo/gateway', apiKey: 'minha', isOwn: true },
    { method: 'POST', path: ['webhook', 'set', 'gateway'], body: { webhook: {} } },
    new AbortController().signal,
  )
  expect(answer).toEqual({ base64: 'x' })
  const [call] = calls
  expect(new URL(call?.url ?? '').pathname).toBe('/gateway/webhook/set/gateway')
  expect(call?.headers.get('apikey')).toBe('minha')
  expect(await call?.json()).toEqual({ webhook: {} })
})

import { expect, test } from 'vitest'
import { createCampaignWebhookCall } from '../../src/remote/campaign-webhook-call.ts'
import { anyTarget } from '../../src/remote/targets.ts'
import { aStandIn } from '../support/daemon/stand-in.ts'
import { expectSigned, SECRET } from '../support/domain/standard-webhooks.ts'
import { anEvent } from '../support/storage/outbox.ts'

const NOW_MS = 1_614_265_330_000

test('the reference algorithm is that of Standard Webhooks’ own example', () => {
  expectSigned({
    secret: SECRET,
    text: '{"test": 2432232314}',
    headers: {
      'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    },
  })
})

test('an event is posted as Standard Webhooks are, signed anew at every attempt', async () => {
  const { url, seen } = await aStandIn(() => ({ status: 204 }))
  let nowMs = NOW_MS
  const call = createCampaignWebhookCall({
    targets: anyTarget,
    now: () => nowMs,
    timeoutMs: 5_000,
  })
  const target = { url: `${url}/hook?chave=1`, secret: SECRET, events: [], isActive: true }
  const event = anEvent({ id: 'webhook_1.abc', event: 'envio.erro', data: { nome: 'São João' } })
  const delivery = { outbox: { userId: 'ana', instance: 'webhook_1' }, event }
  const attempt = () => call(target, delivery, new AbortController().signal)
  const made = await attempt()
  expect(made).toMatchObject({
    kind: 'answered',
    url: `${url}/hook`,
    httpStatus: 204,
    retryAfterSeconds: null,
    answer: { text: '', isCut: false },
  })
  // The recorded request is what was sent.
  expect(seen[0]?.headers).toMatchObject(made.headers)
  expect(Object.keys(made.headers)).toContain('webhook-signature')
  nowMs += 60_000
  await attempt()
  for (const [place, { headers, text }] of seen.entries()) {
    expectSigned({ secret: SECRET, text, headers })
    expect(headers['webhook-id']).toBe('abc')
    expect(headers['webhook-timestamp']).toBe(String(1_614_265_330 + place * 60))
    expect(JSON.parse(text)).toEqual({
      id: 'abc',
      type: 'envio.erro',
      timestamp: event.createdAt,
      data: { nome: 'São João' },
    })
  }
  expect(seen).toHaveLength(2)
  expect(seen[0]?.headers['webhook-signature']).not.toBe(seen[1]?.headers['webhook-signature'])
})

test('a secret that was replaced signs as well, until its time is over', async () => {
  const { url, seen } = await aStandIn(() => ({ status: 204 }))
  let nowMs = NOW_MS
  const call = createCampaignWebhookCall({
    targets: anyTarget,
    now: () => nowMs,
    timeoutMs: 5_000,
  })
  const secret = 'whsec_bmV3IHNlY3JldCBvZiB0aGlydHktdHdvIGJ5dGVzISE='
  const oldSecretUntil = new Date(NOW_MS + 60_000).toISOString()
  const target = {
    ...{ url, secret, oldSecret: SECRET, oldSecretUntil, events: [], isActive: true },
  }
  const delivery = { outbox: { userId: 'ana', instance: 'webhook_1' }, event: anEvent() }
  const attempt = () => call(target, delivery, new AbortController().signal)
  await attempt()
  nowMs += 60_000
  await attempt()
  const [during, after] = seen.map(({ text, headers }) => ({
    text,
    headers,
    signatures: String(headers['webhook-signature']).split(' '),
  }))
  expect(during?.signatures).toHaveLength(2)
  for (const [place, one] of [secret, SECRET].entries()) {
    const headers = { ...during?.headers, 'webhook-signature': during?.signatures[place] }
    expectSigned({ secret: one, text: during?.text ?? '', headers })
  }
  expect(after?.signatures).toHaveLength(1)
  expectSigned({ secret, text: after?.text ?? '', headers: after?.headers ?? {} })
})

test('a redirect that would be another request is what the webhook answered, and is not followed', async () => {
  const { url, seen } = await aStandIn(({ path }) => ({
    status: path === '/hook' ? 301 : 204,
    headers: { location: '/hook/' },
  }))
  const call = createCampaignWebhookCall({
    targets: anyTarget,
    now: () => NOW_MS,
    timeoutMs: 5_000,
  })
  const target = { url: `${url}/hook`, secret: SECRET, events: [], isActive: true }
  const delivery = { outbox: { userId: 'ana', instance: 'webhook_1' }, event: anEvent() }
  expect(await call(target, delivery, new AbortController().signal)).toMatchObject({
    kind: 'answered',
    httpStatus: 301,
    answer: { headers: { location: '/hook/' } },
  })
  expect(seen).toHaveLength(1)
})

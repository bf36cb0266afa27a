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
  expect(await attempt()).toEqual({
    kind: 'answered',
    url: `${url}/hook`,
    httpStatus: 204,
    retryAfterSeconds: null,
  })
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

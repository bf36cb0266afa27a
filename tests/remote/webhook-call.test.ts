import { createHmac } from 'node:crypto'
import { jwtVerify } from 'jose'
import { describe, expect, test } from 'vitest'
import type { InstanceWebhook } from '../../src/contract/gateways/gateway.ts'
import { WEBHOOK_ANSWER_BYTES } from '../../src/contract/limits.ts'
import type { InboundMedia } from '../../src/domain/messenger.ts'
import type { SigningSecret } from '../../src/domain/webhooks/secrets/signing-secret.ts'
import { anyTarget } from '../../src/remote/targets.ts'
import { createShowBody, createWebhookCall } from '../../src/remote/webhook-call.ts'
import { aStandIn } from '../support/daemon/stand-in.ts'
import { aWebhook, TOKEN } from '../support/domain/instance-webhook.ts'
import { expectSigned, SECRET } from '../support/domain/standard-webhooks.ts'
import { anEvent, BALCAO } from '../support/storage/outbox.ts'

const NOW_MS = Date.UTC(2026, 0, 15, 12)
const signal = new AbortController().signal
const media: InboundMedia = {
  kind: 'image',
  directPath: '/v/x',
  url: null,
  mediaKey: 'AA==',
  sha256: 'AA==',
}

async function aCall({
  webhook = {},
  file = null,
  path = '',
  status = 200,
  signing = { secret: TOKEN },
  now = () => NOW_MS,
}: {
  readonly webhook?: Partial<InstanceWebhook>
  readonly file?: Uint8Array | null
  readonly path?: string
  readonly status?: number
  readonly signing?: SigningSecret
  readonly now?: () => number
} = {}) {
  const { url, seen } = await aStandIn(() => ({ status, body: 'x'.repeat(1_000_000) }))
  const call = createWebhookCall({
    targets: anyTarget,
    gatewayUrl: () => 'http://disparo.example/gateway',
    download: async () => file,
    now,
  })
  const target = {
    webhook: aWebhook({ url: `${url}${path}`, ...webhook }),
    token: TOKEN,
    signing,
    instanceId: 'i-1',
    ownJid: '5561900001111@s.whatsapp.net',
    profileName: 'Loja',
  }
  const post = (event = anEvent()) => call(target, { outbox: BALCAO, event }, signal)
  return { url, seen, post }
}

describe('a call to a webhook', () => {
  test('brings the event in the shape of a gateway, signed over its bytes', async () => {
    const { url, seen, post } = await aCall({ path: '/hook' })
    const made = await post(anEvent({ data: { text: 'São João' } }))
    expect(made).toMatchObject({
      kind: 'answered',
      url: `${url}/hook`,
      httpStatus: 200,
      retryAfterSeconds: null,
      answer: { headers: { 'content-type': 'application/json' }, isCut: true },
    })
    expect(made).toHaveProperty('answer.text', 'x'.repeat(WEBHOOK_ANSWER_BYTES))
    const [call] = seen
    expect(JSON.parse(call?.text ?? '')).toEqual({
      event: 'messages.upsert',
      instance: 'balcao',
      data: { text: 'São João' },
      destination: `${url}/hook`,
      date_time: '2026-01-15T12:00:00.000Z',
      sender: '5561900001111@s.whatsapp.net',
      server_url: 'http://disparo.example/gateway',
      apikey: TOKEN,
    })
    const hmac = createHmac('sha256', TOKEN)
      .update(call?.text ?? '')
      .digest('hex')
    expect(call).toMatchObject({
      method: 'POST',
      path: '/hook',
      headers: {
        'content-type': 'application/json',
        'x-disparo-signature': `sha256=${hmac}`,
        'x-disparo-event-id': 'balcao.1',
      },
    })
  })

  test('signs the time of each attempt as well, by the token until there is a secret', async () => {
    let nowMs = NOW_MS
    const { seen, post } = await aCall({ now: () => nowMs })
    await post()
    nowMs += 60_000
    await post()
    const secret = `whsec_${Buffer.from(TOKEN).toString('base64')}`
    for (const [place, { headers, text }] of seen.entries()) {
      expectSigned({ secret, headers, text })
      // The id has no dot, since dots separate the signed parts.
      expect(headers['webhook-id']).toBe('balcao_1')
      expect(headers['webhook-timestamp']).toBe(String(NOW_MS / 1000 + place * 60))
    }
    expect(seen).toHaveLength(2)
  })

  test('is signed by the secret, and by what was before it until the time of that is over', async () => {
    let nowMs = NOW_MS
    const oldSecretUntil = new Date(NOW_MS + 60_000).toISOString()
    const { seen, post } = await aCall({
      signing: { secret: SECRET, oldSecret: TOKEN, oldSecretUntil },
      now: () => nowMs,
    })
    await post()
    nowMs += 60_000
    await post()
    const [during, after] = seen.map(({ headers, text }) => ({ headers, text }))
    if (!during || !after) return expect.unreachable()
    expectSigned({ secret: SECRET, ...during })
    expectSigned({ secret: `whsec_${Buffer.from(TOKEN).toString('base64')}`, ...during })
    expectSigned({ secret: SECRET, ...after })
    expect(String(after.headers['webhook-signature']).split(' ')).toHaveLength(1)
    // The older header is signed by the token, whatever the secret.
    const hmac = createHmac('sha256', TOKEN).update(after.text).digest('hex')
    expect(after.headers['x-disparo-signature']).toBe(`sha256=${hmac}`)
  })

  test.each([
    ['/hook', '/hook/messages-upsert'],
    ['/hook/', '/hook/messages-upsert'],
    ['', '/messages-upsert'],
    ['/hook?a=1', '/hook/messages-upsert?a=1'],
  ])('has an address per event below %j where that is asked for', async (path, expected) => {
    const { seen, post } = await aCall({ path, webhook: { byEvents: true } })
    await post()
    expect(seen[0]?.path).toBe(expected)
  })

  test('carries the owner’s headers, except those that are not theirs to set', async () => {
    const { seen, post } = await aCall({
      webhook: {
        headers: {
          'X-Loja': '1',
          Host: 'elsewhere.example',
          'Content-Length': '3',
          'transfer-encoding': 'chunked',
          'x-disparo-signature': 'forged',
          'Webhook-Signature': 'v1,forged',
        },
      },
    })
    const { headers } = await post()
    expect(seen[0]?.headers).toMatchObject({
      'x-loja': '1',
      host: expect.stringContaining('127.0.0.1'),
    })
    expect(seen[0]?.headers['x-disparo-signature']).toMatch(/^sha256=[0-9a-f]{64}$/)
    expect(seen[0]?.headers['webhook-signature']).toMatch(/^v1,[\w+/]{43}=$/)
    // Custom headers may be keys: the recorded request has only their names.
    expect(headers).toMatchObject({ 'X-Loja': '••••••••' })
    expect(headers['x-disparo-signature']).toBe(seen[0]?.headers['x-disparo-signature'])
    expect(seen[0]?.text.length).toBeGreaterThan(100)
  })

  test('turns a key into a token that is valid for ten minutes', async () => {
    const { seen, post } = await aCall({ webhook: { headers: { jwt_key: 'segredo' } } })
    await post()
    const { authorization = '', jwt_key } = seen[0]?.headers ?? {}
    expect(jwt_key).toBeUndefined()
    const { payload } = await jwtVerify(
      authorization.replace('Bearer ', ''),
      new TextEncoder().encode('segredo'),
      { currentDate: new Date(NOW_MS) },
    )
    expect((payload.exp ?? 0) - (payload.iat ?? 0)).toBe(600)
  })

  test.each([
    ['the file', new Uint8Array([1, 2, 3]), true, 'AQID'],
    ['nothing where it cannot be had', null, true, undefined],
    ['nothing where nobody asked for it', new Uint8Array([1, 2, 3]), false, undefined],
  ])('brings along %s', async (_, file, base64, expected) => {
    const { seen, post } = await aCall({ file, webhook: { base64 } })
    await post(anEvent({ media, data: { message: { imageMessage: { caption: 'Oi' } } } }))
    const { data } = JSON.parse(seen[0]?.text ?? '')
    expect(data.message.base64).toBe(expected)
    expect(data.message.imageMessage).toEqual({ caption: 'Oi' })
  })

  test('does not begin where the address is none', async () => {
    const { post } = await aCall({ webhook: { url: 'isto não é um endereço' } })
    expect(await post()).toMatchObject({ kind: 'invalid' })
  })

  test('tells its address without what may be secret', async () => {
    const { url, post } = await aCall({ path: `/services/${'k'.repeat(32)}/in?token=abc` })
    expect((await post()).url).toBe(`${url}/services/kkkk…/in`)
  })

  test('is shown as it is sent, without what is secret', () => {
    const show = createShowBody({ gatewayUrl: () => 'http://disparo.example/gateway' })
    const target = {
      webhook: aWebhook({ url: `http://a.example/services/${'k'.repeat(32)}?token=abc` }),
      ...{ token: TOKEN, signing: { secret: TOKEN }, instanceId: 'i-1' },
      ...{ ownJid: null, profileName: 'Loja' },
    }
    const event = anEvent({ data: { text: 'São João' } })
    const shown = show(target, { outbox: BALCAO, event })
    expect(shown).not.toContain(TOKEN)
    expect(JSON.parse(shown)).toMatchObject({
      ...{ event: 'messages.upsert', data: { text: 'São João' }, apikey: '••••••••' },
      destination: 'http://a.example/services/kkkk…',
    })
  })

  test('that is answered is delivered, also where the answer never ends', async () => {
    const { url } = await aStandIn((_, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' })
      response.write('recebido')
      return null
    })
    const call = createWebhookCall({
      ...{ targets: anyTarget, gatewayUrl: () => url, download: async () => null },
      now: () => NOW_MS,
    })
    const target = {
      webhook: aWebhook({ url }),
      ...{ token: TOKEN, signing: { secret: TOKEN }, instanceId: 'i-1' },
      ...{ ownJid: null, profileName: 'Loja' },
    }
    expect(await call(target, { outbox: BALCAO, event: anEvent() }, signal)).toMatchObject({
      ...{ kind: 'answered', httpStatus: 200, answer: { text: 'recebido', isCut: true } },
    })
  })
})

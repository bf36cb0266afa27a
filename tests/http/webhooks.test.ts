import { describe, expect, test } from 'vitest'
import type { AppEvent } from '../../src/contract/events.ts'
import { aGatewayMessage, anUpdate, anUpsert, JPEG } from '../support/domain/webhook.ts'
import { anApp, asJson, errorOf } from '../support/http/app.ts'
import { PUBLIC_URL } from '../support/http/services.ts'

async function aReceiver() {
  const app = await anApp()
  const person = await app.register()
  const { url }: { url: string } = await (await person.call('/api/webhooks')).json()
  const path = url.replace(PUBLIC_URL, '')
  const post = (body: unknown, suffix = '') => app.request(`${path}${suffix}`, asJson(body))
  const read = async (query: string) => (await person.call(`/api/webhook-messages${query}`)).json()
  return { ...app, person, path, post, read }
}

describe('the receiver', () => {
  test('stores what a gateway posts, once, and publishes it to the screens', async () => {
    const { post, read, events, person } = await aReceiver()
    const heard: AppEvent[] = []
    events.subscribe(person.id, (event) => heard.push(event))
    const first = await post(anUpsert())
    expect(first.status).toBe(200)
    expect(await first.json()).toEqual({ stored: 1 })
    expect(await (await post(anUpsert())).json()).toEqual({ stored: 0 })
    expect(heard).toEqual([{ type: 'message', instance: 'balcao' }])
    expect(await read('?instance=balcao&remote_jid=5561988880001@s.whatsapp.net')).toEqual([
      {
        id: 'MSG1',
        evolution_id: 'own',
        instance: 'balcao',
        remote_jid: '5561988880001@s.whatsapp.net',
        push_name: 'Bruna',
        message_content: 'Bom dia!',
        message_type: 'conversation',
        from_me: false,
        message_timestamp: 1_768_478_400,
        status: null,
        thumbnail: null,
      },
    ])
  })

  test('shows how far a sent message has come, and publishes it to the screens once', async () => {
    const { post, read, events, person } = await aReceiver()
    const sent = aGatewayMessage({ fromMe: true, status: 'SERVER_ACK' })
    await post(anUpsert({ data: sent }))
    expect(await read('?instance=balcao')).toMatchObject([{ from_me: true, status: 'sent' }])
    const heard: AppEvent[] = []
    events.subscribe(person.id, (event) => heard.push(event))
    const response = await post(anUpdate())
    expect([response.status, await response.json()]).toEqual([200, { stored: 0 }])
    await post(anUpdate())
    expect(await read('?instance=balcao')).toMatchObject([{ status: 'delivered' }])
    expect(heard).toEqual([{ type: 'message', instance: 'balcao' }])

    const { event: _, ...nameless } = anUpdate({
      data: { keyId: 'MSG1', fromMe: true, status: 'READ' },
    })
    expect((await post(nameless)).status).toBe(400)
    expect((await post(nameless, '/messages-update')).status).toBe(200)
    expect(await read('?instance=balcao')).toMatchObject([{ status: 'read' }])
  })

  test('marks messages of no other instance and no other gateway', async () => {
    const { post, read, request, person } = await aReceiver()
    await post(anUpsert({ data: aGatewayMessage({ fromMe: true, status: 'PENDING' }) }))
    const made = await person.call(
      '/api/evolution',
      asJson({ url: 'http://a.example', apikey: 'k' }),
    )
    const { webhook_url }: { webhook_url: string } = await made.json()
    const elsewhere = await request(webhook_url.replace(PUBLIC_URL, ''), asJson(anUpdate()))
    expect(elsewhere.status).toBe(200)
    expect((await post({ ...anUpdate(), instance: 'outra' })).status).toBe(200)
    expect(await read('?instance=balcao')).toMatchObject([{ status: null }])
    expect(await read('/instances')).toEqual(['balcao'])
  })

  test('keeps the small picture of a medium', async () => {
    const { post, read } = await aReceiver()
    const message = { imageMessage: { caption: 'A loja', jpegThumbnail: JPEG } }
    await post(anUpsert({ data: aGatewayMessage({ message, messageType: 'imageMessage' }) }))
    expect(await read('?instance=balcao')).toMatchObject([
      { message_content: 'A loja', thumbnail: JPEG },
    ])
  })

  test('shows when a gateway last posted an event, to the minute, and counts nothing else as one', async () => {
    const { post, person, clock } = await aReceiver()
    const lastEventAt = async () => {
      const [row] = await (await person.call('/api/evolution')).json()
      return row.last_event_at
    }
    await post({ event: 'nada' })
    expect(await lastEventAt()).toBeNull()
    await post(anUpsert())
    const first = await lastEventAt()
    expect(Date.parse(first)).toBe(clock.now())
    clock.advance(59_000)
    await post(anUpdate())
    expect(await lastEventAt()).toBe(first)
    clock.advance(1_000)
    await post(anUpdate())
    expect(Date.parse(await lastEventAt())).toBe(clock.now())
  })

  test('takes gateways that post each event to an address of its own', async () => {
    const { post } = await aReceiver()
    const { event: _, ...nameless } = anUpsert()
    expect((await post(nameless)).status).toBe(400)
    expect((await post(nameless, '/messages-upsert')).status).toBe(200)
  })

  test('does not read the body for a token that nobody has', async () => {
    const { request } = await aReceiver()
    for (const token of ['x', '__proto__', 'a'.repeat(32)]) {
      const response = await request(`/webhooks/${token}`, asJson('{ broken'))
      expect(await errorOf(response)).toMatchObject({ status: 404, code: 'webhook_not_found' })
    }
  })

  test.each([
    ['another event', anUpsert({ event: 'qrcode.updated', data: { qrcode: {} } })],
    ['nothing', {}],
    ['a list', []],
    ['null', null],
    ['a polluted object', '{"__proto__":{"event":"messages.upsert"},"instance":"a","data":{}}'],
  ])('answers 400 to %s', async (_, body) => {
    const { post } = await aReceiver()
    expect(await errorOf(await post(body))).toMatchObject({
      status: 400,
      code: 'no_message_event',
    })
  })

  test('answers as any call to what is no JSON or too large', async () => {
    const { request, path, post } = await aReceiver()
    expect(await errorOf(await post('{'))).toMatchObject({ status: 400, code: 'malformed_json' })
    const plain = { method: 'POST', headers: { 'content-type': 'text/plain' }, body: '{}' }
    expect((await request(path, plain)).status).toBe(415)
    const large = await post(`"${'x'.repeat(10 * 1024 * 1024)}"`)
    expect(await errorOf(large)).toMatchObject({ status: 413, code: 'body_too_large' })
  })

  test('does not believe a clock that is days ahead', async () => {
    const { post, read, clock } = await aReceiver()
    await post(anUpsert({ data: aGatewayMessage({ at: 4_000_000_000 }) }))
    const [message] = await read('?instance=balcao')
    expect(message.message_timestamp).toBe(Math.floor(clock.now() / 1000))
  })

  test('keeps neither texts nor its key in the log', async () => {
    const { post, path, logged } = await aReceiver()
    await post(anUpsert({ data: aGatewayMessage({ text: 'segredo da Bruna' }) }))
    await post(anUpsert({ event: 'x', data: aGatewayMessage({ text: 'segredo da Bruna' }) }))
    await post(anUpsert(), '/messages-update')
    expect(logged.filter(({ level }) => level === 'info')).not.toEqual([])
    expect(JSON.stringify(logged)).not.toContain('segredo')
    expect(JSON.stringify(logged)).not.toContain(path.replace('/webhooks/', ''))
  })
})

describe('chats', () => {
  test('show instances, contacts and the newest messages in ascending order', async () => {
    const { post, read } = await aReceiver()
    const messages = Array.from({ length: 120 }, (_, step) =>
      aGatewayMessage({ id: `M${step}`, text: `texto ${step}`, at: 1_700_000_000 + step }),
    )
    expect(await (await post(anUpsert({ data: messages.toReversed() }))).json()).toEqual({
      stored: 120,
    })
    await post(anUpsert({ instance: 'Ateliê', data: aGatewayMessage({ id: 'A' }) }))

    expect(await read('/instances')).toEqual(['Ateliê', 'balcao'])
    expect(await read('/contacts?instance=balcao')).toEqual([
      {
        remote_jid: '5561988880001@s.whatsapp.net',
        push_name: 'Bruna',
        last_message: 'texto 119',
        message_timestamp: 1_700_000_119,
      },
    ])
    const chat = '?instance=balcao&remote_jid=5561988880001@s.whatsapp.net'
    const whole: { message_content: string }[] = await read(chat)
    expect(whole).toHaveLength(100)
    expect(whole.at(0)?.message_content).toBe('texto 20')
    expect(whole.at(-1)?.message_content).toBe('texto 119')
    expect(await read(`${chat}&limit=2`)).toMatchObject([
      { message_content: 'texto 118' },
      { message_content: 'texto 119' },
    ])
  })

  test('join a person’s two names into one', async () => {
    const { post, read } = await aReceiver()
    const lid = '777@lid'
    const phone = '5561988880001@s.whatsapp.net'
    await post(anUpsert({ data: aGatewayMessage({ id: '1', remoteJid: lid, at: 1 }) }))
    await post(
      anUpsert({
        data: aGatewayMessage({ id: '2', at: 2, key: { remoteJid: lid, remoteJidAlt: phone } }),
      }),
    )
    await post(anUpsert({ data: aGatewayMessage({ id: '3', remoteJid: phone, at: 3 }) }))
    expect(await read('/contacts?instance=balcao')).toMatchObject([{ remote_jid: phone }])
    for (const jid of [lid, phone, '5561988880001', '5561988880001@c.us']) {
      const found: { id: string; remote_jid: string }[] = await read(
        `?instance=balcao&remote_jid=${jid}`,
      )
      expect(found.map(({ id }) => id)).toEqual(['1', '2', '3'])
      expect(found.every(({ remote_jid }) => remote_jid === phone)).toBe(true)
    }
  })

  test('of another gateway are listed by its id', async () => {
    const { person, request, read } = await aReceiver()
    const made = await person.call(
      '/api/evolution',
      asJson({ url: 'http://a.example', apikey: 'k' }),
    )
    const { id, webhook_url }: { id: string; webhook_url: string } = await made.json()
    await request(webhook_url.replace(PUBLIC_URL, ''), asJson(anUpsert()))
    expect(await read('/instances')).toEqual([])
    expect(await read(`/instances?evolution_id=${id}`)).toEqual(['balcao'])
    expect(await read(`?instance=balcao&evolution_id=${id}`)).toMatchObject([{ evolution_id: id }])
  })

  test("of another user are not found, nor is another user's gateway", async () => {
    const { post, register, person } = await aReceiver()
    await post(anUpsert())
    const made = await person.call(
      '/api/evolution',
      asJson({ url: 'http://a.example', apikey: 'k' }),
    )
    const { id }: { id: string } = await made.json()
    const { call } = await register('Outra')
    expect(await (await call('/api/webhook-messages/instances')).json()).toEqual([])
    expect(await (await call('/api/webhook-messages?instance=balcao')).json()).toEqual([])
    for (const path of ['/instances?', '/contacts?instance=a&', '?instance=a&']) {
      const response = await call(`/api/webhook-messages${path}evolution_id=${id}`)
      expect(await errorOf(response)).toMatchObject({ status: 404, code: 'gateway_not_found' })
    }
  })

  test.each([
    '',
    '?instance=',
    '?instance=a&limit=0',
    '?instance=a&limit=1001',
    '?instance=a&limit=x',
  ])('are not answered to %j', async (query) => {
    const { person } = await aReceiver()
    const response = await person.call(`/api/webhook-messages${query}`)
    expect(await errorOf(response)).toMatchObject({ status: 400, code: 'invalid' })
  })
})

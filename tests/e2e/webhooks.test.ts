import { createHmac, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { phoneJid } from '../../src/contract/jid.ts'
import { aStandIn, type Seen } from '../support/daemon/stand-in.ts'
import { phones, until } from '../support/daemon/user.ts'
import { DEVICE, residentWebhookStand } from '../support/daemon/webhook-stand.ts'

const aResidentStand = residentWebhookStand()

type Body = {
  readonly event: string
  readonly instance: string
  readonly data: { readonly [name: string]: unknown }
  readonly sender?: string
}

type Traffic = { readonly last_received: string | null; readonly last_sent: string | null }

const BRUNA = '5561977770001'

function bodyOf({ text }: Seen): Body {
  return JSON.parse(text)
}

const ALL_EVENTS = [
  'CONNECTION_UPDATE',
  'MESSAGES_UPSERT',
  'MESSAGES_UPDATE',
  'SEND_MESSAGE',
  'QRCODE_UPDATED',
]

test('messages a device gets and sends reach its webhook, signed, and are in its thread', async () => {
  const { url, seen } = await aStandIn(() => ({ status: 200 }))
  const stand = await aResidentStand({
    webhook: { url: `${url}/hook?chave=1`, events: ALL_EVENTS },
  })
  const user = stand.user()
  const { id: instanceId = '', token = '' } = stand.instance ?? {}
  await stand.control.drop()
  await user.waitForStatus(DEVICE, 'connected')
  const ofEvent = (event: string) => seen.map(bodyOf).filter((body) => body.event === event)
  const statesOf = () => ofEvent('connection.update').map(({ data }) => data.state)
  const heard = async (event: string, count = 1) =>
    until(
      async () => ofEvent(event),
      (bodies) => bodies.length >= count,
    )

  // A webhook set right after the pairing may still get the event of its end.
  const [, open] = await until(
    async () => ofEvent('connection.update').slice(statesOf().indexOf('connecting')),
    ({ length }) => statesOf().includes('connecting') && length === 2,
  )
  expect(open).toMatchObject({
    instance: DEVICE,
    data: {
      instance: DEVICE,
      wuid: `${DEVICE}@s.whatsapp.net`,
      profileName: `Loja ${DEVICE}`,
      state: 'open',
      statusReason: 200,
    },
    sender: `${DEVICE}@s.whatsapp.net`,
    apikey: token,
    server_url: `${user.url}/gateway`,
    destination: `${url}/hook?chave=1`,
  })

  const { messageId: inboundId } = await stand.writes(BRUNA, 'Oi, tudo bem?')
  const [upsert] = await heard('messages.upsert')
  expect(upsert?.data).toMatchObject({
    key: {
      remoteJid: `${BRUNA}@s.whatsapp.net`,
      remoteJidAlt: `${BRUNA}@s.whatsapp.net`,
      senderLid: expect.stringMatching(/@lid$/),
      fromMe: false,
      id: inboundId,
      participant: '',
      addressingMode: 'lid',
    },
    pushName: 'Bruna',
    status: 'DELIVERY_ACK',
    message: { conversation: 'Oi, tudo bem?' },
    messageType: 'conversation',
    messageTimestamp: expect.any(Number),
    instanceId,
    source: 'unknown',
  })
  expect(upsert?.data).not.toHaveProperty('contextInfo')

  const { messageId } = await user.post<{ messageId: string }>('/api/whatsapp/send', {
    deviceId: DEVICE,
    to: BRUNA,
    text: 'Tudo!',
  })
  const [sent] = await heard('send.message')
  expect(sent?.data).toMatchObject({
    key: { remoteJid: `${BRUNA}@s.whatsapp.net`, fromMe: true, id: messageId },
    pushName: 'Você',
    status: 'PENDING',
    message: { conversation: 'Tudo!' },
    contextInfo: { mentionedJid: [], groupMentions: [] },
    messageType: 'conversation',
    instanceId,
  })
  const [update] = await heard('messages.update')
  expect(update?.data).toMatchObject({
    keyId: messageId,
    remoteJid: `${BRUNA}@s.whatsapp.net`,
    fromMe: true,
    status: 'DELIVERY_ACK',
    instanceId,
  })

  for (const { text, headers, path } of seen) {
    const signature = createHmac('sha256', token).update(text).digest('hex')
    expect(headers['x-disparo-signature']).toBe(`sha256=${signature}`)
    expect(path).toBe('/hook?chave=1')
  }
  expect(await stand.thread(BRUNA)).toMatchObject([
    { id: inboundId, message_content: 'Oi, tudo bem?', from_me: false },
    { id: messageId, message_content: 'Tudo!', from_me: true },
  ])
  const deliveries = await until(stand.deliveries, (all) =>
    all.every(({ status }) => status === 'delivered'),
  )
  expect(deliveries[0]).toMatchObject({ url: `${url}/hook`, attempts: 1, http_status: 200 })

  const traffic = async () => {
    const [device] = (await stand.user().get<{ devices: Traffic[] }>('/api/whatsapp/devices'))
      .devices
    return { received: device?.last_received, sent: device?.last_sent }
  }
  const before = await traffic()
  expect(before).toEqual({ received: expect.any(String), sent: expect.any(String) })
  await stand.daemon.stop()
  await stand.restart()
  expect(await traffic()).toEqual(before)
})

test('a campaign sends a webhook event for each message where the webhook asks for it, and begins no threads of its own', async () => {
  const { url, seen } = await aStandIn(() => ({ status: 200 }))
  const stand = await aResidentStand({
    webhook: { url, byEvents: true, events: ['SEND_MESSAGE', 'MESSAGES_UPDATE'] },
  })
  const user = stand.user()
  const audience = phones(20)
  const { id } = await user.createCampaign({
    device_id: DEVICE,
    contatos: await user.createList(audience),
  })
  await user.waitForEnd(id)
  await until(
    async () => seen.map(({ path }) => path),
    (paths) => paths.length >= 40,
  )
  const told = seen.filter(({ path }) => path === '/send-message').map(bodyOf)
  const sends = await user.sends(id)
  expect(told.map(({ data }) => data)).toHaveLength(20)
  for (const { message_id, jid, contato } of sends) {
    expect(told.map(({ data }) => data)).toContainEqual(
      expect.objectContaining({
        key: { remoteJid: jid, fromMe: true, id: message_id },
        message: { conversation: `Olá, Cliente ${audience.indexOf(contato)}!` },
      }),
    )
  }
  expect(seen.filter(({ path }) => path === '/messages-update')).toHaveLength(20)
  expect(await user.get('/api/webhook-messages/instances')).toEqual([])
  await stand.writes(audience[0] ?? '', 'Quero sim')
  const thread = await until(
    () => stand.thread(audience[0] ?? ''),
    (messages) => messages.length > 1,
  )
  expect(thread).toMatchObject([
    { message_content: 'Olá, Cliente 0!', from_me: true, status: 'read' },
    { message_content: 'Quero sim', from_me: false },
  ])
  const chats = await user.get<{ remote_jid: string }[]>('/api/chats')
  expect(chats.map(({ remote_jid }) => remote_jid)).toEqual([phoneJid(audience[0] ?? '')])
})

test('a picture travels along with its event where that is asked for', async () => {
  const { url, seen } = await aStandIn(() => ({ status: 200 }))
  const stand = await aResidentStand({
    webhook: { url, base64: true },
  })
  const image = randomBytes(300_000)
  await stand.writes(BRUNA, 'Olha só', image)
  await stand.writes(BRUNA, 'E aí?')
  await until(
    async () => seen.length,
    (count) => count === 2,
  )
  const [first, second] = seen.map(bodyOf)
  expect(first?.data).toMatchObject({
    messageType: 'imageMessage',
    message: {
      imageMessage: {
        caption: 'Olha só',
        mimetype: 'image/png',
        mediaKey: { 0: expect.any(Number) },
      },
      base64: image.toString('base64'),
    },
  })
  expect(second?.data).toMatchObject({ message: { conversation: 'E aí?' } })
  const [shown] = await stand.thread(BRUNA)
  expect(shown).toMatchObject({ message_content: 'Olha só', message_type: 'imageMessage' })
})

test('a daemon killed again and again delivers every event at least once, in order', async () => {
  let isWell = false
  const { url, seen } = await aStandIn(() => ({ status: isWell ? 200 : 503 }))
  const stand = await aResidentStand({ webhook: { url } })
  const count = 40
  for (let number = 1; number <= count; number += 1) {
    await stand.writes(BRUNA, `mensagem ${number}`)
    if (number % 10 !== 0) continue
    await until(
      async () => (await stand.deliveries()).length,
      (length) => length >= number,
    )
    await stand.daemon.kill()
    isWell = number >= 20
    await stand.restart()
  }
  await until(
    stand.deliveries,
    (all) => all.length === count && all.every(({ status }) => status === 'delivered'),
  )
  const texts = seen.map((call) => {
    const { message } = bodyOf(call).data
    return JSON.stringify(message)
  })
  const firstTimes = [...new Set(texts)]
  expect(firstTimes).toEqual(
    Array.from({ length: count }, (_, index) =>
      JSON.stringify({ conversation: `mensagem ${index + 1}` }),
    ),
  )
})

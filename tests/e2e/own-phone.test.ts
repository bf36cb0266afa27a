import { expect, test } from 'vitest'
import { aStandIn } from '../support/daemon/stand-in.ts'
import { until } from '../support/daemon/user.ts'
import { DEVICE, residentWebhookStand } from '../support/daemon/webhook-stand.ts'

const aResidentStand = residentWebhookStand()

const BRUNA = '5561977770001'
const CAIO = '5561977770002'

type Call = { readonly event: string; readonly data: Readonly<Record<string, unknown>> }

test('what the owner writes on the phone stands in the thread of whom it went to, unanswered', async () => {
  const { url, seen } = await aStandIn(() => ({ status: 200 }))
  const stand = await aResidentStand({ webhook: { url } })
  await stand.user().post('/chatbots', {
    ...{ name: 'Preço', instance_name: DEVICE, keywords: ['preço'], reply: 'Custa R$ 10.' },
  })
  const { messageId } = await stand.control.sendOwn({
    ...{ from: DEVICE, to: BRUNA, text: 'Posso mandar o preço?' },
  })
  const [first] = await until(
    () => stand.thread(BRUNA),
    ({ length }) => length === 1,
  )
  expect(first).toMatchObject({
    ...{ id: messageId, message_content: 'Posso mandar o preço?', from_me: true, status: 'sent' },
  })
  await stand.writes(BRUNA, 'Mande o preço')
  const thread = await until(
    () => stand.thread(BRUNA),
    ({ length }) => length === 3,
  )
  expect(thread.map(({ message_content }) => message_content)).toEqual([
    'Posso mandar o preço?',
    'Mande o preço',
    'Custa R$ 10.',
  ])
  expect(await stand.inbox(BRUNA)).toEqual(['Custa R$ 10.'])
  expect(await stand.contacts()).toMatchObject([
    { remote_jid: `${BRUNA}@s.whatsapp.net`, push_name: 'Bruna' },
  ])

  const calls = await until(
    async () => seen.map(({ text }): Call => JSON.parse(text)),
    ({ length }) => length === 2,
  )
  expect(calls[0]).toMatchObject({
    event: 'messages.upsert',
    data: {
      key: {
        remoteJid: `${BRUNA}@s.whatsapp.net`,
        remoteJidAlt: `${BRUNA}@s.whatsapp.net`,
        senderLid: expect.stringMatching(/@lid$/),
        fromMe: true,
        id: messageId,
        participant: '',
      },
      status: 'SERVER_ACK',
      message: { conversation: 'Posso mandar o preço?' },
      messageType: 'conversation',
    },
  })
})

test('a message that was in doubt stands in the thread once an acknowledgement or a receipt proves it', async () => {
  const { url, seen } = await aStandIn(() => ({ status: 200 }))
  const stand = await aResidentStand({
    webhook: { url, events: ['SEND_MESSAGE', 'MESSAGES_UPDATE'] },
  })
  // Bruna's acknowledgement comes after the send was given up, Caio's never.
  await stand.control.setBehaviour(BRUNA, { ackDelayMs: 32_000, undelivered: true })
  await stand.control.setBehaviour(CAIO, { ackLost: true, undelivered: true })
  const send = (to: string) =>
    stand.user().post('/api/whatsapp/send', { deviceId: DEVICE, to, text: 'Chegou?' })
  const answers = await Promise.allSettled([send(BRUNA), send(CAIO)])
  for (const answer of answers) {
    expect(answer).toMatchObject({ reason: { body: { code: 'not_confirmed' } } })
  }
  await stand.control.setBehaviour(CAIO, {})
  const reaches = async (phone: string, status: string) =>
    until(
      () => stand.thread(phone),
      ([message]) => message?.status === status,
    )
  const [acknowledged] = await reaches(BRUNA, 'sent')
  expect(acknowledged).toMatchObject({ message_content: 'Chegou?', from_me: true })
  const [delivered] = await reaches(CAIO, 'delivered')
  expect(delivered).toMatchObject({ message_content: 'Chegou?', from_me: true })

  await stand.control.setBehaviour(BRUNA, {})
  await reaches(BRUNA, 'delivered')
  const told = await until(
    async () => seen.map(({ text }): Call => JSON.parse(text)),
    ({ length }) => length >= 5,
  )
  expect(told.filter(({ event }) => event === 'send.message')).toHaveLength(2)
  const ofBruna = told.filter(({ data }) => JSON.stringify(data).includes(acknowledged?.id ?? '-'))
  expect(ofBruna.map(({ event, data }) => [event, data.status])).toEqual([
    ['send.message', 'PENDING'],
    ['messages.update', 'SERVER_ACK'],
    ['messages.update', 'DELIVERY_ACK'],
  ])
})

import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { phoneJid } from '../../src/contract/jid.ts'
import { until } from '../support/daemon/user.ts'
import { DEVICE, residentWebhookStand } from '../support/daemon/webhook-stand.ts'

const aResidentStand = residentWebhookStand()

const BRUNA = '5561977770001'

test('a sent message tells how far it has come, and a chat what was read and noted, also after a kill', async () => {
  const stand = await aResidentStand()
  const own = async () =>
    (await stand.thread(BRUNA)).filter(
      ({ from_me, message_type }) => from_me && message_type !== 'note',
    )
  const chat = { instance: DEVICE, remote_jid: phoneJid(BRUNA) }
  const unread = () => stand.user().get('/api/chats/unread')
  const reach = async (status: string) => {
    const all = (messages: readonly { status: string | null }[]) =>
      messages.length === 3 && messages.every((message) => message.status === status)
    const messages = await until(own, all)
    return messages.map((message) => message.message_content)
  }
  await stand.user().post('/chatbots', {
    ...{ name: 'Preço', instance_name: DEVICE, keywords: ['preço'], reply: 'Custa R$ 10.' },
  })

  await stand.control.setBehaviour(BRUNA, { undelivered: true })
  await stand.writes(BRUNA, 'Qual é o preço?')
  await until(own, ({ length }) => length === 1)
  await stand.user().post('/api/whatsapp/send', { deviceId: DEVICE, to: BRUNA, text: 'Pela API' })
  await stand
    .user()
    .post(`/gateway/message/sendText/${DEVICE}`, { number: BRUNA, text: 'Pelo gateway' })
  expect((await reach('sent')).toSorted()).toEqual(['Custa R$ 10.', 'Pela API', 'Pelo gateway'])

  await stand.daemon.kill()
  await stand.restart()
  await reach('sent')
  await stand.control.setBehaviour(BRUNA, {})
  await reach('delivered')
  await stand.control.markRead(BRUNA)
  await reach('read')

  // The question is still unread, also after the kill before.
  expect(await unread()).toEqual({ conversations: 1 })
  await stand.user().post('/api/chats/read', chat)
  await stand.user().post('/api/chats/notes', { ...chat, text: 'Ligar amanhã' })
  await stand.daemon.kill()
  await stand.restart()
  await reach('read')
  expect(await unread()).toEqual({ conversations: 0 })
  const [question, ...rest] = await stand.thread(BRUNA)
  expect(question).toMatchObject({ from_me: false, status: null })
  expect(rest.at(-1)).toMatchObject({ message_type: 'note', message_content: 'Ligar amanhã' })
})

test('a received picture shows a thumbnail', async () => {
  const stand = await aResidentStand()
  await stand.writes(BRUNA, 'Olha só', randomBytes(1_000))
  const [message] = await until(
    () => stand.thread(BRUNA),
    ({ length }) => length === 1,
  )
  const start = Buffer.from(message?.thumbnail ?? '', 'base64').subarray(0, 3)
  expect(start.toString('hex')).toBe('ffd8ff')
})

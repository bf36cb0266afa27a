import { expect, test } from 'vitest'
import { aStandIn } from '../../support/daemon/stand-in.ts'
import { until } from '../../support/daemon/user.ts'
import { DEVICE, residentWebhookStand } from '../../support/daemon/webhook-stand.ts'

const aResidentStand = residentWebhookStand()

const BRUNA = '5511970000621'
const brunaJid = `${BRUNA}@s.whatsapp.net`

type Event = { readonly event: string; readonly data: unknown }

test('what either side edits or takes back stands so in the thread, and a webhook receives it', async () => {
  const receiver = await aStandIn(() => ({ body: {} }))
  const { control, user, thread, writes } = await aResidentStand({
    webhook: {
      url: receiver.url,
      events: [
        ...['MESSAGES_EDITED', 'MESSAGES_DELETE', 'SEND_MESSAGE', 'SEND_MESSAGE_UPDATE'],
        ...['CONTACTS_UPSERT', 'CONTACTS_UPDATE', 'CHATS_UPSERT', 'CHATS_UPDATE'],
      ],
    },
  })
  const heard = async () => receiver.seen.map(({ text }): Event => JSON.parse(text))
  const texts = async () => (await thread(BRUNA)).map(({ message_content }) => message_content)
  const textsAre = (wanted: string[]) =>
    until(texts, (shown) => JSON.stringify(shown) === JSON.stringify(wanted))

  const { messageId: asked } = await writes(BRUNA, 'Abre às 8h?')
  await textsAre(['Abre às 8h?'])
  const change = { from: BRUNA, to: DEVICE }
  await control.sendInbound({ ...change, text: 'Abre às 9h?', edits: asked })
  await textsAre(['Abre às 9h?'])

  const { key } = await user().post<{ key: { id: string } }>(
    `/gateway/message/sendText/${DEVICE}`,
    {
      ...{ number: BRUNA, text: 'Abre às 10h' },
    },
  )
  // Nobody can edit another's message: the next edit shows that this one was refused.
  await control.sendInbound({ ...change, text: 'É grátis', edits: key.id })
  await control.sendInbound({ ...change, text: '-', takesBack: asked })
  await textsAre(['[Mensagem apagada]', 'Abre às 10h'])

  await user().post(`/gateway/chat/updateMessage/${DEVICE}`, {
    ...{ number: BRUNA, key, text: 'Abre às 11h' },
  })
  await textsAre(['[Mensagem apagada]', 'Abre às 11h'])
  const { messageId: own } = await control.sendOwn({ from: DEVICE, to: BRUNA, text: 'Até já' })
  await textsAre(['[Mensagem apagada]', 'Abre às 11h', 'Até já'])
  await control.sendOwn({ from: DEVICE, to: BRUNA, text: 'Até logo', edits: own })
  await textsAre(['[Mensagem apagada]', 'Abre às 11h', 'Até logo'])
  const answer = await user().raw(`/gateway/chat/deleteMessageForEveryone/${DEVICE}`, {
    method: 'DELETE',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(key),
  })
  expect(answer.status).toBe(201)
  await textsAre(['[Mensagem apagada]', '[Mensagem apagada]', 'Até logo'])

  const events = await until(heard, (all) =>
    all.some(
      ({ event, data }) => event === 'messages.delete' && JSON.stringify(data).includes(key.id),
    ),
  )
  const of = (name: string) => events.flatMap(({ event, data }) => (event === name ? [data] : []))
  const ofTheirs = { key: { id: asked, fromMe: false, remoteJid: brunaJid } }
  expect(of('messages.edited')).toMatchObject([
    { ...ofTheirs, editedMessage: { conversation: 'Abre às 9h?' } },
    { key: { id: key.id, fromMe: false }, editedMessage: { conversation: 'É grátis' } },
    { key: { id: key.id, fromMe: true }, editedMessage: { conversation: 'Abre às 11h' } },
    { key: { id: own, fromMe: true }, editedMessage: { conversation: 'Até logo' } },
  ])
  expect(of('messages.delete')).toMatchObject([ofTheirs.key, { id: key.id, fromMe: true }])
  expect(of('send.message')).toMatchObject([{ message: { conversation: 'Abre às 10h' } }])
  expect(of('send.message.update')).toMatchObject([{ messageType: 'protocolMessage' }])
  expect(of('contacts.upsert')).toMatchObject([{ remoteJid: brunaJid, pushName: 'Bruna' }])
  expect(of('chats.upsert')).toMatchObject([[{ remoteJid: brunaJid }]])
  expect(of('chats.update')).toHaveLength(2)
})

test('a webhook receives the chats that the account had before, once its phone has sent them', async () => {
  const receiver = await aStandIn(() => ({ body: {} }))
  const { control } = await aResidentStand({
    webhook: { url: receiver.url, events: ['CHATS_SET'] },
  })
  await control.sendHistory(DEVICE, [BRUNA])
  const [event] = await until(
    async () => receiver.seen.map(({ text }): Event => JSON.parse(text)),
    ({ length }) => length > 0,
  )
  expect(event).toMatchObject({
    ...{ event: 'chats.set', instance: DEVICE },
    data: [{ remoteJid: brunaJid, name: 'Pessoa 0621', senderLid: expect.stringMatching(/@lid$/) }],
  })
})

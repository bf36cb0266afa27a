import sharp from 'sharp'
import { expect, test } from 'vitest'
import { until } from '../../support/daemon/user.ts'
import { DEVICE, residentWebhookStand } from '../../support/daemon/webhook-stand.ts'

const aResidentStand = residentWebhookStand()

const BRUNA = '5511970000501'
const CAIO = '5511970000502'
const brunaJid = `${BRUNA}@s.whatsapp.net`

type Found = {
  messages: {
    total: number
    pages: number
    currentPage: number
    records: {
      key: { id: string; fromMe: boolean; remoteJid: string }
      pushName: string | null
      messageType: string
      message: Record<string, unknown>
      MessageUpdate: { status: string }[]
    }[]
  }
}
type Media = { base64: string; mimetype: string; caption?: string; mediaType: string }

test('a client reads the chats of an instance, page by page, and the files in them, after a restart too', async () => {
  const stand = await aResidentStand()
  const { linked, user, writes } = stand
  const ask = <Answer>(call: string, body: unknown) =>
    user().post<Answer>(`/gateway/chat/${call}/${DEVICE}`, body)
  const found = (body: unknown) => ask<Found>('findMessages', body).then(({ messages }) => messages)
  const total = async (count: number) =>
    until(
      () => found({}),
      (all) => all.total === count,
    )
  const photo = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()

  const { messageId: first } = await writes(BRUNA, 'Tem na cor azul?')
  await total(1)
  const { messageId: pictured } = await writes(BRUNA, 'Igual a esta', photo)
  await total(2)
  await writes(CAIO, 'Bom dia')
  await total(3)
  const answer = await user().post<{ key: { id: string } }>(
    `/gateway/message/sendMedia/${DEVICE}`,
    {
      ...{ number: BRUNA, mediatype: 'image', caption: 'Temos', media: photo.toString('base64') },
    },
  )
  const sent = await until(
    async () => (await found({ where: { key: { id: answer.key.id } } })).records[0],
    (record) => record?.MessageUpdate[0]?.status === 'DELIVERY_ACK',
  )
  expect(sent).toMatchObject({ pushName: 'Você', message: { imageMessage: { caption: 'Temos' } } })
  expect(await ask('findStatusMessage', { where: { id: answer.key.id } })).toMatchObject([
    { keyId: answer.key.id, status: 'DELIVERY_ACK', remoteJid: brunaJid },
  ])

  const whole = { where: { key: { remoteJid: brunaJid } } }
  expect(await found({ ...whole, offset: 2 })).toMatchObject({ total: 3, pages: 2, currentPage: 1 })
  const { records } = await found({ ...whole, offset: 2, page: 2 })
  expect(records).toMatchObject([
    {
      key: { id: first, fromMe: false, remoteJid: brunaJid },
      pushName: 'Bruna',
      message: { conversation: 'Tem na cor azul?' },
    },
  ])
  expect(await found({ where: { messageType: 'imageMessage' } })).toMatchObject({ total: 2 })
  expect(await found({ where: { key: { fromMe: true } } })).toMatchObject({ total: 1 })

  const chats = await ask<object[]>('findChats', { where: {} })
  expect(chats).toHaveLength(2)
  expect(await ask('findChats', whole.where.key && { where: { remoteJid: BRUNA } })).toMatchObject([
    { remoteJid: brunaJid, lastMessage: { key: { id: answer.key.id } }, unreadCount: 2 },
  ])
  expect(await ask('findContacts', { where: { id: brunaJid } })).toMatchObject([
    { remoteJid: brunaJid, pushName: 'Bruna', type: 'contact', isGroup: false },
  ])

  await ask('markMessageAsRead', {
    readMessages: [first, pictured].map((id) => ({ remoteJid: brunaJid, fromMe: false, id })),
  })
  const told = async () => (await linked())?.told ?? []
  await until(told, (all) => all.filter(({ what }) => what === 'read').length === 2)
  expect((await told()).map(({ about }) => about)).toEqual([first, pictured])
  expect(
    await user().get(`/gateway/chat/findChatByRemoteJid/${DEVICE}?remoteJid=${BRUNA}`),
  ).toMatchObject({ remoteJid: brunaJid, unreadMessages: 0 })

  await stand.daemon.stop()
  await stand.restart()
  const fileOf = (id: string) =>
    ask<Media>('getBase64FromMediaMessage', { message: { key: { id } } })
  const theirs = await fileOf(pictured)
  expect(Buffer.from(theirs.base64, 'base64')).toEqual(photo)
  expect(theirs).toMatchObject({ mediaType: 'imageMessage', caption: 'Igual a esta' })
  const ours = await fileOf(answer.key.id)
  expect(Buffer.from(ours.base64, 'base64')).toEqual(photo)
  await expect(fileOf(first)).rejects.toMatchObject({ status: 400 })
})

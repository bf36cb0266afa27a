import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { until } from '../../support/daemon/user.ts'
import { aWebhookStand, DEVICE } from '../../support/daemon/webhook-stand.ts'

const BRUNA = '5511970000641'
const CAIO = '5511970000642'
const PRIVACY = {
  ...{ readreceipts: 'none', profile: 'contacts', status: 'contact_blacklist' },
  ...{ online: 'match_last_seen', last: 'none', groupadd: 'contacts' },
}

// Needs its own stand: the account keeps the changes.
test('profiles are read, and the account changes its own, its privacy and the place of a chat', async () => {
  const { control, daemon, linked, user, writes, thread, restart } =
    await aWebhookStand('gateway-profile')
  const at = (call: string) => `/gateway/chat/${call}/${DEVICE}`
  const told = async () => (await linked())?.told ?? []
  const tells = (what: string, count = 1) =>
    until(
      async () => (await told()).filter((each) => each.what === what),
      ({ length }) => length === count,
    )

  await control.setBehaviour(BRUNA, {
    ...{ hasPicture: true, about: 'Só por mensagem' },
    business: { description: 'Doces', email: 'b@exemplo.com.br', website: 'https://doces.exemplo' },
  })
  const { messageId } = await writes(BRUNA, 'Oi')
  await until(
    () => thread(BRUNA),
    ({ length }) => length === 1,
  )
  expect(await user().post(at('fetchProfile'), { number: BRUNA })).toEqual({
    ...{ wuid: `${BRUNA}@s.whatsapp.net`, name: 'Bruna', numberExists: true, isBusiness: true },
    picture: expect.stringContaining(`/picture/${BRUNA}.jpg`),
    status: { status: 'Só por mensagem', setAt: expect.stringMatching(/^20.*Z$/) },
    ...{ email: 'b@exemplo.com.br', description: 'Doces', website: 'https://doces.exemplo' },
  })
  expect(await user().post(at('fetchBusinessProfile'), { number: BRUNA })).toMatchObject({
    ...{ isBusiness: true, website: ['https://doces.exemplo'] },
  })
  expect(await user().post(at('fetchProfile'), { number: CAIO })).toEqual({
    ...{ wuid: `${CAIO}@s.whatsapp.net`, name: null, numberExists: true, isBusiness: false },
    ...{ picture: null, status: null },
  })
  expect(await user().post(at('fetchBusinessProfile'), { number: CAIO })).toMatchObject({
    ...{ isBusiness: false, exists: true, number: CAIO },
  })
  expect(await user().post(at('fetchProfile'), {})).toMatchObject({
    ...{ wuid: `${DEVICE}@s.whatsapp.net`, numberExists: true, status: 'open' },
  })

  await user().post(at('updateProfileName'), { name: 'Doces da Ana' })
  expect(await tells('setting_pushName')).toMatchObject([{ about: 'Doces da Ana' }])
  const shownName = async () => (await linked())?.presences.at(-1)?.name ?? null
  await until(shownName, (name) => name === 'Doces da Ana')
  expect(await user().post(at('fetchProfile'), {})).toMatchObject({ name: 'Doces da Ana' })

  const picture = await sharp({ create: { width: 90, height: 30, channels: 4, background: 'red' } })
    .png()
    .toBuffer()
  await user().post(at('updateProfilePicture'), { picture: picture.toString('base64') })
  const [shown] = await tells('picture')
  const square = await sharp(picture)
    .resize(640, 640, { fit: 'cover' })
    .flatten({ background: 'white' })
    .jpeg({ quality: 80 })
    .toBuffer()
  expect(shown?.about).toBe(createHash('sha256').update(square).digest('hex'))
  await user().remove(at('removeProfilePicture'))
  expect((await tells('picture', 2)).at(-1)?.about).toBe('none')

  expect(await user().get(at('fetchPrivacySettings'))).toMatchObject({ last: 'all', online: 'all' })
  expect(await user().post(at('updatePrivacySettings'), PRIVACY)).toEqual({
    ...{ update: 'success', data: PRIVACY },
  })
  expect(await user().get(at('fetchPrivacySettings'))).toEqual(PRIVACY)

  const key = { id: messageId, remoteJid: `${BRUNA}@s.whatsapp.net`, fromMe: false }
  expect(await user().post(at('archiveChat'), { lastMessage: { key }, archive: true })).toEqual({
    ...{ chatId: key.remoteJid, archived: true },
  })
  expect(await user().post(at('markChatUnread'), { chat: BRUNA })).toEqual({
    ...{ chatId: BRUNA, markedChatUnread: true },
  })
  expect(await tells('archive')).toMatchObject([{ about: 'true' }])
  expect(await tells('markChatAsRead')).toMatchObject([{ about: 'false' }])
  const unknown = await user().raw(at('archiveChat'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ chat: CAIO, archive: true }),
  })
  expect(unknown.status).toBe(400)

  // The changed settings are kept, so that the next connection is in step with them.
  await daemon.stop()
  await restart()
  await user().post(at('archiveChat'), { chat: BRUNA, archive: false })
  expect((await tells('archive')).at(-1)?.about).toBe('false')
})

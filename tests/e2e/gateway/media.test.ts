import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { aStandIn } from '../../support/daemon/stand-in.ts'
import { until } from '../../support/daemon/user.ts'
import { DEVICE, residentWebhookStand } from '../../support/daemon/webhook-stand.ts'
import { anIso, anMp3, anOgg } from '../../support/uploads/samples.ts'

const aResidentStand = residentWebhookStand()

const BRUNA = '5511970000611'
/** More than JSON may hold, and more than any medium but a document may have. */
const LARGE_BYTES = 18 * 1024 * 1024

test('voices, sounds, stickers and large documents reach the phone, given in every way that clients give them', async () => {
  const host = await aStandIn(() => ({
    headers: { 'content-type': 'audio/mpeg' },
    body: Buffer.from(anMp3(10)).toString('latin1'),
  }))
  const { control, user } = await aResidentStand()
  const inboxOf = (count: number) =>
    until(
      () => control.inbox(BRUNA),
      ({ length }) => length === count,
    )
  const upload = (call: string, fields: Record<string, string | Blob>, key?: string) => {
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) {
      if (typeof value === 'string') body.append(name, value)
      else body.append(name, value, 'catálogo.bin')
    }
    const headers = key === undefined ? {} : { 'idempotency-key': key }
    return user().raw(`/gateway/message/${call}/${DEVICE}`, { method: 'POST', body, headers })
  }

  const voice = Buffer.from(anOgg())
  const spoken = await user().post<{ messageType: string; message: object }>(
    `/gateway/message/sendWhatsAppAudio/${DEVICE}`,
    { number: BRUNA, audio: voice.toString('base64') },
  )
  const isVoice = { audioMessage: { ptt: true, mimetype: 'audio/ogg; codecs=opus' } }
  expect(spoken).toMatchObject({ messageType: 'audioMessage', message: isVoice })
  await user().post(`/gateway/message/sendWhatsAppAudio/${DEVICE}`, {
    ...{ number: BRUNA, audio: `${host.url}/vinheta.mp3` },
  })
  expect(
    (await upload('sendWhatsAppAudio', { number: BRUNA, file: new Blob([voice]) })).status,
  ).toBe(201)

  const drawing = await sharp({
    create: { width: 90, height: 30, channels: 3, background: 'teal' },
  })
    .png()
    .toBuffer()
  await user().post(`/gateway/message/sendSticker/${DEVICE}`, {
    ...{ number: BRUNA, sticker: drawing.toString('base64') },
  })

  const film = Buffer.from(anIso('isom', 'vide', 'soun'))
  const circle = { number: BRUNA, video: film.toString('base64') }
  expect(await user().post(`/gateway/message/sendPtv/${DEVICE}`, circle)).toMatchObject({
    ...{ messageType: 'ptvMessage', message: { ptvMessage: { mimetype: 'video/mp4' } } },
  })

  const large = Buffer.alloc(LARGE_BYTES, 'catálogo ')
  const named = { number: BRUNA, mediatype: 'document', mimetype: 'application/pdf' }
  const file = new Blob([large])
  for (const _ of ['first', 'again']) {
    const answer = await upload('sendMedia', { ...named, caption: 'Segue', file }, 'uma-vez')
    expect([answer.status, await answer.json()]).toMatchObject([
      201,
      { message: { documentMessage: { fileName: 'catálogo.bin', caption: 'Segue' } } },
    ])
  }
  const tooLarge = await upload('sendMedia', { ...named, mediatype: 'video', file })
  expect(tooLarge.status).toBe(413)

  const inbox = await inboxOf(6)
  const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
  expect(inbox).toMatchObject([
    { type: 'audio', mediaSha256: hashOf(voice), parts: isVoice },
    { type: 'audio', mimeType: 'audio/mpeg', parts: null },
    { type: 'audio', mediaSha256: hashOf(voice), parts: isVoice },
    {
      type: 'sticker',
      mimeType: 'image/webp',
      parts: { stickerMessage: { width: 512, height: 512 } },
    },
    {
      ...{ type: 'video', mediaSha256: hashOf(film) },
      parts: { ptvMessage: { mimetype: 'video/mp4', mediaKey: expect.any(String) } },
    },
    { type: 'document', fileName: 'catálogo.bin', mediaSha256: hashOf(large), caption: 'Segue' },
  ])
  expect(inbox[3]?.mediaSha256).toMatch(/^[\da-f]{64}$/)
})

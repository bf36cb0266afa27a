import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { PIECE_BYTES } from '../../../src/domain/uploads/upload-pieces.ts'
import { eventually } from '../../support/eventually.ts'
import { aFolder, aMessenger } from '../../support/whatsapp/messenger.ts'
import { aSimulator } from '../../support/whatsapp/simulated.ts'

const ANA = '5511911112222'
const BIA = '5511973334444'

const source = { userId: 'ana', name: 'file' }

/** A device that is paired, trusts the simulator with media, and finds one upload. */
async function aSender(simulator: Awaited<ReturnType<typeof aSimulator>>, upload: Uint8Array) {
  const { whatsappUrl: url, rootKeyHex, mediaCaPath = null } = simulator
  const { pair, send } = await aMessenger(simulator, {
    server: { url, rootKeyHex, mediaCaPath },
    readUpload: async (userId, name, { from, byteCount }) => {
      expect({ userId, name }).toEqual(source)
      return upload.subarray(from, from + byteCount)
    },
  })
  await pair('d1')
  return send
}

test('uploads an image once for all its recipients', async () => {
  const simulator = await aSimulator({ stateDir: await aFolder() })
  const image = await sharp({ create: { width: 64, height: 48, channels: 3, background: 'gold' } })
    .jpeg()
    .toBuffer()
  const send = await aSender(simulator, image)
  const mimeType = 'image/jpeg'
  const shown = { mimeType, kind: 'image' as const, fileName: null }
  const file = { source, ...shown, bytes: image.length }

  const outcomes = await Promise.all([
    send('d1', { to: ANA, content: { text: 'Oi, Ana', media: file } }),
    send('d1', { to: BIA, content: { text: '', media: file } }),
  ])

  expect(outcomes).toMatchObject([{ kind: 'accepted' }, { kind: 'accepted' }])
  const mediaSha256 = createHash('sha256').update(image).digest('hex')
  await eventually(async () => (await simulator.control.stats()).messages === 2)
  expect(await simulator.control.inbox(ANA)).toMatchObject([{ caption: 'Oi, Ana', mediaSha256 }])
  expect(await simulator.control.inbox(BIA)).toMatchObject([{ caption: null, mediaSha256 }])
  expect(await simulator.control.stats()).toMatchObject({ uploads: 1 })
})

const SOME_PIECES = 2 * PIECE_BYTES + 7

test.each([
  ['document', 'application/pdf', 'Segue a tabela'],
  ['video', 'video/mp4', 'Segue a tabela'],
  ['audio', 'audio/ogg; codecs=opus', null],
] as const)('sends a file as %s, byte for byte', async (kind, mimeType, caption) => {
  const simulator = await aSimulator({ stateDir: await aFolder() })
  const bytes = Buffer.alloc(SOME_PIECES, `bytes of ${kind}`)
  const send = await aSender(simulator, bytes)
  const media = { source, mimeType, kind, fileName: 'tabela.bin', bytes: bytes.length }

  const outcome = await send('d1', { to: ANA, content: { text: 'Segue a tabela', media } })

  expect(outcome).toMatchObject({ kind: 'accepted' })
  await eventually(async () => (await simulator.control.stats()).messages === 1)
  const mediaSha256 = createHash('sha256').update(bytes).digest('hex')
  expect(await simulator.control.inbox(ANA)).toMatchObject([
    { type: kind, mimeType, caption, mediaSha256 },
  ])
})

const bytes = (length: number) => expect.toSatisfy((value) => Object.keys(value).length === length)
const long = (low: unknown) => ({ low, high: 0, unsigned: expect.any(Boolean) })

test('tells who waits for it the keys of a file, whom it answers and names', async () => {
  const simulator = await aSimulator({ stateDir: await aFolder() })
  const image = await sharp({ create: { width: 8, height: 6, channels: 3, background: 'gold' } })
    .png()
    .toBuffer()
  const send = await aSender(simulator, image)
  const shown = { mimeType: 'image/png', kind: 'image' as const, fileName: null }
  const media = { source, ...shown, bytes: image.length }
  const context = {
    quoted: { messageId: '3A01', participant: `${ANA}@s.whatsapp.net`, text: 'Tem foto?' },
    mentionedJids: [`${BIA}@s.whatsapp.net`],
  }
  const content = { text: 'Aqui', media, context }

  const outcome = await send('d1', { to: ANA, content, isUrgent: true })
  expect(outcome).toMatchObject({
    kind: 'accepted',
    filePart: {
      url: expect.stringMatching(/^https:/),
      directPath: expect.stringMatching(/^\//),
      mimetype: 'image/png',
      caption: 'Aqui',
      fileLength: long(image.length),
      ...{ height: 6, width: 8 },
      ...{ mediaKey: bytes(32), fileSha256: bytes(32), fileEncSha256: bytes(32) },
      mediaKeyTimestamp: long(expect.any(Number)),
      jpegThumbnail: expect.objectContaining({ 0: 255, 1: 216 }),
    },
  })
  expect(await send('d1', { to: ANA, content: { text: 'Oi', media: null, context } })).toEqual({
    kind: 'accepted',
    at: expect.any(String),
  })
  expect(await send('d1', { to: ANA, content })).not.toHaveProperty('filePart')
  await eventually(async () => (await simulator.control.stats()).messages === 3)
  const contextInfo = {
    stanzaId: '3A01',
    participant: `${ANA}@s.whatsapp.net`,
    quotedMessage: { conversation: 'Tem foto?' },
    mentionedJid: [`${BIA}@s.whatsapp.net`],
  }
  expect(await simulator.control.inbox(ANA)).toMatchObject([
    { type: 'image', parts: { imageMessage: { contextInfo } } },
    { type: 'text', text: 'Oi', parts: { extendedTextMessage: { contextInfo } } },
    { type: 'image' },
  ])
})

test('sends nothing when the image can not be read', async () => {
  const simulator = await aSimulator()
  const { pair, send } = await aMessenger(simulator)
  await pair('d1')
  const image = { source, mimeType: 'image/jpeg', bytes: 7 }
  const media = { ...image, kind: 'image' as const, fileName: null }

  const outcome = await send('d1', { to: ANA, content: { text: 'Olá', media } })

  expect(outcome).toMatchObject({ kind: 'not_sent', reason: 'media' })
  expect(await simulator.control.stats()).toMatchObject({ stanzas: 0 })
})

import { expect, test } from 'vitest'
import { AppError } from '../../../../src/contract/errors.ts'
import type { MessageContent } from '../../../../src/domain/message-content.ts'
import type { SendOutcome } from '../../../../src/domain/messenger.ts'
import type { DirectSend } from '../../../../src/domain/sending/direct/direct-message.ts'
import { createDirectSends } from '../../../../src/domain/sending/direct/direct-sends.ts'
import type { StoredUpload } from '../../../../src/domain/uploads/upload-store.ts'
import { createMessageIds } from '../../../../src/storage/ledger/message-ids.ts'
import { createFakeClock } from '../../../support/domain/fake-clock.ts'

const message = { deviceId: '5561999990000', to: '61988887777', text: 'Oi', media: null }
const stored = { userId: 'ana', bytes: 9, createdAt: '2026-01-15T12:00:00.000Z' }
const uploads: readonly StoredUpload[] = [
  { ...stored, name: 'a.pdf', mimeType: 'application/pdf', fileName: 'preços.pdf' },
  { ...stored, name: 'b.png', mimeType: 'image/png' },
  { ...stored, name: 'c.mp3', mimeType: 'audio/mpeg', fileName: 'aviso.mp3' },
]
const full = new AppError('storage_unavailable', 'the disk is full')

function aSender(outcome: SendOutcome) {
  const faults: unknown[] = []
  const written: string[] = []
  const contents: MessageContent[] = []
  const kept: DirectSend[] = []
  let entered = 0
  const sends = createDirectSends({
    store: {
      record: async (send) => {
        kept.push(send)
        return 1
      },
      note: async () => {
        throw full
      },
    },
    messenger: {
      send: async (_key, { jid, content }) => {
        written.push(jid)
        contents.push(content)
        return outcome
      },
      lookUp: async (_key, people) =>
        people.map(({ phone }) => ({ phone, result: 'found', jid: `${phone}@s`, lid: '1@lid' })),
      acquainted: async (_key, people) => people.map(() => false),
      acquaintances: async (_key, people) =>
        people.map(({ phone }) => (phone === '7001' ? 'conversation' : 'none')),
    },
    holds: {
      door: () => 'open',
      enter: () => {
        entered += 1
        return { isProbe: false, isFirst: true }
      },
      conclude: () => undefined,
    },
    messageIds: createMessageIds(new Uint8Array(32)),
    clock: createFakeClock(),
    getDeviceKey: async () => 'key',
    isConnected: () => true,
    findUpload: async (userId, url) =>
      uploads.find((each) => each.userId === userId && url === `/uploads/${each.name}`),
    onSent: async () => undefined,
    onFault: (error) => faults.push(error),
  })
  return { sends, faults, written, contents, kept, entered: () => entered }
}

test('a message that WhatsApp took is sent, whatever the disk says of it', async () => {
  const { sends, faults } = aSender({ kind: 'accepted', at: '2026-01-15T12:00:00.000Z' })
  await expect(sends.deliver('ana', message)).resolves.toMatchObject({
    at: '2026-01-15T12:00:00.000Z',
  })
  expect(faults).toEqual([full])
})

test('a message that may have left is reported as unconfirmed, whatever the disk says of it', async () => {
  const { sends } = aSender({ kind: 'unknown', reason: 'closed', detail: 'cut off' })
  await expect(sends.deliver('ana', message)).rejects.toMatchObject({ code: 'not_confirmed' })
})

test('a message goes to a LID without asking for a number: as an answer in a conversation, else as a first message', async () => {
  const { sends, written, entered } = aSender({
    kind: 'accepted',
    at: '2026-01-15T12:00:00.000Z',
  })
  await sends.deliver('ana', { ...message, to: '7001@lid' })
  expect([written, entered()]).toEqual([['7001@lid'], 0])
  await sends.deliver('ana', { ...message, to: '7002@lid' })
  expect([written, entered()]).toEqual([['7001@lid', '7002@lid'], 1])
  await expect(sends.deliver('ana', { ...message, to: 'ana@lid' })).rejects.toMatchObject({
    code: 'invalid_phone',
  })
})

const taken = { kind: 'accepted', at: '2026-01-15T12:00:00.000Z' } as const
const given = { deviceId: '5561999990000', to: '61988887777', text: 'Segue' }

test('a file goes with its text as one message, and its name is kept for phones that ask again', async () => {
  const { sends, contents, kept } = aSender(taken)
  await sends.send('ana', { ...given, anexo: { url: '/uploads/a.pdf', nome: 'Tabela' } })
  const media = { kind: 'document', fileName: 'Tabela.pdf', mimeType: 'application/pdf' }
  expect(contents).toMatchObject([{ text: 'Segue', media }])
  expect(kept).toMatchObject([
    { media: { name: 'a.pdf', kind: 'document', fileName: 'Tabela.pdf' } },
  ])
  await sends.send('ana', { ...given, text: '', anexo: { url: '/uploads/a.pdf' } })
  await sends.send('ana', { ...given, imageUrl: '/uploads/b.png' })
  expect(contents.slice(1)).toMatchObject([
    { text: '', media: { fileName: 'preços.pdf' } },
    { text: 'Segue', media: { kind: 'image', fileName: null } },
  ])
})

test.each([
  ['somebody else’s file', 'bia', { anexo: { url: '/uploads/a.pdf' } }, 'attachment_unknown'],
  ['a file that is gone', 'ana', { anexo: { url: '/uploads/z.pdf' } }, 'attachment_unknown'],
  ['a document as an image', 'ana', { imageUrl: '/uploads/a.pdf' }, 'image_unknown'],
  ['a text beside a sound', 'ana', { anexo: { url: '/uploads/c.mp3' } }, 'invalid'],
])('%s is refused, and nothing is sent', async (_, userId, file, code) => {
  const { sends, contents, kept } = aSender(taken)
  await expect(sends.send(userId, { ...given, ...file })).rejects.toMatchObject({ code })
  expect([contents, kept]).toEqual([[], []])
})

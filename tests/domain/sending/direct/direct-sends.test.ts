import { expect, test } from 'vitest'
import { AppError } from '../../../../src/contract/errors.ts'
import type { SendOutcome } from '../../../../src/domain/messenger.ts'
import { createDirectSends } from '../../../../src/domain/sending/direct/direct-sends.ts'
import { createMessageIds } from '../../../../src/storage/ledger/message-ids.ts'
import { createFakeClock } from '../../../support/domain/fake-clock.ts'

const message = { deviceId: '5561999990000', to: '61988887777', text: 'Oi', media: null }
const full = new AppError('storage_unavailable', 'the disk is full')

function aSender(outcome: SendOutcome) {
  const faults: unknown[] = []
  const written: string[] = []
  let entered = 0
  const sends = createDirectSends({
    store: {
      record: async () => 1,
      note: async () => {
        throw full
      },
    },
    messenger: {
      send: async (_key, { jid }) => {
        written.push(jid)
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
    findImageByUrl: async () => undefined,
    onSent: async () => undefined,
    onFault: (error) => faults.push(error),
  })
  return { sends, faults, written, entered: () => entered }
}

test('a message that WhatsApp took is sent, whatever the disk says of it', async () => {
  const { sends, faults } = aSender({ kind: 'accepted', at: '2026-01-15T12:00:00.000Z' })
  await expect(sends.deliver('ana', message)).resolves.toMatchObject({
    at: '2026-01-15T12:00:00.000Z',
  })
  expect(faults).toEqual([full])
})

test('a message that may have left is told as unconfirmed, whatever the disk says of it', async () => {
  const { sends } = aSender({ kind: 'unknown', reason: 'closed', detail: 'cut off' })
  await expect(sends.deliver('ana', message)).rejects.toMatchObject({ code: 'not_confirmed' })
})

test('goes to a LID without asking for a number: as an answer in a conversation, else as a first message', async () => {
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

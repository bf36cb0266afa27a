import { expect, test } from 'vitest'
import { noCounts } from '../../../src/contract/campaigns/campaign-counts.ts'
import { AppError } from '../../../src/contract/errors.ts'
import { createMessageFacts } from '../../../src/domain/sending/message-facts.ts'
import type { SendFact } from '../../../src/domain/sending/recipient.ts'
import { createMessageIds } from '../../../src/storage/ledger/message-ids.ts'

const AT = '2026-01-15T12:00:00.000Z'
const messageIds = createMessageIds(new Uint8Array(32))
const single = messageIds.make(0, 4)

/** Facts about single messages, which need no ledger; a campaign's ledger cannot be opened. */
function someFacts(ledgerFailure?: AppError) {
  const noted: SendFact[] = []
  const sent: unknown[] = []
  const faults: unknown[] = []
  const refuse = () => Promise.reject(ledgerFailure)
  const facts = createMessageFacts({
    ledgers: {
      withNotable: refuse,
      exists: async () => ledgerFailure !== undefined,
    },
    messageIds,
    counters: {
      whileWriting: async (_ledger, work) => work(),
      changed: () => undefined,
      countsOf: async () => noCounts,
    },
    directSends: {
      note: async (fact) => noted.push(fact) === 1,
      find: async () => ({
        userId: 'ana',
        deviceKey: 'k1',
        jid: 'beto',
        text: 'Olá',
        media: null,
        atMs: 1,
      }),
    },
    findMedia: async () => null,
    onAccepted: () => undefined,
    onSent: async (message) => {
      sent.push(message)
    },
    onFault: (error) => faults.push(error),
  })
  return { ...facts, noted, sent, faults }
}

test('a receipt is recorded for each of its messages, and the first proof of a single message is published', async () => {
  const { onReceipt, noted, sent } = someFacts()
  const messageIds = [single, 'of somebody else', single]
  await onReceipt({ type: 'receipt', key: 'k1', messageIds, kind: 'read', at: AT })
  const fact = { type: 'read', index: 4, atMs: Date.parse(AT) }
  expect(noted).toEqual([fact, fact])
  expect(sent).toEqual([{ deviceKey: 'k1', messageId: single, jid: 'beto', atMs: 1 }])
})

test('a late acknowledgement proves an acceptance, unless it is a refusal', async () => {
  const { onLateAck, noted } = someFacts()
  const ack = { type: 'late_ack', key: 'k1', messageId: single, at: AT } as const
  await onLateAck({ ...ack, errorCode: 463 })
  expect(noted).toEqual([])
  await onLateAck({ ...ack, errorCode: null })
  expect(noted).toEqual([{ type: 'accepted', index: 4, atMs: Date.parse(AT) }])
})

test('a receipt for a damaged ledger is reported once and taken; for a full disk it must come again', async () => {
  const receipt = {
    type: 'receipt',
    key: 'k1',
    messageIds: [messageIds.make(7, 0)],
    kind: 'read',
    at: AT,
  } as const
  const damaged = new AppError('ledger_damaged', '7')
  const broken = someFacts(damaged)
  await broken.onReceipt(receipt)
  expect(broken.faults).toEqual([damaged])

  const full = someFacts(new AppError('storage_unavailable', 'full'))
  await expect(full.onReceipt(receipt)).rejects.toMatchObject({ code: 'storage_unavailable' })
})

test('takes a message that the other side cannot show for a failure of its recipient', async () => {
  const { onReceipt, noted } = someFacts()

  await onReceipt({
    type: 'receipt',
    key: 'k1',
    messageIds: [single],
    kind: 'undeliverable',
    at: AT,
  })

  expect(noted).toEqual([{ type: 'failed', index: 4, code: 'undeliverable', atMs: Date.parse(AT) }])
})

import fc from 'fast-check'
import { type SendErrorCode, sendErrors } from '../../../src/contract/campaigns/send.ts'
import {
  applyFact,
  countsOf,
  newRecipient,
  type Recipient,
  type SendFact,
} from '../../../src/domain/sending/recipient.ts'
import type { LedgerHeader } from '../../../src/domain/sending/send-ledger.ts'
import { variantAt } from '../../../src/domain/sending/variants.ts'
import { people } from './send-ledgers.ts'

const codes = Object.keys(sendErrors).filter((code): code is SendErrorCode => code in sendErrors)
export const COUNT = 12
export const anyFact: fc.Arbitrary<SendFact> = fc
  .record({
    type: fc.constantFrom(
      'sending',
      'accepted',
      'failed',
      'returned',
      'delivered',
      'read',
      'replied',
    ),
    index: fc.nat(COUNT - 1),
    atMs: fc.integer({ min: 1, max: 2 ** 45 }),
    jid: fc.constantFrom('5511@s.whatsapp.net', '99@lid', 'odd'),
    code: fc.constantFrom(...codes),
    refusalCode: fc.option(fc.nat(999), { nil: undefined }),
  })
  .map(({ type, index, atMs, jid, code, refusalCode }): SendFact => {
    if (type === 'sending') return { type, index, atMs, jid, messageId: '3EB0' }
    if (type !== 'failed') return { type, index, atMs }
    return { type, index, atMs, code, ...(refusalCode !== undefined && { refusalCode }) }
  })

/** Models the same campaign in a few lines, without any file. */
export function aModel(header: LedgerHeader) {
  const rows: Recipient[] = people(COUNT).map(newRecipient)
  const attempted: number[] = []
  let inFlight: number[] = []
  return { apply, expected }

  function apply(fact: SendFact) {
    const row = rows[fact.index]
    if (!row) throw new Error('no such recipient')
    const after = applyFact(row, fact, attempted.length)
    if (after.order !== row.order) attempted.push(fact.index)
    rows[fact.index] = after
    if (fact.type === 'sending' || after.status !== 'sending') {
      inFlight = inFlight.filter((index) => index !== fact.index)
    }
    // A repeated intent leaves nothing open where a receipt has already proved the send.
    if (fact.type === 'sending' && after.status === 'sending') {
      inFlight = [...inFlight, fact.index]
    }
  }

  function ofVariant(variant: number) {
    const own = rows.filter((_, index) => variantAt(header, index) === variant)
    return { ...sumsOf(own), recipientCount: own.length }
  }

  function expected() {
    return {
      header,
      rows,
      counts: {
        ...sumsOf(rows),
        variantCounts: [1, 2, 3].map(ofVariant),
        // The model's answers have no texts.
        ...(rows.some(({ repliedAtMs }) => repliedAtMs > 0) && {
          answers: { yesCount: 0, noCount: 0, texts: [] },
        }),
      },
      attempted,
      inFlight,
      waiting: rows.flatMap((row, index) => (row.status === 'waiting' ? [index] : [])),
    }
  }
}

function sumsOf(rows: readonly Recipient[]) {
  const sum = (name: keyof ReturnType<typeof countsOf>) =>
    rows.reduce((total, row) => total + countsOf(row)[name], 0)
  return {
    sentCount: sum('sentCount'),
    deliveredCount: sum('deliveredCount'),
    readCount: sum('readCount'),
    errorCount: sum('errorCount'),
    replyCount: sum('replyCount'),
    retryableCount: sum('retryableCount'),
    endedCount: sum('endedCount'),
  }
}

import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  applyFact,
  countsOf,
  newRecipient,
  type SendFact,
} from '../../../src/domain/sending/recipient.ts'

const ana = newRecipient({ name: 'Ana', phone: '5511999990001' })
const sending: SendFact = {
  type: 'sending',
  index: 0,
  messageId: '3EB0',
  jid: '5511999990001@s.whatsapp.net',
  atMs: 1,
}

function after(...facts: readonly SendFact[]) {
  return facts.reduce((row, fact) => applyFact(row, fact, 7), ana)
}

const anyFact: fc.Arbitrary<SendFact> = fc.oneof(
  fc.constant(sending),
  fc
    .tuple(fc.constantFrom('accepted', 'returned', 'delivered', 'read', 'replied'), fc.nat(1_000))
    .map(([type, atMs]): SendFact => ({ type, index: 0, atMs: atMs + 1 })),
  fc
    .nat(1_000)
    .map((atMs): SendFact => ({ type: 'failed', index: 0, code: 'refused', atMs: atMs + 1 })),
)

test('a receipt proves an acceptance that was never recorded', () => {
  const row = after(
    sending,
    { type: 'failed', index: 0, code: 'sem_confirmacao', atMs: 2 },
    { type: 'delivered', index: 0, atMs: 3 },
  )
  expect(row).toMatchObject({ status: 'accepted', errorCode: null, deliveredAtMs: 3 })
  expect(countsOf(row)).toEqual({
    sentCount: 1,
    deliveredCount: 1,
    readCount: 0,
    errorCount: 0,
    replyCount: 0,
    retryableCount: 0,
    endedCount: 0,
  })
})

test('an error never takes an acceptance back', () => {
  const row = after(
    sending,
    { type: 'accepted', index: 0, atMs: 2 },
    { type: 'failed', index: 0, code: 'refused', atMs: 3 },
  )
  expect(row.status).toBe('accepted')
})

test('an acceptance fails where the recipient’s side cannot show the message, whatever comes first', () => {
  const accepted: SendFact = { type: 'accepted', index: 0, atMs: 2 }
  const failed: SendFact = { type: 'failed', index: 0, code: 'undeliverable', atMs: 3 }
  for (const facts of [
    [accepted, failed],
    [failed, accepted],
  ]) {
    expect(after(sending, ...facts)).toMatchObject({
      status: 'failed',
      errorCode: 'undeliverable',
    })
  }
})

test('one device that shows a message is enough, whatever the others say', () => {
  const delivered: SendFact = { type: 'delivered', index: 0, atMs: 2 }
  const failed: SendFact = { type: 'failed', index: 0, code: 'undeliverable', atMs: 3 }
  for (const facts of [
    [delivered, failed],
    [failed, delivered],
  ]) {
    expect(after(sending, ...facts)).toMatchObject({ status: 'accepted', errorCode: null })
  }
})

test('a repeat of what was accepted meanwhile does not take the acceptance back', () => {
  const row = after(
    sending,
    { type: 'delivered', index: 0, atMs: 2 },
    sending,
    { type: 'failed', index: 0, code: 'refused', atMs: 3 },
    { type: 'accepted', index: 0, atMs: 4 },
  )
  expect(row).toMatchObject({ status: 'accepted', sentAtMs: 2, attemptCount: 2 })
})

test('a message that was read counts as delivered', () => {
  const row = after(sending, { type: 'read', index: 0, atMs: 9 })
  expect(row).toMatchObject({ status: 'accepted', deliveredAtMs: 9, readAtMs: 9 })
})

test('who was returned waits again and keeps the place', () => {
  const row = after(sending, { type: 'returned', index: 0, atMs: 2 })
  expect(row).toMatchObject({ status: 'waiting', order: 7, attemptCount: 1 })
})

test('a fact that is applied twice changes nothing the second time, unless it is an attempt', () => {
  fc.assert(
    fc.property(fc.array(anyFact, { maxLength: 12 }), anyFact, (history, fact) => {
      fc.pre(fact.type !== 'sending')
      const once = after(...history, fact)
      expect(countsOf(applyFact(once, fact, 8))).toEqual(countsOf(once))
    }),
  )
})

test('a receipt that comes again leaves the very recipient, so that nothing is written for it', () => {
  for (const type of ['delivered', 'read'] as const) {
    const row = after(sending, { type, index: 0, atMs: 2 })
    expect(applyFact(row, { type, index: 0, atMs: 3 }, 7)).toBe(row)
  }
})

test('whatever happens, a recipient is at most one of sent and failed, and read implies delivered', () => {
  fc.assert(
    fc.property(fc.array(anyFact, { maxLength: 20 }), (history) => {
      const counts = countsOf(after(...history))
      expect(counts.sentCount + counts.errorCount).toBeLessThanOrEqual(1)
      expect(counts.readCount).toBeLessThanOrEqual(counts.deliveredCount)
    }),
  )
})

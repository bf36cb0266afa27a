import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SendFact } from '../../../src/domain/sending/recipient.ts'
import type { NotableLedger, SendLedger } from '../../../src/domain/sending/send-ledger.ts'
import { ledgerEngines, someLedgers } from '../../support/storage/engines/ledger-engines.ts'
import { dropDatabasesAfterwards } from '../../support/storage/postgres.ts'
import {
  header,
  headerOfThree,
  people,
  sending,
  stateOf,
} from '../../support/storage/send-ledgers.ts'

dropDatabasesAfterwards()

/** What every implementation of `LedgerStore` promises of a ledger that is not open as a whole. */

const late = (type: 'accepted' | 'delivered' | 'read' | 'replied', index: number, atMs = 9) =>
  ({ type, index, atMs }) satisfies SendFact

function pageOf(ledger: SendLedger, from: number, limit: number) {
  const count = Math.max(0, Math.min(ledger.attemptedCount - from, limit))
  const rows = Array.from({ length: count }, (_, place) => {
    const index = ledger.attemptedAt(from + place)
    return { index, recipient: ledger.get(index) }
  })
  return { header: ledger.header, attemptedCount: ledger.attemptedCount, rows }
}

describe.each(Object.entries(ledgerEngines))('ledgers at rest in %s', (_, open) => {
  test('give a page as the open ledger shows it, whatever came after its end', async () => {
    const count = 40
    const { ledgers, reopen } = await someLedgers(open)
    let present = ledgers
    let campaignNumber = 100
    const given = fc.record({
      attempted: fc.uniqueArray(fc.nat(count - 1)),
      later: fc.array(
        fc.record({
          type: fc.constantFrom('accepted', 'delivered', 'read', 'replied'),
          index: fc.nat(count - 1),
          atMs: fc.integer({ min: 1, max: 2 ** 45 }),
        }),
        { maxLength: 20 },
      ),
      from: fc.nat(count + 5),
      limit: fc.integer({ min: 1, max: count }),
    })
    await fc.assert(
      fc.asyncProperty(given, async ({ attempted, later, from, limit }) => {
        campaignNumber += 1
        const campaignId = String(campaignNumber)
        const ledger = await present.create({ ...header, campaignId }, people(count))
        await Promise.all(attempted.map((index) => ledger.record(sending(index))))
        await ledger.compact()
        for (const fact of later) await ledger.record(fact)
        present = await reopen()
        const page = await present.readAttempted(campaignId, { from, limit })
        expect(present.held()).toEqual([])
        expect(page).toEqual(pageOf(await present.open(campaignId), from, limit))
      }),
      { numRuns: 25 },
    )
  })

  test('take late facts at rest as an open ledger does, and nobody else’s', async () => {
    const count = 30
    const { ledgers, reopen } = await someLedgers(open)
    const twin = { ...headerOfThree, campaignId: '8', campaignNumber: 8 }
    const attempted = [3, 29, 0, 7, 12, 5]
    for (const own of [headerOfThree, twin]) {
      const ledger = await ledgers.create(own, people(count))
      for (const index of attempted) {
        await ledger.record(sending(index))
        if (index % 2 === 1)
          await ledger.record({ type: 'failed', index, code: 'refused', atMs: 5 })
      }
      await ledger.compact()
    }
    const { counts } = await ledgers.open('7')
    const again = await reopen()
    const whole = await again.open('8')
    const facts: readonly SendFact[] = [
      late('delivered', 0),
      late('read', 29, 11),
      { type: 'replied', index: 12, atMs: 12, text: 'Sim \u0000' },
      late('accepted', 7),
      { type: 'failed', index: 0, code: 'undeliverable', atMs: 13 },
      { type: 'failed', index: 5, code: 'undeliverable', atMs: 14 },
      late('delivered', 3),
      late('read', 3, 20),
      late('read', 3, 21),
    ]
    const noting = <Result>(work: (ledger: NotableLedger) => Promise<Result>) =>
      again.withNotable('7', async () => counts, work)
    // All at once: each call returns what it changed, in the order of the calls.
    const changes = await noting((ledger) => Promise.all(facts.map((fact) => ledger.record(fact))))
    expect(again.held()).toMatchObject([{ campaignId: '8' }])
    const expected = await Promise.all(facts.map((fact) => whole.record(fact)))
    expect(changes).toMatchObject(expected)
    await noting(async (ledger) => {
      expect(ledger.counts).toEqual(whole.counts)
      expect(await ledger.findAttempted(12)).toEqual(whole.get(12))
      expect(await ledger.findAttempted(1)).toBeUndefined()
      expect(await ledger.findAttempted(count + 5)).toBeUndefined()
      await expect(ledger.record(late('read', 1))).rejects.toThrow(RangeError)
      await expect(ledger.record(sending(3))).rejects.toThrow(RangeError)
    })
    expect(stateOf(await again.open('7'))).toEqual({ ...stateOf(whole), header: headerOfThree })
  })
})

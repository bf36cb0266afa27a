import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { noCounts } from '../../../src/contract/campaigns/campaign-counts.ts'
import type { SendFact } from '../../../src/domain/sending/recipient.ts'
import type { NotableLedger } from '../../../src/domain/sending/send-ledger.ts'
import { openAppendLog } from '../../../src/storage/files/append-log.ts'
import { encodeLine } from '../../../src/storage/files/lines.ts'
import { journalFormat } from '../../../src/storage/ledger/ledger-files.ts'
import { decodeFact } from '../../../src/storage/ledger/send-facts.ts'
import { aPromise } from '../../support/promise.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'
import {
  headerOfThree,
  ledgersIn,
  people,
  sending,
  stateOf,
} from '../../support/storage/send-ledgers.ts'

type Ledgers = Awaited<ReturnType<typeof ledgersIn>>['ledgers']

/** A campaign that is over: the ledgers of its folder, opened anew, and its counters. */
async function atRest(count: number, attempted: readonly number[]) {
  const dir = await aDataFolder()
  const { ledgers } = await ledgersIn(dir)
  const ledger = await ledgers.create(headerOfThree, people(count))
  await Promise.all(attempted.map((index) => ledger.record(sending(index))))
  await Promise.all(
    attempted.map((index) =>
      ledger.record(
        index % 5 === 0
          ? { type: 'failed', index, code: 'refused', atMs: 5 }
          : { type: 'accepted', index, atMs: 5 },
      ),
    ),
  )
  await ledger.compact()
  const { counts } = ledger
  await ledgers.close()
  return { dir, counts, ledgers: (await ledgersIn(dir)).ledgers }
}

const noting = <Result>(
  ledgers: Ledgers,
  counts: NotableLedger['counts'],
  work: (ledger: NotableLedger) => Promise<Result>,
) => ledgers.withNotable('7', async () => counts, work)

const late = (type: 'accepted' | 'delivered' | 'read' | 'replied', index: number, atMs = 9) =>
  ({ type, index, atMs }) satisfies SendFact

test('takes late facts as an open ledger does, without being opened', async () => {
  const count = 30
  const fact: fc.Arbitrary<SendFact> = fc.oneof(
    fc.record({
      type: fc.constantFrom('accepted', 'delivered', 'read', 'replied'),
      index: fc.nat(count - 1),
      atMs: fc.integer({ min: 1, max: 2 ** 45 }),
    }),
    fc.record({
      type: fc.constant('failed'),
      index: fc.nat(count - 1),
      code: fc.constant('undeliverable'),
      atMs: fc.constant(77),
    }),
  )
  const given = fc.record({
    attempted: fc.uniqueArray(fc.nat(count - 1), { minLength: 1 }),
    facts: fc.array(fact, { maxLength: 25 }),
  })
  await fc.assert(
    fc.asyncProperty(given, async ({ attempted, facts }) => {
      const [resting, opened] = [await atRest(count, attempted), await atRest(count, attempted)]
      const whole = await opened.ledgers.open('7')
      const own = facts.filter(({ index }) => attempted.includes(index))
      const changes = await Promise.all(
        own.map((each) =>
          noting(resting.ledgers, resting.counts, async (ledger) => ({
            found: (await ledger.findAttempted(each.index))?.phone,
            change: await ledger.record(each),
          })),
        ),
      )
      expect(resting.ledgers.held()).toEqual([])
      const expected = await Promise.all(own.map((each) => whole.record(each)))
      // Names of further columns are not in a change of the open ledger.
      expect(changes.map(({ change }) => change)).toMatchObject(expected)
      const shown = await noting(resting.ledgers, resting.counts, async ({ counts }) => counts)
      expect(shown).toEqual(whole.counts)
      expect(stateOf(await resting.ledgers.open('7'))).toEqual(stateOf(whole))
      await Promise.all([resting.ledgers.close(), opened.ledgers.close()])
    }),
    { numRuns: 25 },
  )
})

test('finds everybody who was tried, in whatever order, and nobody else', async () => {
  const count = 2_600
  const attempted = Array.from({ length: 2_000 }, (_, place) => (place * 7) % count)
  const { ledgers, counts } = await atRest(count, attempted)
  const [wanted, listed] = [new Set(attempted), people(count)]
  await noting(ledgers, counts, async (ledger) => {
    for (let index = 0; index < count; index += 13) {
      const phone = (await ledger.findAttempted(index))?.phone
      expect(phone).toBe(wanted.has(index) ? listed[index]?.phone : undefined)
    }
    expect(await ledger.findAttempted(count + 5)).toBeUndefined()
  })
  expect(ledgers.held()).toEqual([])
  await ledgers.close()
})

test('stores facts in the order of the calls, however long each recipient is looked for', async () => {
  const count = 2_600
  // Attempted from the end on, so that those at either end of the list are found last.
  const attempted = Array.from({ length: count }, (_, place) => count - 1 - place)
  const { dir, ledgers, counts } = await atRest(count, attempted)
  const called = [0, 1_300, count - 1, 1_301, 0, 1_299]
  await noting(ledgers, counts, (ledger) =>
    Promise.all(called.map((index) => ledger.record(late('read', index)))),
  )
  await Promise.all(
    called.map((index) =>
      noting(ledgers, counts, async (ledger) => {
        await ledger.findAttempted(index)
        await ledger.record(late('replied', index))
      }),
    ),
  )
  await ledgers.close()
  const stored: number[] = []
  const path = join(dir, 'sends', '7.2.ndjson')
  const onLine = (line: unknown) => stored.push(decodeFact(line)?.index ?? -1)
  const journal = await openAppendLog({ path, format: journalFormat, onLine })
  await journal.close()
  expect(stored).toEqual([...called, ...called])
})

test('lets whoever opens the whole ledger wait for its last receipt', async () => {
  const { ledgers, counts } = await atRest(10, [1, 2])
  const freed = aPromise()
  const receipt = noting(ledgers, counts, async (ledger) => {
    await freed.promise
    return ledger.record(late('read', 1))
  })
  const opening = ledgers.open('7')
  freed.keep()
  await receipt
  expect((await opening).get(1).readAtMs).toBe(9)
  // An open ledger takes late facts itself.
  await noting(ledgers, noCounts, (ledger) => ledger.record(late('read', 2)))
  expect((await opening).get(2).readAtMs).toBe(9)
  await ledgers.close()
})

test('a long journal has the ledger opened, and later compacted', async () => {
  const { ledgers, counts } = await atRest(
    6_000,
    people(6_000).map((_, index) => index),
  )
  const note = (type: 'delivered' | 'read', index: number) =>
    noting(ledgers, counts, (ledger) => ledger.record(late(type, index, 1_700_000_000_000)))
  const everybody = Array.from({ length: 5_000 }, (_, index) => index)
  await Promise.all(everybody.map((index) => note('delivered', index)))
  expect(ledgers.held()).toEqual([])
  await note('read', 0)
  expect(ledgers.held()).toMatchObject([{ campaignId: '7' }])
  await ledgers.close()
})

test('a ledger with a broken line is opened whole, which tells the damage', async () => {
  const { dir, ledgers, counts } = await atRest(10, [1, 2])
  await appendFile(join(dir, 'sends', '7.2.ndjson'), encodeLine(['?', 1]))
  const receipt = noting(ledgers, counts, (ledger) => ledger.record(late('read', 1)))
  await expect(receipt).rejects.toMatchObject({ code: 'ledger_damaged' })
  await ledgers.close()
})

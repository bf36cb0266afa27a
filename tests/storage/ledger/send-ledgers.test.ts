import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SendErrorCode } from '../../../src/contract/campaigns/send.ts'
import { sendErrors } from '../../../src/contract/campaigns/send.ts'
import { AppError } from '../../../src/contract/errors.ts'
import type { Recipient, SendFact } from '../../../src/domain/sending/recipient.ts'
import { applyFact, countsOf, newRecipient } from '../../../src/domain/sending/recipient.ts'
import { variantAt } from '../../../src/domain/sending/variants.ts'
import { eventually } from '../../support/eventually.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'
import {
  header,
  headerOfThree,
  ledgersIn,
  people,
  rowsOf,
  sending,
  stateOf,
} from '../../support/storage/send-ledgers.ts'

test('freezes the audience, and has it again after a restart', async () => {
  const dir = await aDataFolder()
  const before = await ledgersIn(dir)
  const created = await before.ledgers.create(header, people(50))
  expect(rowsOf(created)).toEqual(people(50).map(newRecipient))
  expect(created.counts.sentCount).toBe(0)
  await before.ledgers.close()

  const { ledgers } = await ledgersIn(dir)
  expect(await ledgers.exists('7')).toBe(true)
  expect(await ledgers.exists('8')).toBe(false)
  const opened = await ledgers.open('7')
  expect(opened.header).toEqual(header)
  expect(rowsOf(opened)).toEqual(people(50).map(newRecipient))
  await ledgers.close()
})

test('writes the audience as it comes, and keeps nothing of one that breaks off', async () => {
  const dir = await aDataFolder()
  const { ledgers } = await ledgersIn(dir)
  const unfinished = join(dir, 'sends', '7.snap.ndjson.tmp')
  let bytesBeforeTheEnd = 0
  async function* audience() {
    yield* people(20_000)
    bytesBeforeTheEnd = (await stat(unfinished)).size
  }
  const ledger = await ledgers.create(header, audience())
  expect(ledger.recipientCount).toBe(20_000)
  expect(ledger.get(19_999)).toMatchObject({ name: 'Pessoa 19999' })
  expect(bytesBeforeTheEnd).toBeGreaterThan(19_000 * 30)
  await ledgers.close()

  const again = await ledgersIn(dir)
  async function* breakingOff() {
    yield* people(20_000)
    throw new AppError('list_damaged', 'in the middle')
  }
  const other = { ...header, campaignId: '8' }
  await expect(again.ledgers.create(other, breakingOff())).rejects.toMatchObject({
    code: 'list_damaged',
  })
  expect(await again.ledgers.exists('8')).toBe(false)
  expect((await readdir(join(dir, 'sends'))).filter((name) => name.startsWith('8'))).toEqual([])
  await again.ledgers.close()
})

test('keeps names, phones and addresses that are no plain numbers', async () => {
  const dir = await aDataFolder()
  const { ledgers } = await ledgersIn(dir)
  const odd = [
    { name: '', phone: '0055' },
    { name: 'Ação 🚀 "aspas"\n', phone: '999999999999999' },
    { name: 'Sem número', phone: 'abc', fields: {} },
  ]
  const ledger = await ledgers.create(header, odd)
  const jids = ['123456789012345@lid', 'x:3@s.whatsapp.net', '0123@lid']
  for (const [index, jid] of jids.entries()) {
    await ledger.record({ ...sending(index), type: 'sending', messageId: 'm', jid })
  }
  await ledger.compact()
  await ledgers.close()
  const again = await ledgersIn(dir)
  const rows = rowsOf(await again.ledgers.open('7'))
  expect(rows).toMatchObject(odd.map((person, index) => ({ ...person, jid: jids[index] })))
  await again.ledgers.close()
})

const codes = Object.keys(sendErrors).filter((code): code is SendErrorCode => code in sendErrors)
const COUNT = 12
const anyFact: fc.Arbitrary<SendFact> = fc
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

/** The same campaign in a few lines, without any file. */
function aModel() {
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
    // A repeat of what a receipt has proved already leaves nothing open.
    if (fact.type === 'sending' && after.status === 'sending') {
      inFlight = [...inFlight, fact.index]
    }
  }

  function ofVariant(variant: number) {
    const own = rows.filter((_, index) => variantAt(headerOfThree, index) === variant)
    return { ...sumsOf(own), recipientCount: own.length }
  }

  function expected() {
    return {
      header: headerOfThree,
      rows,
      counts: {
        ...sumsOf(rows),
        variantCounts: [1, 2, 3].map(ofVariant),
        // These answers have no words.
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

test('shows what the facts make of its recipients, whatever is compacted or reopened between', async () => {
  const steps = fc.array(
    fc.oneof(
      { weight: 12, arbitrary: anyFact },
      { weight: 1, arbitrary: fc.constant('compact' as const) },
      { weight: 1, arbitrary: fc.constant('reopen' as const) },
    ),
    { maxLength: 40 },
  )
  await fc.assert(
    fc.asyncProperty(steps, async (given) => {
      const dir = await aDataFolder()
      let { ledgers } = await ledgersIn(dir)
      let ledger = await ledgers.create(headerOfThree, people(COUNT))
      const model = aModel()
      for (const step of given) {
        if (step === 'compact') await ledger.compact()
        else if (step === 'reopen') {
          await ledgers.close()
          ledgers = (await ledgersIn(dir)).ledgers
          ledger = await ledgers.open('7')
        } else {
          await ledger.record(step)
          model.apply(step)
        }
      }
      expect(stateOf(ledger)).toEqual(model.expected())
      await ledgers.close()
    }),
    { numRuns: 40 },
  )
})

test('stores facts that arrive during a compaction behind it, in their order', async () => {
  const dir = await aDataFolder()
  const { ledgers } = await ledgersIn(dir)
  const ledger = await ledgers.create(header, people(3_000))
  const compacting = ledger.compact()
  const recorded = people(3_000).map((_, index) => ledger.record(sending(index)))
  await Promise.all([compacting, ...recorded])
  const state = stateOf(ledger)
  expect(state.attempted).toEqual(people(3_000).map((_, index) => index))
  await ledgers.close()
  const again = await ledgersIn(dir)
  expect(stateOf(await again.ledgers.open('7'))).toEqual(state)
  await again.ledgers.close()
  expect(await readdir(join(dir, 'sends'))).toEqual(['7.2.ndjson', '7.snap.ndjson'])
})

test('a closed ledger writes nothing more: its folder may be another process’s', async () => {
  const dir = await aDataFolder()
  const { ledgers } = await ledgersIn(dir)
  const ledger = await ledgers.create(header, people(3))
  await ledgers.close()
  const before = await readdir(join(dir, 'sends'))
  await expect(ledger.compact()).rejects.toMatchObject({ code: 'storage_unavailable' })
  await expect(ledger.record(sending(0))).rejects.toMatchObject({ code: 'storage_unavailable' })
  expect(await readdir(join(dir, 'sends'))).toEqual(before)
})

test('gives everyone who asks the same ledger, and lets it go a while after the last release', async () => {
  const dir = await aDataFolder()
  const { ledgers } = await ledgersIn(dir, { idleMs: 20 })
  const created = await ledgers.create(header, people(2))
  const [one, two] = await Promise.all([ledgers.open('7'), ledgers.open('7')])
  expect(one).toBe(created)
  expect(two).toBe(created)
  for (let times = 0; times < 3; times += 1) ledgers.release('7')
  await eventually(() => ledgers.held().length === 0)
  await expect(created.record(sending(0))).rejects.toMatchObject({ code: 'storage_unavailable' })
  const reopened = await ledgers.open('7')
  await reopened.record(sending(0))
  expect(ledgers.held()).toEqual([
    { campaignId: '7', userId: 'user', recipientCount: 2, holderCount: 1 },
  ])
  await ledgers.close()
})

test('compacts a long journal when the ledger has become idle', async () => {
  const dir = await aDataFolder()
  const { ledgers } = await ledgersIn(dir, { idleMs: 20 })
  const ledger = await ledgers.create(header, people(1_000))
  await Promise.all(people(1_000).map((_, index) => ledger.record(sending(index))))
  const state = stateOf(ledger)
  ledgers.release('7')
  await eventually(() => ledgers.held().length === 0)
  await eventually(async () => (await readdir(join(dir, 'sends'))).includes('7.2.ndjson'))
  expect(stateOf(await ledgers.open('7'))).toEqual(state)
  await ledgers.close()
})

test('replaces a ledger that sent nothing, and no other', async () => {
  const dir = await aDataFolder()
  const { ledgers } = await ledgersIn(dir)
  await ledgers.create(header, people(5))
  const second = await ledgers.create({ ...header, text: 'Outro' }, people(2))
  expect(second.recipientCount).toBe(2)
  await second.record(sending(0))
  await expect(ledgers.create(header, people(3))).rejects.toMatchObject({ code: 'campaign_locked' })
  await second.record(sending(1))
  await ledgers.close()
  const again = await ledgersIn(dir)
  const opened = await again.ledgers.open('7')
  expect({ text: opened.header.text, attempted: opened.attemptedCount }).toEqual({
    text: 'Outro',
    attempted: 2,
  })
  await again.ledgers.close()
})

test('removes a ledger with all its files', async () => {
  const dir = await aDataFolder()
  const { ledgers } = await ledgersIn(dir)
  await ledgers.create(header, people(2))
  await ledgers.create({ ...header, campaignId: '77' }, people(1))
  await ledgers.remove('7')
  await ledgers.remove('7')
  expect(await ledgers.exists('7')).toBe(false)
  expect(await readdir(join(dir, 'sends'))).toEqual(['77.1.ndjson', '77.snap.ndjson'])
  await expect(ledgers.open('7')).rejects.toMatchObject({ code: 'campaign_not_found' })
  await expect(ledgers.open('../7')).rejects.toThrow(RangeError)
  await ledgers.close()
})

test('keeps the first answer of each recipient, in journal and snapshot', async () => {
  const dir = await aDataFolder()
  const { ledgers } = await ledgersIn(dir)
  const ledger = await ledgers.create(header, people(3))
  for (const index of [0, 1, 2]) await ledger.record(sending(index))
  await ledger.record({ type: 'replied', index: 0, atMs: 1, text: 'Vou, "sim" 🎄' })
  await ledger.record({ type: 'replied', index: 0, atMs: 2, text: 'Outra' })
  await ledger.record({ type: 'replied', index: 1, atMs: 3 })
  const rows = rowsOf(ledger)
  expect(rows.map(({ replyText }) => replyText)).toEqual(['Vou, "sim" 🎄', null, null])
  await ledgers.close()
  const fromJournal = await ledgersIn(dir)
  const again = await fromJournal.ledgers.open('7')
  expect(rowsOf(again)).toEqual(rows)
  await again.compact()
  await fromJournal.ledgers.close()
  const fromSnapshot = await ledgersIn(dir)
  expect(rowsOf(await fromSnapshot.ledgers.open('7'))).toEqual(rows)
  await fromSnapshot.ledgers.close()
})

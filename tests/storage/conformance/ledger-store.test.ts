import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AppError } from '../../../src/contract/errors.ts'
import { type Addressee, newRecipient } from '../../../src/domain/sending/recipient.ts'
import {
  ledgerEngines,
  type sendLedgersOver,
  someLedgers,
} from '../../support/storage/engines/ledger-engines.ts'
import { aModel, anyFact, COUNT } from '../../support/storage/ledger-model.ts'
import { dropDatabasesAfterwards } from '../../support/storage/postgres.ts'
import {
  header,
  headerOfThree,
  people,
  rowsOf,
  sending,
  stateOf,
} from '../../support/storage/send-ledgers.ts'

dropDatabasesAfterwards()

/** What every implementation of `LedgerStore` promises, seen through the ledgers above it. */

type Ledgers = ReturnType<typeof sendLedgersOver>

const odd: readonly Addressee[] = [
  { name: '', phone: '0055' },
  { name: 'Ação 🚀 "aspas"\n\u0000 {1,"2"} \\', phone: '999999999999999' },
  { name: 'Sem número', phone: 'abc', fields: {} },
  { name: 'Colunas', phone: '5511987654321', fields: { 'a\u0000': '\udc00', b: 'NULL' } },
]

async function allPhones(ledgers: Ledgers, campaignId: string): Promise<string[]> {
  const all: string[] = []
  for await (const some of ledgers.phones(campaignId)) all.push(...some)
  return all
}

describe.each(Object.entries(ledgerEngines))('ledgers in %s', (_, open) => {
  test('freeze the audience, and have it again after a restart', async () => {
    const { ledgers, restart } = await someLedgers(open)
    const created = await ledgers.create(header, people(2_500))
    expect(rowsOf(created)).toEqual(people(2_500).map(newRecipient))
    expect(created.counts.sentCount).toBe(0)

    const again = await restart()
    expect(await again.exists('7')).toBe(true)
    expect(await again.exists('8')).toBe(false)
    expect(await again.ids()).toEqual(['7'])
    expect(await again.header('7')).toEqual(header)
    expect(await again.header('8')).toBeUndefined()
    expect(await allPhones(again, '7')).toEqual(people(2_500).map(({ phone }) => phone))
    expect(await allPhones(again, '8')).toEqual([])
    expect(await again.size('7')).toBeGreaterThan(2_500 * 25)
    expect(await again.size('8')).toBe(0)
    const opened = await again.open('7')
    expect(opened.header).toEqual(header)
    expect(rowsOf(opened)).toEqual(people(2_500).map(newRecipient))
  })

  test('take an audience of nobody', async () => {
    const { ledgers, restart } = await someLedgers(open)
    expect((await ledgers.create(header, [])).recipientCount).toBe(0)
    const again = await restart()
    expect((await again.open('7')).recipientCount).toBe(0)
    expect(await allPhones(again, '7')).toEqual([])
  })

  test('keep nothing of an audience that breaks off, and all of one that comes again', async () => {
    const { ledgers, restart } = await someLedgers(open)
    async function* breakingOff() {
      yield* people(1_500)
      throw new AppError('list_damaged', 'in the middle')
    }
    const creating = ledgers.create(header, breakingOff())
    await expect(creating).rejects.toMatchObject({ code: 'list_damaged' })
    expect(await ledgers.exists('7')).toBe(false)
    await expect(ledgers.open('7')).rejects.toMatchObject({ code: 'campaign_not_found' })
    await ledgers.create(header, people(3))
    const again = await restart()
    expect((await again.open('7')).recipientCount).toBe(3)
  })

  test('keep names, phones, addresses and answers that are no plain text', async () => {
    const { ledgers, restart } = await someLedgers(open)
    const texts = { text: 'Olá \u0000 \ud800', knownFields: ['a\u0000'] }
    const ledger = await ledgers.create({ ...header, ...texts }, odd)
    const jids = ['123456789012345@lid', 'x:3@s.whatsapp.net', '0123@lid', 'odd\u0000']
    for (const [index, jid] of jids.entries()) {
      await ledger.record({ ...sending(index), type: 'sending', messageId: 'm', jid })
      await ledger.record({ type: 'replied', index, atMs: 5, text: `${index} \u0000 "` })
    }
    const state = stateOf(ledger)
    const opened = await (await restart()).open('7')
    expect(stateOf(opened)).toEqual(state)
    expect(rowsOf(opened)).toMatchObject(
      odd.map((person, index) => ({ ...person, jid: jids[index] })),
    )
    expect(opened.get(1).replyText).toBe('1 \u0000 "')
    expect(opened.header).toMatchObject(texts)
  })

  test('show what the facts make of their recipients, whatever is compacted or reopened between', async () => {
    const { ledgers, reopen } = await someLedgers(open)
    let present = ledgers
    let campaignNumber = 100
    const steps = fc.array(
      fc.oneof(
        { weight: 12, arbitrary: anyFact },
        { weight: 2, arbitrary: fc.array(anyFact, { maxLength: 6 }) },
        { weight: 1, arbitrary: fc.constant('compact' as const) },
        { weight: 1, arbitrary: fc.constant('reopen' as const) },
      ),
      { maxLength: 40 },
    )
    await fc.assert(
      fc.asyncProperty(steps, async (given) => {
        campaignNumber += 1
        const campaignId = String(campaignNumber)
        const own = { ...headerOfThree, campaignId, campaignNumber }
        let ledger = await present.create(own, people(COUNT))
        const model = aModel(own)
        for (const step of given) {
          if (step === 'compact') await ledger.compact()
          else if (step === 'reopen') {
            present = await reopen()
            ledger = await present.open(campaignId)
          } else {
            // Facts apply in the order of the calls, also where these do not wait for each other.
            const facts = Array.isArray(step) ? step : [step]
            await Promise.all(facts.map((fact) => ledger.record(fact)))
            for (const fact of facts) model.apply(fact)
          }
        }
        expect(stateOf(ledger)).toEqual(model.expected())
        present = await reopen()
        expect(stateOf(await present.open(campaignId))).toEqual(model.expected())
      }),
      { numRuns: 25 },
    )
  })

  test('refuse a fact about nobody, and every fact once they are closed', async () => {
    const { ledgers, reopen } = await someLedgers(open)
    const ledger = await ledgers.create(header, people(3))
    await expect(ledger.record(sending(3))).rejects.toThrow(RangeError)
    await ledger.record(sending(1))
    const again = await reopen()
    await expect(ledger.record(sending(0))).rejects.toMatchObject({ code: 'storage_unavailable' })
    await expect(ledger.compact()).rejects.toMatchObject({ code: 'storage_unavailable' })
    expect((await again.open('7')).attemptedCount).toBe(1)
  })

  test('write the recorded facts before they are closed', async () => {
    const { ledgers, reopen } = await someLedgers(open)
    const ledger = await ledgers.create(header, people(1_200))
    const recorded = people(1_200).map((_, index) => ledger.record(sending(index)))
    const again = await reopen()
    await Promise.all(recorded)
    const opened = await again.open('7')
    expect(opened.attemptedCount).toBe(1_200)
    expect(opened.inFlight()).toEqual(people(1_200).map((_, index) => index))
  })

  test('replace a ledger that sent nothing, and no other', async () => {
    const { ledgers, restart } = await someLedgers(open)
    await ledgers.create(header, people(5))
    const second = await ledgers.create({ ...header, text: 'Outro' }, people(2))
    expect(second.recipientCount).toBe(2)
    await second.record(sending(0))
    const locked = { code: 'campaign_locked' }
    await expect(ledgers.create(header, people(3))).rejects.toMatchObject(locked)
    await second.record(sending(1))
    const again = await restart()
    await expect(again.create(header, people(3))).rejects.toMatchObject(locked)
    const opened = await again.open('7')
    expect({ text: opened.header.text, attempted: opened.attemptedCount }).toEqual({
      text: 'Outro',
      attempted: 2,
    })
    expect(await again.ids()).toEqual(['7'])
  })

  test('remove a ledger, and no other, as often as they are asked', async () => {
    const { ledgers, restart } = await someLedgers(open)
    await ledgers.create(header, people(2))
    const ledger = await ledgers.create({ ...header, campaignId: '77' }, people(1))
    await ledger.record(sending(0))
    await ledgers.remove('7')
    await ledgers.remove('7')
    for (const find of [async () => ledgers, restart]) {
      const opened = await find()
      expect(await opened.exists('7')).toBe(false)
      expect(await opened.ids()).toEqual(['77'])
      await expect(opened.open('7')).rejects.toMatchObject({ code: 'campaign_not_found' })
      const page = opened.readAttempted('7', { from: 0, limit: 5 })
      await expect(page).rejects.toMatchObject({ code: 'campaign_not_found' })
    }
  })

  test('keep the first answer of each recipient', async () => {
    const { ledgers, reopen } = await someLedgers(open)
    const ledger = await ledgers.create(header, people(3))
    for (const index of [0, 1, 2]) await ledger.record(sending(index))
    await ledger.record({ type: 'replied', index: 0, atMs: 1, text: 'Vou, "sim" 🎄' })
    await ledger.record({ type: 'replied', index: 0, atMs: 2, text: 'Outra' })
    await ledger.record({ type: 'replied', index: 1, atMs: 3 })
    const rows = rowsOf(ledger)
    expect(rows.map(({ replyText }) => replyText)).toEqual(['Vou, "sim" 🎄', null, null])
    const again = await (await reopen()).open('7')
    expect(rowsOf(again)).toEqual(rows)
    await again.compact()
    expect(rowsOf(await (await reopen()).open('7'))).toEqual(rows)
  })

  test('know who has the text before a file, and what was returned', async () => {
    const { ledgers, reopen } = await someLedgers(open)
    const ledger = await ledgers.create(header, people(4))
    for (const index of [2, 0, 1]) await ledger.record(sending(index))
    await ledger.record({ type: 'text_accepted', index: 0, atMs: 4 })
    await ledger.record({ type: 'returned', index: 2, atMs: 5 })
    const state = stateOf(ledger)
    expect(state.inFlight).toEqual([0, 1])
    const again = await (await reopen()).open('7')
    expect(stateOf(again)).toEqual(state)
    // Messages that are handed over once more stand behind the others.
    await again.record(sending(2))
    await again.record(sending(0))
    expect((await (await reopen()).open('7')).inFlight()).toEqual([1, 2, 0])
  })
})

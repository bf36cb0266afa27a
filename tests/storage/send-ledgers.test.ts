import { copyFile, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SendErrorCode } from '../../src/contract/send.ts'
import { sendErrors } from '../../src/contract/send.ts'
import type { Recipient, SendFact } from '../../src/domain/recipient.ts'
import { applyFact, countsOf, newRecipient } from '../../src/domain/recipient.ts'
import type { LedgerHeader, SendLedger } from '../../src/domain/send-ledger.ts'
import type { TornLine } from '../../src/storage/append-log.ts'
import { openSendLedgers } from '../../src/storage/send-ledgers.ts'
import { aDataFolder } from '../support/data-folder.ts'
import { eventually } from '../support/eventually.ts'
import { aFailingDisk } from '../support/failing-disk.ts'
import { workUntilKilled } from '../support/storage-child.ts'

const header: LedgerHeader = {
  campaignId: '7',
  campaignNumber: 7,
  userId: 'user',
  deviceKey: 'device-key',
  deviceId: '5511987654321',
  text: 'Olá {nome}',
  imageName: null,
  knownFields: ['cidade'],
  startedAt: '2026-11-21T13:00:00.000Z',
}

function people(count: number) {
  return Array.from({ length: count }, (_, index) => ({
    name: `Pessoa ${index}`,
    phone: String(5_511_900_000_000 + index),
    ...(index % 3 === 0 && { fields: { cidade: 'São Paulo', saldo: String(index) } }),
  }))
}

async function ledgersIn(
  dir: string,
  options: Partial<Parameters<typeof openSendLedgers>[0]> = {},
) {
  const torn: TornLine[] = []
  const ledgers = await openSendLedgers({
    dir,
    idleMs: 60_000,
    onTornLine: (line) => torn.push(line),
    onIdleFailure: (error) => {
      throw error
    },
    ...options,
  })
  return { ledgers, torn }
}

const rowsOf = (ledger: SendLedger) =>
  Array.from({ length: ledger.recipientCount }, (_, index) => ledger.get(index))

/** What a ledger shows, in full. */
function stateOf(ledger: SendLedger) {
  return {
    header: ledger.header,
    rows: rowsOf(ledger),
    counts: ledger.counts,
    tried: Array.from({ length: ledger.triedCount }, (_, order) => ledger.triedAt(order)),
    inFlight: ledger.inFlight(),
    waiting: waitingOf(ledger),
  }
}

function waitingOf(ledger: SendLedger): number[] {
  const waiting: number[] = []
  for (let at = ledger.nextWaiting(0); at !== undefined; at = ledger.nextWaiting(at + 1)) {
    waiting.push(at)
  }
  return waiting
}

const sending = (index: number): SendFact => ({
  type: 'sending',
  index,
  messageId: `3EB0${index}`,
  jid: `${5_511_900_000_000 + index}@s.whatsapp.net`,
  atMs: 1_700_000_000_000 + index,
})

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
  const tried: number[] = []
  let inFlight: number[] = []
  return { apply, expected }

  function apply(fact: SendFact) {
    const row = rows[fact.index]
    if (!row) throw new Error('no such recipient')
    const after = applyFact(row, fact, tried.length)
    if (after.order !== row.order) tried.push(fact.index)
    rows[fact.index] = after
    if (fact.type === 'sending' || after.status !== 'sending') {
      inFlight = inFlight.filter((index) => index !== fact.index)
    }
    // A repeat of what a receipt has proved already leaves nothing open.
    if (fact.type === 'sending' && after.status === 'sending') {
      inFlight = [...inFlight, fact.index]
    }
  }

  function expected() {
    const sum = (name: keyof ReturnType<typeof countsOf>) =>
      rows.reduce((total, row) => total + countsOf(row)[name], 0)
    return {
      header,
      rows,
      counts: {
        sentCount: sum('sentCount'),
        deliveredCount: sum('deliveredCount'),
        readCount: sum('readCount'),
        errorCount: sum('errorCount'),
        replyCount: sum('replyCount'),
      },
      tried,
      inFlight,
      waiting: rows.flatMap((row, index) => (row.status === 'waiting' ? [index] : [])),
    }
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
      let ledger = await ledgers.create(header, people(COUNT))
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
  expect(state.tried).toEqual(people(3_000).map((_, index) => index))
  await ledgers.close()
  const again = await ledgersIn(dir)
  expect(stateOf(await again.ledgers.open('7'))).toEqual(state)
  await again.ledgers.close()
  expect(await readdir(join(dir, 'sends'))).toEqual(['7.2.ndjson', '7.snap.ndjson'])
})

test('leaves a recipient as it was when the disk refuses its fact', async () => {
  const dir = await aDataFolder()
  const disk = aFailingDisk()
  const { ledgers } = await ledgersIn(dir, { toLogFile: disk.toLogFile })
  const ledger = await ledgers.create(header, people(3))
  await ledger.record(sending(0))
  const before = stateOf(ledger)
  disk.failNext('write')
  await expect(ledger.record(sending(1))).rejects.toMatchObject({ code: 'storage_unavailable' })
  expect(stateOf(ledger)).toEqual(before)
  await ledger.record(sending(2))
  expect(ledger.inFlight()).toEqual([0, 2])
  await ledgers.close()
})

test('refuses facts about nobody and at no time without storing them', async () => {
  const dir = await aDataFolder()
  const { ledgers } = await ledgersIn(dir)
  const ledger = await ledgers.create(header, people(2))
  for (const fact of [sending(2), sending(-1), sending(0.5), { ...sending(0), atMs: Number.NaN }]) {
    await expect(ledger.record(fact)).rejects.toThrow(RangeError)
  }
  expect(() => ledger.get(2)).toThrow(RangeError)
  expect(() => ledger.triedAt(0)).toThrow(RangeError)
  await ledgers.close()
  const again = await ledgersIn(dir)
  expect((await again.ledgers.open('7')).triedCount).toBe(0)
  await again.ledgers.close()
})

test('cuts a torn fact off and tells it', async () => {
  const dir = await aDataFolder()
  const first = await ledgersIn(dir)
  const ledger = await first.ledgers.create(header, people(2))
  await ledger.record(sending(0))
  await first.ledgers.close()
  const journal = join(dir, 'sends', '7.1.ndjson')
  await writeFile(journal, `${await readFile(journal, 'utf8')}1234abcd ["a",0`)
  const { ledgers, torn } = await ledgersIn(dir)
  expect((await ledgers.open('7')).inFlight()).toEqual([0])
  expect(torn).toEqual([{ path: journal, bytesLost: 15 }])
  await ledgers.close()
})

test.each([
  ['a changed byte in the journal', '7.1.ndjson', (text: string) => text.replace('"s",0', '"s",1')],
  [
    'a changed byte in the snapshot',
    '7.snap.ndjson',
    (text: string) => text.replace('a 1"', 'a 2"'),
  ],
  ['a snapshot without its end', '7.snap.ndjson', (text: string) => text.slice(0, -20)],
  ['an empty snapshot', '7.snap.ndjson', () => ''],
])('answers ledger_damaged for %s, and changes nothing', async (_, name, damage) => {
  const dir = await aDataFolder()
  const first = await ledgersIn(dir)
  const ledger = await first.ledgers.create(header, people(3))
  await ledger.record(sending(0))
  await ledger.record(sending(1))
  await first.ledgers.close()
  const path = join(dir, 'sends', name)
  const damaged = damage(await readFile(path, 'utf8'))
  await writeFile(path, damaged)
  const { ledgers } = await ledgersIn(dir)
  await expect(ledgers.open('7')).rejects.toMatchObject({ code: 'ledger_damaged' })
  expect(await readFile(path, 'utf8')).toBe(damaged)
})

test('answers ledger_damaged where the journal is missing', async () => {
  const dir = await aDataFolder()
  const first = await ledgersIn(dir)
  await first.ledgers.create(header, people(3))
  await first.ledgers.close()
  await rm(join(dir, 'sends', '7.1.ndjson'))
  const { ledgers } = await ledgersIn(dir)
  await expect(ledgers.open('7')).rejects.toMatchObject({ code: 'ledger_damaged' })
  await expect(ledgers.open('8')).rejects.toMatchObject({ code: 'campaign_not_found' })
})

test('clears away what a crash during a compaction left behind', async () => {
  const dir = await aDataFolder()
  const first = await ledgersIn(dir)
  const ledger = await first.ledgers.create(header, people(3))
  await ledger.record(sending(1))
  await first.ledgers.close()
  const folder = join(dir, 'sends')
  await copyFile(join(folder, '7.1.ndjson'), join(folder, '7.2.ndjson'))
  await writeFile(join(folder, '7.snap.ndjson.tmp'), 'half a snap')
  const { ledgers } = await ledgersIn(dir)
  const opened = await ledgers.open('7')
  expect(opened.inFlight()).toEqual([1])
  await opened.compact()
  expect(await readdir(folder)).toEqual(['7.2.ndjson', '7.snap.ndjson'])
  await ledgers.close()
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
  expect({ text: opened.header.text, tried: opened.triedCount }).toEqual({
    text: 'Outro',
    tried: 2,
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

test('loses no acknowledged fact when it is killed, in whatever it is doing', async () => {
  const dir = await aDataFolder()
  const COUNT_OF_ALL = 4_000
  const setUp = await ledgersIn(dir)
  await setUp.ledgers.create(header, people(COUNT_OF_ALL))
  await setUp.ledgers.close()
  const acknowledged: Record<string, Set<number>> = {}
  for (let round = 0; round < 8; round += 1) {
    for (const [word = '', index] of await workUntilKilled(['ledger', dir, '7'])) {
      acknowledged[word] = (acknowledged[word] ?? new Set()).add(Number(index))
    }
    const { ledgers } = await ledgersIn(dir)
    const ledger = await ledgers.open('7')
    const rows = rowsOf(ledger)
    const lost = {
      sending: [...(acknowledged.sending ?? [])].filter((at) => rows[at]?.attemptCount === 0),
      accepted: [...(acknowledged.accepted ?? [])].filter((at) => rows[at]?.status !== 'accepted'),
      delivered: [...(acknowledged.delivered ?? [])].filter((at) => !rows[at]?.deliveredAtMs),
    }
    expect(lost).toEqual({ sending: [], accepted: [], delivered: [] })
    expect(ledger.counts.sentCount).toBe(rows.filter((row) => row.status === 'accepted').length)
    await ledgers.close()
  }
  expect(acknowledged.delivered?.size).toBeGreaterThan(100)
})

test('has a whole audience or none when it is killed while it freezes one', async () => {
  const dir = await aDataFolder()
  for (let round = 0; round < 6; round += 1) {
    const told = await workUntilKilled(['freeze', dir, JSON.stringify(header)])
    const { ledgers } = await ledgersIn(dir)
    if (told.some(([word]) => word === 'created')) expect(await ledgers.exists('7')).toBe(true)
    if (!(await ledgers.exists('7'))) continue
    const ledger = await ledgers.open('7')
    expect(String(ledger.recipientCount)).toBe(ledger.header.text)
    expect(rowsOf(ledger).every(({ name }) => name === ledger.header.text)).toBe(true)
    await ledgers.close()
  }
})

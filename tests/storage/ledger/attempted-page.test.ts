import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { SendFact } from '../../../src/domain/sending/recipient.ts'
import type { SendLedger } from '../../../src/domain/sending/send-ledger.ts'
import { encodeLine } from '../../../src/storage/files/lines.ts'
import { eventually } from '../../support/eventually.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'
import { header, ledgersIn, people, sending } from '../../support/storage/send-ledgers.ts'

/** A ledger at rest with a snapshot, and whatever came after that. */
async function atRest(
  count: number,
  {
    attempted,
    later = [],
  }: { readonly attempted: readonly number[]; readonly later?: readonly SendFact[] },
) {
  const dir = await aDataFolder()
  const { ledgers } = await ledgersIn(dir)
  const ledger = await ledgers.create(header, people(count))
  await Promise.all(attempted.map((index) => ledger.record(sending(index))))
  await ledger.compact()
  for (const fact of later) await ledger.record(fact)
  await ledgers.close()
  return { dir, ledgers: (await ledgersIn(dir, { idleMs: 20 })).ledgers }
}

function pageOf(ledger: SendLedger, from: number, limit: number) {
  const count = Math.max(0, Math.min(ledger.attemptedCount - from, limit))
  const rows = Array.from({ length: count }, (_, place) => {
    const index = ledger.attemptedAt(from + place)
    return { index, recipient: ledger.get(index) }
  })
  return { header: ledger.header, attemptedCount: ledger.attemptedCount, rows }
}

test('reads a page without opening the ledger where a message turned out to be undeliverable', async () => {
  const later = [{ type: 'failed', index: 3, code: 'undeliverable', atMs: 9 }] as const
  const { ledgers } = await atRest(20, { attempted: [5, 3], later })
  const page = await ledgers.readAttempted('7', { from: 0, limit: 10 })
  expect(ledgers.held()).toEqual([])
  expect(page).toEqual(pageOf(await ledgers.open('7'), 0, 10))
  expect(page.rows[1]?.recipient).toMatchObject({ status: 'failed', errorCode: 'undeliverable' })
  await ledgers.close()
})

test('finds those who were tried out of their turn, over several blocks', async () => {
  const count = 2_500
  const attempted = people(count).map((_, index) => (index * 7) % count)
  const { ledgers } = await atRest(count, { attempted })
  const ledger = async () => ledgers.open('7')
  const pages = [
    [0, 100],
    [450, 700],
    [2_400, 1_000],
  ] as const
  const found = await Promise.all(
    pages.map(([from, limit]) => ledgers.readAttempted('7', { from, limit })),
  )
  expect(ledgers.held()).toEqual([])
  expect(found.map(({ rows }) => rows.length)).toEqual([100, 700, 100])
  const open = await ledger()
  expect(found).toEqual(pages.map(([from, limit]) => pageOf(open, from, limit)))
  await ledgers.close()
})

test('reads the same where the journal tells of further tries, and shortens it afterwards', async () => {
  const later = [sending(700), { type: 'failed', index: 3, code: 'refused', atMs: 9 }] as const
  const { dir, ledgers } = await atRest(800, { attempted: [5, 3], later })
  const page = await ledgers.readAttempted('7', { from: 0, limit: 10 })
  expect(page.rows.map(({ index }) => index)).toEqual([5, 3, 700])
  expect(page.rows[1]?.recipient.errorCode).toBe('refused')
  await eventually(async () => (await readdir(join(dir, 'sends'))).includes('7.3.ndjson'))
  await eventually(() => ledgers.held().length === 0)
  expect(await ledgers.readAttempted('7', { from: 0, limit: 10 })).toEqual(page)
  expect(ledgers.held()).toEqual([])
  await ledgers.close()
})

test('reads a snapshot of the time before there was an index', async () => {
  const dir = await aDataFolder()
  const first = { version: 1, generation: 4, recipientCount: 600, inFlight: [], header }
  const progress = ['accepted', 0, '5511900000001@s.whatsapp.net', 1, null, null, 9, 0, 0, 0]
  const rows: unknown[] = people(600).map(({ name, phone }) => [name, phone])
  const lines = [first, ...rows.with(1, ['Bia', '5511900000001', null, ...progress])]
  await mkdir(join(dir, 'sends'))
  await writeFile(join(dir, 'sends', '7.snap.ndjson'), lines.map(encodeLine).join(''))
  await writeFile(join(dir, 'sends', '7.4.ndjson'), '')
  const { ledgers } = await ledgersIn(dir, { idleMs: 20 })
  const page = await ledgers.readAttempted('7', { from: 0, limit: 5 })
  expect(page.attemptedCount).toBe(1)
  expect(page.rows).toMatchObject([{ index: 1, recipient: { name: 'Bia', status: 'accepted' } }])
  await eventually(async () => (await readdir(join(dir, 'sends'))).includes('7.5.ndjson'))
  await eventually(() => ledgers.held().length === 0)
  expect(await ledgers.readAttempted('7', { from: 0, limit: 5 })).toEqual(page)
  expect(ledgers.held()).toEqual([])
  await ledgers.close()
})

test('answers ledger_damaged where the index or a row it leads to is broken', async () => {
  const { dir, ledgers } = await atRest(20, { attempted: [3, 1, 2] })
  const path = join(dir, 'sends', '7.snap.ndjson')
  const whole = await readFile(path, 'utf8')
  const lines = whole.split('\n')
  const broken = [
    whole.slice(0, -20),
    lines.slice(0, -2).join('\n'),
    whole.replace('"blocks":[', '"blocks":[1'),
    whole.replace('Pessoa 3', 'Pessoa 4'),
  ]
  for (const text of broken) {
    await writeFile(path, text)
    const reading = ledgers.readAttempted('7', { from: 0, limit: 2 })
    await expect(reading).rejects.toMatchObject({ code: 'ledger_damaged' })
  }
  await writeFile(path, whole)
  expect((await ledgers.readAttempted('7', { from: 0, limit: 2 })).rows).toHaveLength(2)
  await ledgers.close()
})

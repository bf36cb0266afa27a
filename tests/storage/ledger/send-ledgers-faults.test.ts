import { copyFile, readdir, readFile, rename, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDamages } from '../../../src/storage/damage/damages.ts'
import { encodeLine } from '../../../src/storage/files/lines.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'
import { aFailingDisk } from '../../support/storage/failing-disk.ts'
import { withHole } from '../../support/storage/holes.ts'
import {
  header,
  ledgersIn,
  people,
  rowsOf,
  sending,
  stateOf,
} from '../../support/storage/send-ledgers.ts'
import { workUntilKilled } from '../../support/storage/storage-child.ts'

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
  expect(() => ledger.attemptedAt(0)).toThrow(RangeError)
  await ledgers.close()
  const again = await ledgersIn(dir)
  expect((await again.ledgers.open('7')).attemptedCount).toBe(0)
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

test('a hole in the very first lines, which no sync had covered, costs those lines only', async () => {
  const dir = await aDataFolder()
  const first = await ledgersIn(dir)
  const ledger = await first.ledgers.create(header, people(3))
  await Promise.all([sending(0), sending(1), sending(2)].map((fact) => ledger.record(fact)))
  await first.ledgers.close()
  await withHole(join(dir, 'sends', '7.1.ndjson'), 1)
  const { ledgers, torn } = await ledgersIn(dir)
  expect((await ledgers.open('7')).attemptedCount).toBe(0)
  expect(torn).toHaveLength(1)
  await ledgers.close()
})

test('touches no journal before the ledger is read whole, and deletes none', async () => {
  const dir = await aDataFolder()
  const first = await ledgersIn(dir)
  const ledger = await first.ledgers.create(header, people(3))
  await ledger.record(sending(1))
  await first.ledgers.close()
  const folder = join(dir, 'sends')
  // A snapshot that was put back from a backup: what happened since is in the newer journal alone.
  await rename(join(folder, '7.1.ndjson'), join(folder, '7.2.ndjson'))
  const before = await readFile(join(folder, '7.2.ndjson'))
  const again = await ledgersIn(dir)
  await expect(again.ledgers.open('7')).rejects.toMatchObject({ code: 'ledger_damaged' })
  expect(await readFile(join(folder, '7.2.ndjson'))).toEqual(before)

  await writeFile(join(folder, '7.1.ndjson'), '')
  expect((await again.ledgers.open('7')).attemptedCount).toBe(0)
  await again.ledgers.close()
  expect(await readdir(folder)).toEqual(['7.1.ndjson', '7.snap.ndjson'])
  const [day = ''] = await readdir(join(dir, 'strays'))
  expect(await readFile(join(dir, 'strays', day, 'sends', '7.2.ndjson'))).toEqual(before)
})

test('tells a damaged ledger once', async () => {
  const dir = await aDataFolder()
  const first = await ledgersIn(dir)
  await first.ledgers.create(header, people(3))
  await first.ledgers.close()
  await truncate(join(dir, 'sends', '7.snap.ndjson'), 400)
  const damages = await openDamages({ dir })
  const { ledgers } = await ledgersIn(dir, { damages })
  for (const _ of [1, 2]) {
    await expect(ledgers.open('7')).rejects.toMatchObject({ code: 'ledger_damaged' })
  }
  expect(damages.list()).toMatchObject([{ path: 'sends/7.snap.ndjson', keptAs: null }])
})

test.each([
  ['ledger-snapshot', '7.snap.ndjson'],
  ['ledger-journal', '7.1.ndjson'],
])('refuses a %s of a newer program', async (format, name) => {
  const dir = await aDataFolder()
  const first = await ledgersIn(dir)
  await first.ledgers.create(header, people(3))
  await first.ledgers.close()
  await writeFile(join(dir, 'sends', name), encodeLine({ format, version: 9 }))
  const { ledgers } = await ledgersIn(dir)
  await expect(ledgers.open('7')).rejects.toMatchObject({ code: 'newer_format' })
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

test('loses no acknowledged fact when it is killed, in whatever it is doing', async () => {
  const dir = await aDataFolder()
  const COUNT_OF_ALL = 4_000
  const setUp = await ledgersIn(dir)
  await setUp.ledgers.create(header, people(COUNT_OF_ALL))
  await setUp.ledgers.close()
  const acknowledged: Record<string, Set<number>> = {}
  const deliveredCount = () => acknowledged.delivered?.size ?? 0
  // On a busy machine a child does little before it is killed: then more of them run.
  for (let round = 0; round < 8 || deliveredCount() <= 100; round += 1) {
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
})

test('a ledger has a whole audience or none when its process is killed while it freezes one', async () => {
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

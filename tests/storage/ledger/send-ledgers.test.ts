import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { AppError } from '../../../src/contract/errors.ts'
import { eventually } from '../../support/eventually.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'
import { header, ledgersIn, people, sending, stateOf } from '../../support/storage/send-ledgers.ts'

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

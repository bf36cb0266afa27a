import { expect, onTestFinished, test } from 'vitest'
import type { Fence } from '../../../src/domain/cluster/lease-store.ts'
import {
  BEHIND_ROW,
  type DeviceKeys,
  type KeyLog,
} from '../../../src/domain/devices/device-keys.ts'
import { connectDatabase, type Database } from '../../../src/storage-postgres/database.ts'
import { openDeviceKeys } from '../../../src/storage-postgres/keys/device-keys.ts'
import { createDeviceWriter } from '../../../src/storage-postgres/keys/part-writer.ts'
import { passes } from '../../support/eventually.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'
import { aLineTo } from '../../support/storage/database-line.ts'
import { aHolder, endTerm } from '../../support/storage/engines/lease-engines.ts'
import {
  databaseUrlOf,
  dropDatabasesAfterwards,
  openTestDatabase,
} from '../../support/storage/postgres.ts'
import { delivered } from '../../support/storage/spooled-events.ts'

dropDatabasesAfterwards()

/** A database, and the keys of device `d1` for threads that have the lease. */
async function aDevice() {
  const dir = await aDataFolder()
  const db = await openTestDatabase(dir)
  onTestFinished(() => db.destroy())
  const fence = await (await aHolder(db, 'node'))('ana')
  const keys = keysIn(db, { fence })
  return { db, fence, keys, url: await databaseUrlOf(dir) }
}

function keysIn(
  db: Database,
  { fence, key = 'd1', patienceMs = 30_000 }: { fence: Fence; key?: string; patienceMs?: number },
): DeviceKeys {
  const writer = createDeviceWriter(db, { patienceMs })
  return openDeviceKeys(db, writer)(key, () => fence)
}

function commit(log: KeyLog, rows: Readonly<Record<string, string | null>>): void {
  log.commit(Object.entries(rows).map(([key, value]) => ({ key, value })))
}

/** Opens the keys, closes them, and returns their rows. */
async function foundBy(keys: DeviceKeys): Promise<Readonly<Record<string, string | undefined>>> {
  const log = await keys.open()
  const rows = Object.fromEntries(log.names().map((name) => [name, log.read(name)]))
  await log.close()
  return rows
}

test('keys that were closed go on, and those of a holder that died are behind what it sent', async () => {
  const { db, fence, keys, url } = await aDevice()
  const first = await keys.open()
  commit(first, { 's/ana': '1' })
  await first.close()
  expect(await foundBy(keys)).toEqual({ 's/ana': '1' })
  const itsOwn = connectDatabase({ url, onFault: () => undefined })
  const dying = await keysIn(itsOwn, { fence, patienceMs: 0 }).open()
  commit(dying, { 's/ana': '2', 's/rui': '2' })
  await dying.sync()
  commit(dying, { 's/ana': '3', 's/rui': null })
  await itsOwn.destroy()

  const next = await keys.open()

  expect(next.read('s/ana')).toBe('2')
  expect(next.read('s/rui')).toBe('2')
  expect(next.has(BEHIND_ROW)).toBe(true)
  // The keys stay behind until their sessions have begun anew, and that is stored.
  commit(next, { 's/ana': null, [BEHIND_ROW]: null })
  await next.close()
  expect(await foundBy(keysIn(db, { fence }))).toEqual({ 's/rui': '2' })
})

test('who opens the keys takes them from whoever had them open: nothing is written beside it', async () => {
  const { keys } = await aDevice()
  const earlier = await keys.open()
  const spool = await keys.openSpool()
  commit(earlier, { a: '1' })
  await earlier.sync()

  const later = await keys.open()
  const laterSpool = await keys.openSpool()

  commit(later, { a: '2', [BEHIND_ROW]: null })
  await later.sync()
  commit(earlier, { a: '3', b: '3' })
  await expect(earlier.sync()).rejects.toMatchObject({ code: 'lease_lost' })
  expect(earlier.hasFailed()).toBe(true)
  expect(() => commit(earlier, { a: '4' })).toThrow('elsewhere')
  await laterSpool.add(delivered('B'))
  await expect(spool.add(delivered('A'))).rejects.toMatchObject({ code: 'storage_unavailable' })
  await expect(earlier.close()).rejects.toMatchObject({ code: 'lease_lost' })
  await spool.close()
  await later.close()
  await laterSpool.close()
  expect(await foundBy(keys)).toEqual({ a: '2' })
  expect([...(await keys.openSpool()).waiting().values()]).toEqual([delivered('B')])
})

test('a node that lost the account writes nothing of its devices any more, and opens none', async () => {
  const { db, keys } = await aDevice()
  const log = await keys.open()
  const spool = await keys.openSpool()
  await keys.saveLabel({ serverKey: 'ab', isPaired: true })
  commit(log, { a: '1' })
  await log.sync()
  await endTerm(db, 'node')
  const fence = await (await aHolder(db, 'another node'))('ana')

  commit(log, { a: '2' })

  await expect(log.sync()).rejects.toMatchObject({ code: 'lease_lost', mayPass: true })
  expect(log.hasFailed()).toBe(true)
  await expect(spool.add(delivered('A'))).rejects.toMatchObject({ code: 'storage_unavailable' })
  const refused = { code: 'lease_lost' }
  await expect(keys.open()).rejects.toMatchObject(refused)
  await expect(keys.openSpool()).rejects.toMatchObject(refused)
  await expect(keys.saveLabel({ serverKey: 'cd', isPaired: false })).rejects.toMatchObject(refused)
  await expect(keys.remove()).rejects.toMatchObject(refused)
  await expect(keys.setAside(new Date(), 'ended')).rejects.toMatchObject(refused)
  await expect(keys.removeAside()).rejects.toMatchObject(refused)
  const there = keysIn(db, { fence })
  expect(await there.findLabel()).toEqual({ serverKey: 'ab', isPaired: true })
  expect(await foundBy(there)).toEqual({ a: '1', [BEHIND_ROW]: 'true' })
  expect([...(await there.openSpool()).waiting()]).toEqual([])
})

test('a lease that ends after all was stored costs no session', async () => {
  const { db, keys } = await aDevice()
  const log = await keys.open()
  commit(log, { 's/ana': '1' })
  await log.sync()
  await endTerm(db, 'node')
  await log.close()
  const fence = await (await aHolder(db, 'another node'))('ana')
  expect(await foundBy(keysIn(db, { fence }))).toEqual({ 's/ana': '1' })
})

test('nothing is lost while the database is away for a moment, and the last value of a key counts', async () => {
  const { db, fence, url, keys } = await aDevice()
  const line = await aLineTo(url)
  const far = connectDatabase({ url: line.url, onFault: () => undefined })
  onTestFinished(() => far.destroy())
  const there = keysIn(far, { fence })
  const [log, spool] = [await there.open(), await there.openSpool()]
  commit(log, { a: '1', gone: '1' })
  await log.sync()
  line.cut()
  commit(log, { a: '2', b: '2', gone: null })
  const added = spool.add(delivered('A'))
  const synced = log.sync()
  commit(log, { a: '3' })
  expect([log.read('a'), log.read('b'), log.has('gone')]).toEqual(['3', '2', false])
  await passes(async () => expect((await refusalOf(far))?.code).toBeDefined())
  line.mend()

  await Promise.all([synced, added])

  expect(log.hasFailed()).toBe(false)
  await log.close()
  await spool.close()
  expect(await foundBy(keys)).toEqual({ a: '3', b: '2' })
  expect([...(await keysIn(db, { fence }).openSpool()).waiting().values()]).toEqual([
    delivered('A'),
  ])
})

async function refusalOf(db: Database): Promise<{ readonly code?: unknown } | undefined> {
  return db
    .selectFrom('leases')
    .select('epoch')
    .execute()
    .then(
      () => undefined,
      (error: { readonly code?: unknown }) => error,
    )
}

test('keys that cannot be stored for too long have failed, and what arrives then is not taken', async () => {
  const { fence, url, keys } = await aDevice()
  const line = await aLineTo(url)
  const far = connectDatabase({ url: line.url, onFault: () => undefined })
  onTestFinished(() => far.destroy())
  const there = keysIn(far, { fence, patienceMs: 0 })
  const [log, spool] = [await there.open(), await there.openSpool()]
  line.cut()
  commit(log, { a: '1' })

  await expect(log.sync()).rejects.toMatchObject({ code: 'storage_unavailable', mayPass: true })

  expect(log.hasFailed()).toBe(true)
  await expect(spool.add(delivered('A'))).rejects.toMatchObject({ code: 'storage_unavailable' })
  line.mend()
  // The spool goes on; the keys, which may be behind by now, have to be opened again.
  await passes(() => spool.add(delivered('B')))
  expect(() => commit(log, { a: '2' })).toThrow()
  expect(await foundBy(keys)).toEqual({ [BEHIND_ROW]: 'true' })
})

test('a spooled row that is no event is put out of the way, and reported once', async () => {
  const { db, keys } = await aDevice()
  const spool = await keys.openSpool()
  for (const id of ['A', 'B', 'C']) await spool.add(delivered(id))
  await spool.close()
  const spoil = async (number: string, event: string) =>
    db.updateTable('spooled_events').set({ event }).where('number', '=', number).execute()
  await spoil('1', 'half of {"type":')
  await spoil('3', '{"type":"of a kind that nobody knows"}')

  const next = await keys.openSpool()

  expect([...next.waiting()]).toEqual([[2, delivered('B')]])
  expect(next.damage).toContain('1, 3')
  expect(await next.add(delivered('D'))).toBe(4)
  await next.close()
  const last = await keys.openSpool()
  expect([...last.waiting().keys()]).toEqual([2, 4])
  expect(last.damage).toBeNull()
  expect(await db.selectFrom('spooled_events').selectAll().execute()).toHaveLength(4)
  await last.close()
})

test('many devices are written together', async () => {
  const { db, fence } = await aDevice()
  const writer = createDeviceWriter(db)
  const keysOf = openDeviceKeys(db, writer)
  const logs = await Promise.all(
    Array.from({ length: 20 }, (_, place) => keysOf(`d${place}`, () => fence).open()),
  )
  const before = writer.transactionCount()
  for (let round = 0; round < 50; round += 1) {
    for (const log of logs) commit(log, { [`k${round}`]: JSON.stringify(round) })
  }

  await Promise.all(logs.map((log) => log.sync()))

  expect(writer.transactionCount() - before).toBeLessThanOrEqual(2)
  await Promise.all(logs.map((log) => log.close()))
  expect(Object.keys(await foundBy(keysOf('d7', () => fence)))).toHaveLength(50)
})

test('what is put aside is kept as it is, until all of the device goes', async () => {
  const { db, fence, keys } = await aDevice()
  const log = await keys.open()
  commit(log, { a: '1' })
  await log.close()
  await keys.setAside(new Date('2026-01-02T03:04:05Z'), 'ended')
  const aside = () =>
    db
      .selectFrom('device_stores')
      .innerJoin('device_keys', 'store_id', 'device_stores.id')
      .select(['device_key', 'aside', 'name', 'value'])
      .execute()
  const expected = { device_key: 'd1', aside: 'ended-2026-01-02T03:04:05.000Z' }
  expect(await aside()).toEqual([{ ...expected, name: 'a', value: '1' }])
  await keysIn(db, { fence: await (await aHolder(db, 'a third node'))('rui') }).removeAside()
  expect(await aside()).toHaveLength(1)
  await keysIn(db, { fence }).removeAside()
  expect(await aside()).toEqual([])
  expect(await db.selectFrom('device_keys').selectAll().execute()).toEqual([])
})

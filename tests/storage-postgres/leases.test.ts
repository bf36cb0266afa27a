import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { Fence } from '../../src/domain/cluster/lease-store.ts'
import { type Database, inTransaction } from '../../src/storage-postgres/database.ts'
import { openLeases, requireFence } from '../../src/storage-postgres/leases.ts'
import { eventually } from '../support/eventually.ts'
import { aDataFolder } from '../support/storage/data-folder.ts'
import { openTestDatabase, stopPostgresAfterwards } from '../support/storage/postgres.ts'

stopPostgresAfterwards()

const userId = 'ana'
const LONG_MS = 10 * 60_000

async function aDatabase(): Promise<Database> {
  const db = await openTestDatabase(await aDataFolder())
  onTestFinished(() => db.destroy())
  return db
}

async function held(db: Database, nodeId: string, account = userId): Promise<Fence> {
  const epoch = await openLeases(db).take(account, { nodeId, leaseMs: LONG_MS })
  if (epoch === undefined) throw new Error('another node has it')
  return { userId: account, nodeId, epoch }
}

/** As if the time of every lease had passed. */
async function endLeases(db: Database): Promise<void> {
  await db
    .updateTable('leases')
    .set({ until: new Date(0) })
    .execute()
}

/** Whether a transaction may write under the fence: 'yes', or the code of the refusal. */
async function mayWrite(db: Database, fence: Fence | undefined): Promise<unknown> {
  return inTransaction(db, (tx) => requireFence(tx, fence)).then(
    () => 'yes',
    (error: { readonly code?: unknown }) => error.code,
  )
}

test('of many nodes that want an account at once, one gets it, until it gives it back', async () => {
  const db = await aDatabase()
  const leases = openLeases(db)
  const nodes = ['a', 'b', 'c', 'd', 'e']
  const epochs = await Promise.all(
    nodes.map((nodeId) => leases.take(userId, { nodeId, leaseMs: LONG_MS })),
  )
  const winner = epochs.findIndex((epoch) => epoch !== undefined)
  expect(epochs.filter((epoch) => epoch !== undefined)).toHaveLength(1)
  const fence = { userId, nodeId: nodes[winner] ?? '', epoch: epochs[winner] ?? 0 }
  expect(await mayWrite(db, fence)).toBe('yes')
  await leases.giveBack([fence])
  expect(await mayWrite(db, fence)).toBe('lease_lost')
  const next = await held(db, 'f')
  expect(next.epoch).not.toBe(fence.epoch)
  // Too late, and somebody else's.
  await leases.giveBack([fence])
  expect(await mayWrite(db, next)).toBe('yes')
})

test('a lease of one account lets nobody write for another', async () => {
  const db = await aDatabase()
  const own = await held(db, 'a')
  const other = await held(db, 'b', 'bia')
  expect(await mayWrite(db, own)).toBe('yes')
  expect(await mayWrite(db, { ...own, userId: 'bia' })).toBe('lease_lost')
  expect(await mayWrite(db, { ...other, nodeId: 'a' })).toBe('lease_lost')
  expect(await mayWrite(db, undefined)).toBe('lease_lost')
})

test('a lease that is over writes nothing more and is not renewed, whether or not another has the account', async () => {
  const db = await aDatabase()
  const leases = openLeases(db)
  const first = await held(db, 'a')
  expect(await leases.renew([first], { leaseMs: LONG_MS })).toEqual([first.epoch])
  await endLeases(db)
  expect(await mayWrite(db, first)).toBe('lease_lost')
  expect(await leases.renew([first], { leaseMs: LONG_MS })).toEqual([])
  const second = await held(db, 'b')
  expect(await mayWrite(db, first)).toBe('lease_lost')
  expect(await mayWrite(db, second)).toBe('yes')
  expect(await leases.take(userId, { nodeId: 'a', leaseMs: LONG_MS })).toBeUndefined()
  expect(await leases.renew([first, second], { leaseMs: LONG_MS })).toEqual([second.epoch])
})

test('of several leases those are renewed that are still held', async () => {
  const db = await aDatabase()
  const leases = openLeases(db)
  const accounts = ['1', '2', '3']
  const fences: Fence[] = []
  for (const account of accounts) fences.push(await held(db, 'a', account))
  await leases.giveBack(fences.slice(1, 2))
  const renewed = await leases.renew(fences, { leaseMs: LONG_MS })
  expect([...renewed].sort()).toEqual([fences[0]?.epoch, fences[2]?.epoch].sort())
  expect(await leases.renew([], { leaseMs: LONG_MS })).toEqual([])
})

test('who takes an account over waits for what its holder is writing, and finds it', async () => {
  const db = await aDatabase()
  const leases = openLeases(db)
  const fence = await held(db, 'a')
  const waiting = async () => {
    const { rows } = await sql<{ readonly count: string }>`
      select count(*) from pg_stat_activity where wait_event_type = 'Lock'`.execute(db)
    return Number(rows[0]?.count)
  }
  let found: unknown
  let taking: Promise<unknown> = Promise.resolve()
  await inTransaction(db, async (tx) => {
    await requireFence(tx, fence)
    const ended = leases.giveBack([fence])
    await eventually(async () => (await waiting()) === 1)
    taking = (async () => {
      await leases.take(userId, { nodeId: 'b', leaseMs: LONG_MS })
      await ended
      found = await leases.nodes(LONG_MS)
    })()
    await eventually(async () => (await waiting()) === 2)
    await tx
      .insertInto('nodes')
      .values({ id: 'written', url: '', load: 0, seen_at: sql<Date>`clock_timestamp()` })
      .execute()
  })
  await taking
  expect(found).toMatchObject([{ id: 'written' }])
  expect(await mayWrite(db, fence)).toBe('lease_lost')
})

test('nodes know each other and who has which account, until they leave', async () => {
  const db = await aDatabase()
  const leases = openLeases(db)
  await leases.sayAlive({ id: 'a', url: 'http://a', load: 0 })
  await leases.sayAlive({ id: 'b', url: 'http://b', load: 3 })
  await leases.sayAlive({ id: 'a', url: 'http://a', load: 1 })
  expect(await leases.nodes(LONG_MS)).toMatchObject([
    { id: 'a', url: 'http://a', load: 1 },
    { id: 'b', url: 'http://b', load: 3 },
  ])
  expect(await leases.holder(userId)).toBeUndefined()
  await held(db, 'a')
  expect(await leases.holder(userId)).toEqual({ id: 'a', url: 'http://a', load: 1 })
  expect(await leases.holder('bia')).toBeUndefined()
  await endLeases(db)
  expect(await leases.holder(userId)).toBeUndefined()
  await held(db, 'a')
  await leases.leave('a')
  expect(await leases.nodes(LONG_MS)).toMatchObject([{ id: 'b' }])
  expect(await leases.holder(userId)).toBeUndefined()
  await held(db, 'b')
})

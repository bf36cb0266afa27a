import { expect, onTestFinished, test } from 'vitest'
import { CampaignStatus } from '../../src/contract/campaigns/campaign-status.ts'
import type { Fence } from '../../src/domain/cluster/lease-store.ts'
import { type Database, inTransaction } from '../../src/storage-postgres/database.ts'
import { underFence } from '../../src/storage-postgres/fenced-database.ts'
import { heldEpochs, openLeases } from '../../src/storage-postgres/leases.ts'
import { aDataFolder } from '../support/storage/data-folder.ts'
import { aHolder, endTerm } from '../support/storage/engines/lease-engines.ts'
import { dropDatabasesAfterwards, openTestDatabase } from '../support/storage/postgres.ts'

dropDatabasesAfterwards()

async function aDatabase(): Promise<Database> {
  const db = await openTestDatabase(await aDataFolder())
  onTestFinished(() => db.destroy())
  return db
}

/** Whether a transaction may write under the fence: 'yes', or the code of the refusal. */
async function mayWrite(db: Database, fence: Fence): Promise<unknown> {
  return inTransaction(underFence(db, { fence }), async () => undefined).then(
    () => 'yes',
    (error: { readonly code?: unknown }) => error.code,
  )
}

test('a lease lets its holder write for its account, and nobody else', async () => {
  const db = await aDatabase()
  const own = await (await aHolder(db, 'a'))('ana')
  const other = await (await aHolder(db, 'b'))('bia')
  expect(await mayWrite(db, own)).toBe('yes')
  expect(await mayWrite(db, other)).toBe('yes')
  expect(await mayWrite(db, { ...own, userId: 'bia' })).toBe('lease_lost')
  expect(await mayWrite(db, { ...own, nodeId: 'b' })).toBe('lease_lost')
  await openLeases(db).giveBack([own])
  expect(await mayWrite(db, own)).toBe('lease_lost')
})

test('whoever writes for many accounts at once learns of which of them it has the lease', async () => {
  const db = await aDatabase()
  const take = await aHolder(db, 'a')
  const [ana, bia, caio] = [await take('ana'), await take('bia'), await take('caio')]
  const stale = await (await aHolder(db, 'b'))('duda')
  await endTerm(db, 'b')
  const asked = [caio, { ...bia, nodeId: 'b' }, stale, ana, { ...ana }, { ...ana, epoch: 999 }]
  const held = await inTransaction(db, (tx) => heldEpochs(tx, asked))
  expect([...held].sort()).toEqual([ana.epoch, caio.epoch].sort())
  expect(await inTransaction(db, (tx) => heldEpochs(tx, []))).toEqual(new Set())
})

test('a term that is over writes nothing more, whether or not another node has the account', async () => {
  const db = await aDatabase()
  const first = await (await aHolder(db, 'a'))('ana')
  const stale = await (await aHolder(db, 'c'))('bia')
  await endTerm(db, 'a')
  expect(await mayWrite(db, first)).toBe('lease_lost')
  const second = await (await aHolder(db, 'b'))('ana')
  expect(await mayWrite(db, first)).toBe('lease_lost')
  expect(await mayWrite(db, second)).toBe('yes')
  await aHolder(db, 'c')
  expect(await mayWrite(db, stale)).toBe('lease_lost')
})

test('nobody takes an account over while its holder is still writing, or waits for that', async () => {
  const db = await aDatabase()
  const leases = openLeases(db)
  const fence = await (await aHolder(db, 'a'))('ana')
  const node = { id: 'b', url: '', load: 0, isLeaving: false }
  const term = await leases.enter(node, { termMs: 10 * 60_000 })
  await inTransaction(underFence(db, { fence }), async (tx) => {
    await endTerm(db, 'a')
    expect(await leases.take('ana', term)).toBeUndefined()
    await tx.insertInto('secrets').values({ name: 'written', value: '' }).execute()
  })
  expect(await leases.take('ana', term)).toBeDefined()
  expect(await mayWrite(db, fence)).toBe('lease_lost')
})

test('a node stays while one of its writes takes long', async () => {
  const db = await aDatabase()
  const node = { id: 'a', url: '', load: 0, isLeaving: false }
  const leases = openLeases(db)
  const term = await leases.enter(node, { termMs: 10 * 60_000 })
  const epoch = (await leases.take('ana', term)) ?? 0
  const fence = { userId: 'ana', nodeId: 'a', epoch }
  const stayed = await inTransaction(underFence(db, { fence }), () =>
    leases.stay(node, { term, termMs: 10 * 60_000 }),
  )
  expect(stayed).toEqual([{ userId: 'ana', epoch }])
})

test('a device, a campaign that is not over, a waiting delivery and a removal need a home', async () => {
  const db = await aDatabase()
  const record = (kind: string, userId: string, body: object = {}) =>
    db
      .insertInto('records')
      .values({ kind, user_id: userId, id: '1', version: 1, body: JSON.stringify(body) })
      .execute()
  await record('devices', 'with a device')
  await record('gateways', 'with a gateway')
  for (const [name, status] of Object.entries(CampaignStatus)) {
    const place = { kind: 'campaigns', user_id: name, id: '1' }
    await record(place.kind, place.user_id)
    await db
      .insertInto('campaign_places')
      .values({ ...place, number: 1, status, due_at: null })
      .execute()
  }
  for (const [user_id, waiting_count] of [
    ['with an event', 1],
    ['with none', 0],
  ] as const) {
    await db.insertInto('outboxes').values({ user_id, instance: 'i', waiting_count }).execute()
  }
  await record('users', 'closing', { name: 'Ana', closedAt: '2026-01-15T12:00:00.000Z' })
  await record('users', 'open', { name: '"closedAt":"' })
  const leases = openLeases(db)
  await leases.enlist()
  expect([...(await leases.unheld(99))].sort()).toEqual(
    ['closing', 'paused', 'running', 'scheduled', 'with a device', 'with an event'].sort(),
  )
})

import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { type Database, openDatabase } from '../../../src/storage-postgres/database.ts'
import { createLedgerCleaning } from '../../../src/storage-postgres/ledger/ledger-cleaning.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'
import { aLineTo } from '../../support/storage/database-line.ts'
import { aNode, sendLedgersOver } from '../../support/storage/engines/ledger-engines.ts'
import {
  databaseUrlOf,
  dropDatabasesAfterwards,
  openTestDatabase,
} from '../../support/storage/postgres.ts'
import { header, people, sending, stateOf } from '../../support/storage/send-ledgers.ts'

dropDatabasesAfterwards()

/** What several nodes do with the ledgers of one database, and what a lost connection leaves. */

async function aDatabase(dir: string): Promise<Database> {
  const db = await openTestDatabase(dir)
  onTestFinished(() => db.destroy())
  return db
}

async function ledgersOf(node: Awaited<ReturnType<typeof aNode>>) {
  const ledgers = sendLedgersOver(node.store)
  onTestFinished(() => ledgers.close())
  return ledgers
}

const lost = { code: 'lease_lost' }

test('a node whose lease is over stores nothing more, and the next one goes on from what it stored', async () => {
  const db = await aDatabase(await aDataFolder())
  const one = await aNode(db)
  const ledger = await (await ledgersOf(one)).create(header, people(5))
  await ledger.record(sending(0))
  await one.loseUnheard()
  const two = await aNode(db)
  const taken = await (await ledgersOf(two)).open('7')
  await expect(ledger.record(sending(1))).rejects.toMatchObject(lost)
  expect(ledger.attemptedCount).toBe(1)
  expect(taken.inFlight()).toEqual([0])
  await taken.record({ type: 'accepted', index: 0, atMs: 9 })
  await taken.record(sending(1))

  await two.leave()
  const again = await (await ledgersOf(await aNode(db))).open('7')
  for (const earlier of [ledger, taken]) {
    await expect(earlier.record(sending(2))).rejects.toMatchObject(lost)
  }
  expect(stateOf(again)).toEqual(stateOf(taken))
  await again.record(sending(2))
  expect(again.attemptedCount).toBe(3)
})

test('a node that only reads shows what is stored now, however often it is asked', async () => {
  const db = await aDatabase(await aDataFolder())
  const ledger = await (await ledgersOf(await aNode(db))).create(header, people(3))
  const other = await ledgersOf(await aNode(db))
  const before = await other.open('7')
  await ledger.record(sending(1))
  const page = await other.readAttempted('7', { from: 0, limit: 5 })
  expect(page.rows.map(({ index }) => index)).toEqual([1])
  expect(before.attemptedCount).toBe(0)
  expect((await other.open('7')).attemptedCount).toBe(1)
  const noted = (sentCount: number) =>
    other.withNotable(
      '7',
      async () => ({ ...ledger.counts, sentCount }),
      async ({ counts, findAttempted }) => [counts.sentCount, (await findAttempted(1))?.sentAtMs],
    )
  expect(await noted(0)).toEqual([0, 0])
  await ledger.record({ type: 'accepted', index: 1, atMs: 9 })
  expect(await noted(1)).toEqual([1, 9])
})

test('a node without the lease reads everything, and neither begins nor changes anything', async () => {
  const db = await aDatabase(await aDataFolder())
  const one = await aNode(db)
  const ledger = await (await ledgersOf(one)).create(header, people(3))
  await ledger.record(sending(1))
  const other = await ledgersOf(await aNode(db))
  const read = await other.open('7')
  expect(stateOf(read)).toEqual(stateOf(ledger))
  await expect(read.record(sending(0))).rejects.toMatchObject(lost)
  const page = await other.readAttempted('7', { from: 0, limit: 5 })
  expect(page.rows.map(({ index }) => index)).toEqual([1])
  const beginning = other.create({ ...header, campaignId: '8' }, people(2))
  await expect(beginning).rejects.toMatchObject(lost)
  expect(await other.exists('8')).toBe(false)
})

test('a lease that ends while the audience is written leaves no ledger, and no rows for long', async () => {
  const db = await aDatabase(await aDataFolder())
  const node = await aNode(db)
  async function* audience() {
    yield* people(10)
    await node.loseUnheard()
  }
  const creating = (await ledgersOf(node)).create(header, audience())
  await expect(creating).rejects.toMatchObject(lost)
  expect(await node.store.exists('7')).toBe(false)
  await db
    .updateTable('ledgers')
    .set({ changed_at: new Date(0) })
    .execute()
  await createLedgerCleaning(db).sweep()
  expect(await db.selectFrom('ledgers').select('id').execute()).toEqual([])
  expect(await db.selectFrom('recipients').select('index').execute()).toEqual([])
})

test('of two ledgers that are made of one campaign at once, one stands whole', async () => {
  const db = await aDatabase(await aDataFolder())
  const { store } = await aNode(db)
  const made = await Promise.all([
    store.create({ ...header, text: 'um' }, people(1_200)),
    store.create({ ...header, text: 'dois' }, people(700)),
  ])
  const { header: kept, table } = await store.load('7')
  expect(table.recipientCount).toBe(kept.text === 'um' ? 1_200 : 700)
  const rows = await db.selectFrom('recipients').select('ledger_id').distinct().execute()
  expect(rows).toHaveLength(1)
  for (const { journal } of made) await journal.close()
})

test('more campaigns begin at once than there are connections, each with an audience out of the same database', async () => {
  const url = await databaseUrlOf(await aDataFolder())
  const db = await openDatabase({ url, queryTimeoutMs: 5_000, onFault: () => undefined })
  onTestFinished(() => db.destroy())
  const { store } = await aNode(db)
  async function* readPeople() {
    for (const person of people(3)) {
      await sql`select 1`.execute(db)
      yield person
    }
  }
  const ids = Array.from({ length: 24 }, (_, place) => String(place + 1))
  const made = await Promise.all(
    ids.map((campaignId) => store.create({ ...header, campaignId }, readPeople())),
  )
  expect(made.map(({ table }) => table.recipientCount)).toEqual(ids.map(() => 3))
})

test('facts of several recipients and campaigns of an account are stored by one transaction', async () => {
  const db = await aDatabase(await aDataFolder())
  const ledgers = await ledgersOf(await aNode(db))
  const campaigns = ['7', '8', '9']
  const open = await Promise.all(
    campaigns.map((campaignId) => ledgers.create({ ...header, campaignId }, people(4))),
  )
  await Promise.all(open.flatMap((ledger) => [0, 3].map((index) => ledger.record(sending(index)))))
  const { rows } = await sql<{ readonly transactions: string }>`
    select count(distinct xmin::text) as transactions from recipient_states`.execute(db)
  expect(rows).toEqual([{ transactions: '1' }])
})

test('a ledger that another node removed takes nothing, and keeps no other from being written', async () => {
  const db = await aDatabase(await aDataFolder())
  const node = await aNode(db)
  const ledgers = await ledgersOf(node)
  const gone = await ledgers.create(header, people(2))
  const other = await ledgers.create({ ...header, campaignId: '8' }, people(2))
  await node.store.remove('7')
  const [first, second] = await Promise.allSettled([
    gone.record(sending(0)),
    other.record(sending(0)),
  ])
  expect(first).toMatchObject({ status: 'rejected', reason: { code: 'campaign_not_found' } })
  expect(second).toMatchObject({ status: 'fulfilled' })
})

test('what a removal or a beginning left behind goes with the next cleaning, once it is old', async () => {
  const db = await aDatabase(await aDataFolder())
  const { store } = await aNode(db)
  for (const campaignId of ['7', '8']) await store.create({ ...header, campaignId }, people(3))
  await db.updateTable('ledgers').where('campaign_id', '=', '7').set({ is_live: false }).execute()
  expect(await store.sweep()).toEqual({ removed: 0, bytes: 0 })
  await db
    .updateTable('ledgers')
    .set({ changed_at: new Date(0) })
    .execute()
  expect(await store.sweep('outra')).toEqual({ removed: 0, bytes: 0 })
  expect(await store.sweep('user')).toMatchObject({ removed: 1 })
  expect(await store.ids()).toEqual(['8'])
  expect(await db.selectFrom('recipients').select('index').execute()).toHaveLength(3)
})

async function aCampaignOverAWire() {
  const wire = await aLineTo(await databaseUrlOf(await aDataFolder()))
  const db = await openDatabase({ url: wire.url, onFault: () => undefined })
  onTestFinished(() => db.destroy())
  const node = await aNode(db)
  const ledger = await (await ledgersOf(node)).create(header, people(40))
  /** The ledger as a program finds it that begins now. */
  const stored = async () => stateOf(await (await ledgersOf(node)).open('7'))
  return { wire, db, ledger, stored }
}

const unavailable = { code: 'storage_unavailable' }

test('what was stored without an answer counts as not stored, for whoever asks', async () => {
  const { wire, db, ledger, stored } = await aCampaignOverAWire()
  await ledger.record(sending(0))
  await ledger.record(sending(1))
  const before = stateOf(ledger)
  wire.cutNext({ at: 'commit', when: 'after' })
  const refused = await Promise.allSettled([
    ledger.record({ type: 'accepted', index: 0, atMs: 9 }),
    ledger.record(sending(2)),
    ledger.record(sending(3)),
  ])
  expect(refused).toMatchObject(refused.map(() => ({ status: 'rejected', reason: unavailable })))
  expect(stateOf(ledger)).toEqual(before)
  expect(await db.selectFrom('recipient_states').select('index').execute()).toHaveLength(4)

  // Other recipients get the places of those that were refused.
  await ledger.record(sending(5))
  await ledger.record(sending(3))
  expect(stateOf(ledger).attempted).toEqual([0, 1, 5, 3])
  expect(await stored()).toEqual(stateOf(ledger))
})

test('wherever a connection is lost, what is reported as stored is stored, and nothing else stays', async () => {
  const { wire, ledger, stored } = await aCampaignOverAWire()
  const statements = ['require_fence', 'from "ledgers"', 'insert into', 'commit']
  let index = 0
  for (const at of statements) {
    for (const when of ['before', 'after'] as const) {
      const before = stateOf(ledger)
      wire.cutNext({ at, when })
      await expect(ledger.record(sending(index))).rejects.toMatchObject(unavailable)
      expect(stateOf(ledger)).toEqual(before)
      await ledger.record(sending(index + 1))
      await ledger.record({ type: 'accepted', index: index + 1, atMs: 9 })
      expect(await stored()).toEqual(stateOf(ledger))
      index += 2
    }
  }
  expect(ledger.attemptedCount).toBe(8)
})

import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import type { Fence } from '../../src/domain/cluster/lease-store.ts'
import {
  asked,
  type Database,
  inTransaction,
  openDatabase,
} from '../../src/storage-postgres/database.ts'
import { underFence } from '../../src/storage-postgres/fenced-database.ts'
import { openLeases } from '../../src/storage-postgres/leases.ts'
import { aDataFolder } from '../support/storage/data-folder.ts'
import { aLineTo } from '../support/storage/database-line.ts'
import { aHolder, endTerm } from '../support/storage/engines/lease-engines.ts'
import {
  databaseUrlOf,
  dropDatabasesAfterwards,
  openTestDatabase,
} from '../support/storage/postgres.ts'

dropDatabasesAfterwards()

const lost = { code: 'lease_lost' }

async function aDatabase(): Promise<Database> {
  const db = await openTestDatabase(await aDataFolder())
  onTestFinished(() => db.destroy())
  return db
}

async function taken(db: Database, nodeId: string): Promise<Fence> {
  return (await aHolder(db, nodeId))('ana')
}

const secret = (name: string) => ({ name, value: 'x' })
const add = (db: Pick<Database, 'insertInto'>, name: string) =>
  db.insertInto('secrets').values(secret(name)).execute()
const names = async (db: Database) =>
  (await db.selectFrom('secrets').select('name').orderBy('name').execute()).map(({ name }) => name)

/** Every way of writing that a store has. */
const writes: Readonly<Record<string, (db: Database, name: string) => Promise<unknown>>> = {
  'a statement': (db, name) => add(db, name),
  'a statement of text': (db, name) =>
    sql`insert into secrets (name, value) values (${name}, 'x')`.execute(db),
  'a part of a reading': (db, name) =>
    db
      .with('added', (own) => own.insertInto('secrets').values(secret(name)).returning('name'))
      .selectFrom('added')
      .selectAll()
      .execute(),
  'a transaction': (db, name) => inTransaction(db, (tx) => add(tx, name)),
  'a connection of its own': (db, name) => db.connection().execute((own) => add(own, name)),
}

test.each(Object.entries(writes))(
  '%s writes for whoever has the account, and for nobody else',
  async (_, write) => {
    const db = await aDatabase()
    const fence = await taken(db, 'a')
    const own = underFence(db, { fence })
    await write(own, 'one')
    await openLeases(db).leave(fence.nodeId)
    const next = underFence(db, { fence: await taken(db, 'b') })
    await expect(asked(() => write(own, 'two'))).rejects.toMatchObject(lost)
    await write(next, 'three')
    expect(await names(own)).toEqual(['one', 'three'])
  },
)

test.each(Object.entries(writes).filter(([name]) => name !== 'a connection of its own'))(
  'of %s whose commit got no answer nobody says that it was not kept',
  async (_, write) => {
    const dir = await aDataFolder()
    const other = await openTestDatabase(dir)
    onTestFinished(() => other.destroy())
    const line = await aLineTo(await databaseUrlOf(dir))
    const db = await openDatabase({ url: line.url, onFault: () => undefined })
    onTestFinished(() => db.destroy())
    const own = underFence(db, { fence: await taken(other, 'a') })
    line.cutNext({ at: 'commit', when: 'after' })
    await expect(asked(() => write(own, 'one'))).rejects.toMatchObject({
      code: 'storage_unsettled',
    })
    expect(await names(other)).toEqual(['one'])
  },
)

test('what an account that was let go still writes asks nobody', async () => {
  const db = await aDatabase()
  let isOver = false
  const own = underFence(db, { fence: await taken(db, 'a'), isOver: () => isOver })
  await add(own, 'one')
  isOver = true
  for (const write of Object.values(writes)) {
    await expect(asked(() => write(own, 'two'))).rejects.toMatchObject(lost)
  }
  expect(await names(db)).toEqual(['one'])
})

test('what fails leaves nothing, and the connection to whoever comes next', async () => {
  const db = await aDatabase()
  const own = underFence(db, { fence: await taken(db, 'a') })
  await add(own, 'one')
  const failing = inTransaction(own, async (tx) => {
    await add(tx, 'two')
    await add(tx, 'one')
  })
  await expect(failing).rejects.toMatchObject({ code: 'storage_unavailable' })
  const alone = Array.from({ length: 30 }, () => asked(() => add(own, 'one')))
  expect(await Promise.allSettled(alone)).toMatchObject(alone.map(() => ({ status: 'rejected' })))
  await add(own, 'three')
  expect(await names(own)).toEqual(['one', 'three'])
})

test('nobody else gets the account before a write under its lease has ended', async () => {
  const db = await aDatabase()
  const fence = await taken(db, 'a')
  const next = await aHolder(db, 'b')
  await inTransaction(underFence(db, { fence }), async (tx) => {
    await add(tx, 'one')
    await endTerm(db, 'a')
    await expect(next('ana')).rejects.toThrow('another node has ana')
  })
  await next('ana')
  expect(await names(db)).toEqual(['one'])
})

test('reading on goes under one view, whoever has the account', async () => {
  const db = await aDatabase()
  const fence = await taken(db, 'a')
  const own = underFence(db, { fence })
  await openLeases(db).leave(fence.nodeId)
  await add(db, 'one')
  const reading = own.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  const seen = await reading.execute(async (tx) => {
    const before = await tx.selectFrom('secrets').select('name').execute()
    await add(db, 'two')
    return [before, await tx.selectFrom('secrets').select('name').execute()]
  })
  expect(seen).toEqual([[{ name: 'one' }], [{ name: 'one' }]])
  const writing = asked(() =>
    own
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((tx) => add(tx, 'x')),
  )
  await expect(writing).rejects.toMatchObject(lost)
})

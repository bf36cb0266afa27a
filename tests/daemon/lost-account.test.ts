import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Database } from '../../src/storage-postgres/database.ts'
import { aDataFolder } from '../support/storage/data-folder.ts'
import { fill } from '../support/storage/lived-in-folder.ts'
import { aNodeOver } from '../support/storage/nodes.ts'
import { dropDatabasesAfterwards } from '../support/storage/postgres.ts'
import { sending } from '../support/storage/send-ledgers.ts'
import { usesOf } from '../support/storage/store-uses.ts'

dropDatabasesAfterwards()

const ANA = 'ana'
const lost = { code: 'lease_lost' }

/** Every row of every table, except for those of leases and nodes. */
async function everyRow(db: Database): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>()
  for (const { name } of await db.introspection.getTables()) {
    if (name === 'leases' || name === 'nodes') continue
    const { rows } = await sql<{ readonly row: string }>`
      select each::text as row from ${sql.table(name)} as each order by 1`.execute(db)
    found.set(
      name,
      rows.map(({ row }) => row),
    )
  }
  return found
}

test('a node that lost an account writes nothing of it, by whatever method of whatever store', async () => {
  const dir = await aDataFolder()
  const node = await aNodeOver(dir)
  const storage = await node.accountOf(ANA)
  await fill(storage)
  await storage.people.add(ANA, 7, storage.ledgers.phones('7'))
  const driver = await node.driverOf(ANA)
  const uses = await usesOf(driver)
  await node.leave()
  const other = await aNodeOver(dir)
  await other.driverOf(ANA)
  const before = await everyRow(other.db)
  expect(before.get('contacts')).toHaveLength(150)

  for (const { store, writes, reads } of uses) {
    expect([...Object.keys(writes), ...reads].sort()).toEqual(Object.keys(store).sort())
    for (const [method, write] of Object.entries(writes)) {
      await expect(write(), method).rejects.toMatchObject(lost)
    }
  }
  await driver.close()
  await storage.close()
  expect(await everyRow(other.db)).toEqual(before)
})

test('an account that is abandoned writes nothing at once, though its lease may be good still', async () => {
  const node = await aNodeOver(await aDataFolder())
  const storage = await node.accountOf(ANA)
  await fill(storage)
  const ledger = await storage.ledgers.open('7')
  const before = await everyRow(node.db)
  await storage.abandon()
  await expect(storage.lists.remove(ANA, 'list-1')).rejects.toMatchObject(lost)
  await expect(storage.stats.remove(ANA, '1')).rejects.toMatchObject(lost)
  await expect(ledger.record(sending(9))).rejects.toMatchObject({ code: 'storage_unavailable' })
  expect(await everyRow(node.db)).toEqual(before)
  const next = await node.accountOf(ANA)
  await (await next.ledgers.open('7')).record(sending(9))
})

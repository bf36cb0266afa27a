import { expect, test } from 'vitest'
import { openPostgresDriver } from '../../src/daemon/storage/postgres-driver.ts'
import type { Storage } from '../../src/daemon/storage/storage.ts'
import { aDataFolder } from '../support/storage/data-folder.ts'
import { aHolder } from '../support/storage/lease-engines.ts'
import { fill, storageOf, viewOf } from '../support/storage/lived-in-folder.ts'
import {
  databaseUrlOf,
  openTestDatabase,
  stopPostgresAfterwards,
} from '../support/storage/postgres.ts'
import { header } from '../support/storage/send-ledgers.ts'

stopPostgresAfterwards()

/** What of a view no two storages have in common: names and secrets that each makes up. */
const ownOnes = ['db/uploads', 'db/settings.json']

async function sharedViewOf(storage: Storage) {
  const view = new Map(await viewOf(storage))
  for (const part of ownOnes) view.delete(part)
  return view
}

const nodeId = 'node'

/** A node that has the lease of the account that the ledger belongs to. */
async function withDatabase(dir: string): Promise<Storage> {
  const db = await openTestDatabase(dir)
  const fence = await (await aHolder(db, nodeId))(header.userId)
  await db.destroy()
  const url = await databaseUrlOf(dir)
  const fenceOf = () => fence
  return storageOf(dir, (config, log) => openPostgresDriver(config, log, { url, nodeId, fenceOf }))
}

test('a database shows the same of one life as a data folder, also when it is opened again', async () => {
  const [folder, other] = [await aDataFolder(), await aDataFolder()]
  const storages = { folder: await storageOf(folder), other: await withDatabase(other) }
  for (const storage of Object.values(storages)) await fill(storage)
  const expected = await sharedViewOf(storages.folder)
  expect(await sharedViewOf(storages.other)).toEqual(expected)
  for (const storage of Object.values(storages)) await storage.close()
  const again = await withDatabase(other)
  expect(await sharedViewOf(again)).toEqual(expected)
  expect(again.isWritable()).toBe(true)
  await again.close()
})

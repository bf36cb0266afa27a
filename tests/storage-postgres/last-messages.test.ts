import { expect, onTestFinished, test } from 'vitest'
import type { NotedMessage } from '../../src/domain/sending/last-messages.ts'
import { inTransaction } from '../../src/storage-postgres/database.ts'
import { openLastMessages } from '../../src/storage-postgres/last-messages.ts'
import { aDataFolder } from '../support/storage/data-folder.ts'
import { dropDatabasesAfterwards, openTestDatabase } from '../support/storage/postgres.ts'

dropDatabasesAfterwards()

const LONG_AGO_MS = Date.UTC(2026, 0, 15)
const NOW_MS = Date.UTC(2026, 1, 15)

const message = (index: number, atMs: number): NotedMessage => ({
  ...{ deviceKey: 'key', names: [5_561_999_990_001], campaignNumber: 7, index, atMs },
})

test('a node that deletes what is outdated keeps no other from noting what it sent', async () => {
  const db = await openTestDatabase(await aDataFolder())
  onTestFinished(() => db.destroy())
  await openLastMessages({ db, now: () => LONG_AGO_MS }).append(message(0, LONG_AGO_MS))
  const noted = openLastMessages({ db, now: () => NOW_MS })
  await inTransaction(db, async (tx) => {
    await tx.deleteFrom('last_messages').execute()
    await noted.append(message(1, NOW_MS))
  })
  const indices: number[] = []
  await noted.load({ sinceMs: 0 }, ({ index }) => indices.push(index))
  expect(indices).toEqual([1])
})

test('the last messages of a user’s own devices are read, whatever the names of these hold', async () => {
  const db = await openTestDatabase(await aDataFolder())
  onTestFinished(() => db.destroy())
  const body = JSON.stringify({ key: 'key', name: 'com \u0000' })
  await db
    .insertInto('records')
    .values({ kind: 'devices', user_id: 'ana', id: 'loja', version: 1, body })
    .execute()
  const noted = openLastMessages({ db, ownerId: 'ana', now: () => NOW_MS })
  await noted.append(message(1, NOW_MS))
  await noted.append({ ...message(2, NOW_MS), deviceKey: 'of another user' })
  const indices: number[] = []
  await noted.load({ sinceMs: 0 }, ({ index }) => indices.push(index))
  expect(indices).toEqual([1])
})

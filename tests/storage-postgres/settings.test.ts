import { expect, onTestFinished, test } from 'vitest'
import { openSettings } from '../../src/storage-postgres/settings.ts'
import { aDataFolder } from '../support/storage/data-folder.ts'
import { dropDatabasesAfterwards, openTestDatabase } from '../support/storage/postgres.ts'

dropDatabasesAfterwards()

async function somePrograms() {
  const dir = await aDataFolder()
  const databases = await Promise.all([1, 2, 3].map(() => openTestDatabase(dir)))
  onTestFinished(async () => {
    await Promise.all(databases.map((db) => db.destroy()))
  })
  return databases.map(openSettings)
}

test('programs that ask for a secret at once get the same one', async () => {
  const programs = await somePrograms()
  const keys = await Promise.all(programs.map(({ key }) => key('tokens', 48)))
  expect(new Set(keys.map((key) => Buffer.from(key).toString('hex'))).size).toBe(1)
  expect(keys[0]).toHaveLength(48)
  expect(await programs[0]?.key('others', 48)).not.toEqual(keys[0])
})

test('no number of a campaign is handed out twice', async () => {
  const programs = await somePrograms()
  const numbers = await Promise.all(
    Array.from({ length: 30 }, (_none, place) => programs[place % 3]?.nextCampaignNumber()),
  )
  expect(new Set(numbers).size).toBe(30)
  expect(Math.min(...numbers.map(Number))).toBe(1)
})

import { expect, test } from 'vitest'
import { z } from 'zod'
import { newStanding } from '../../../src/domain/sending/strangers/standing.ts'
import { openCollection } from '../../../src/storage/collections/collection.ts'
import { StandingFile, standingMigrations } from '../../../src/storage/collections/records.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'

test('first messages counted by the hour are read as those of its last minute', async () => {
  const dir = await aDataFolder()
  const { dailyLimit: _, warmUp: __, ...old } = newStanding('a', 'k1')
  const before = await openCollection({
    dir,
    name: 'standings',
    schema: z.looseObject({ id: z.string() }),
  })
  await before.save('ana', { ...old, firstMessages: [{ hour: 490_000, count: 7 }] })

  const options = { dir, name: 'standings', schema: StandingFile, migrations: standingMigrations }
  const after = await openCollection(options)
  expect(await after.find('ana', 'a')).toEqual({
    ...newStanding('a', 'k1'),
    firstMessages: [{ minute: 490_000 * 60 + 59, count: 7 }],
  })
})

import { expect, onTestFinished, test } from 'vitest'
import { REMOVED_KEPT_MS } from '../../src/domain/bin.ts'
import { OptOutFile } from '../../src/storage/collections/records.ts'
import { openBinRecords } from '../../src/storage-postgres/bin-records.ts'
import { createFakeClock } from '../support/domain/fake-clock.ts'
import { aDataFolder } from '../support/storage/data-folder.ts'
import { dropDatabasesAfterwards, openTestDatabase } from '../support/storage/postgres.ts'

dropDatabasesAfterwards()

const at = '2026-01-15T12:00:00.000Z'
const optOut = OptOutFile.parse({
  ...{ id: '1', phone: '5511', lid: null, name: '', reason: '', source: 'api' },
  ...{ campaignId: null, createdAt: at },
})

test('an account’s bin ends what an earlier home has removed, of its own alone, once somebody listens', async () => {
  const db = await openTestDatabase(await aDataFolder())
  onTestFinished(() => db.destroy())
  const clock = createFakeClock()
  const open = (ownerId?: string) =>
    openBinRecords({
      ...{ db, ownerId, kind: 'opt-outs', schema: OptOutFile, clock },
      onFault: (error) => expect.unreachable(String(error)),
    })
  const all = open()
  for (const userId of ['ana', 'bia']) {
    await all.save(userId, optOut)
    await all.remove(userId, '1')
  }
  await all.close()

  clock.advance(10 * REMOVED_KEPT_MS)
  const ana = open('ana')
  const gone: string[] = []
  ana.whenGone(async (userId) => void gone.push(userId))
  await ana.sweep()
  expect(gone).toEqual([])
  clock.advance(REMOVED_KEPT_MS)
  await ana.sweep()
  expect(gone).toEqual(['ana'])
  await ana.close()
  expect(await all.whole.find('bia', '1')).toBeDefined()
})

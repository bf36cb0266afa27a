import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { CampaignStatus } from '../../src/contract/campaigns/campaign-status.ts'
import { CampaignFile } from '../../src/storage/collections/records.ts'
import { openCampaigns } from '../../src/storage-postgres/campaigns.ts'
import { aCampaign } from '../support/domain/builders.ts'
import { createFakeClock } from '../support/domain/fake-clock.ts'
import { aDataFolder } from '../support/storage/data-folder.ts'
import { dropDatabasesAfterwards, openTestDatabase } from '../support/storage/postgres.ts'

dropDatabasesAfterwards()

test('a change of a campaign writes anew where it is found only if that changes', async () => {
  const db = await openTestDatabase(await aDataFolder())
  const store = openCampaigns({
    ...{ db, kind: 'campaigns', schema: CampaignFile, clock: createFakeClock() },
    onFault: (error) => expect.unreachable(String(error)),
  })
  onTestFinished(async () => {
    await store.close()
    await db.destroy()
  })
  const writtenBy = async () =>
    (await sql<{ xmin: string }>`select xmin::text from campaign_places`.execute(db)).rows[0]?.xmin
  await store.create('ana', { ...aCampaign({ id: '1' }), isSettled: true, startTries: 0 })
  const created = await writtenBy()
  await store.update('ana', '1', (campaign) => ({ ...campaign, name: 'Outro nome' }))
  expect(await writtenBy()).toBe(created)
  await store.update('ana', '1', (campaign) => ({ ...campaign, status: CampaignStatus.running }))
  expect(await writtenBy()).not.toBe(created)
})

import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { CampaignStatus } from '../../src/contract/campaigns/campaign-status.ts'
import { CampaignFile } from '../../src/storage/collections/records.ts'
import { openCampaigns } from '../../src/storage-postgres/campaigns.ts'
import { migrations } from '../../src/storage-postgres/migrations/migrations.ts'
import { aCampaign } from '../support/domain/builders.ts'
import { createFakeClock } from '../support/domain/fake-clock.ts'
import { aDataFolder } from '../support/storage/data-folder.ts'
import { dropDatabasesAfterwards, openTestDatabase } from '../support/storage/postgres.ts'

dropDatabasesAfterwards()

async function openedCampaigns() {
  const db = await openTestDatabase(await aDataFolder())
  const store = openCampaigns({
    ...{ db, kind: 'campaigns', schema: CampaignFile, clock: createFakeClock() },
    onFault: (error) => expect.unreachable(String(error)),
  })
  onTestFinished(async () => {
    await store.close()
    await db.destroy()
  })
  return { db, store }
}

test('a change of a campaign writes anew where it is found only if that changes', async () => {
  const { db, store } = await openedCampaigns()
  const writtenBy = async () =>
    (await sql<{ xmin: string }>`select xmin::text from campaign_places`.execute(db)).rows[0]?.xmin
  await store.create('ana', { ...aCampaign({ id: '1' }), isSettled: true, startTries: 0 })
  const created = await writtenBy()
  await store.update('ana', '1', (campaign) => ({ ...campaign, name: 'Outro nome' }))
  expect(await writtenBy()).toBe(created)
  await store.update('ana', '1', (campaign) => ({ ...campaign, status: CampaignStatus.running }))
  expect(await writtenBy()).not.toBe(created)
})

test('recent campaigns are found, whatever their texts hold', async () => {
  const { db, store } = await openedCampaigns()
  const moments = { scheduledAt: null, startedAt: null, isSettled: true, startTries: 0 }
  const old = '2026-01-10T12:00:00.000Z'
  const create = (id: string, name: string, change = {}) =>
    store.create('ana', { ...aCampaign({ id, name, createdAt: old }), ...moments, ...change })
  await create('1', 'velha')
  await create('2', 'agendada com \u0000', { scheduledAt: '2026-03-01T12:00:00.000Z' })
  await create('3', 'nova "createdAt":"2000', { createdAt: '2026-03-02T12:00:00.000Z' })
  const recent = async () =>
    (await store.recent('ana', '2026-02-01T00:00:00.000Z')).map(({ id }) => id)
  expect(await recent()).toEqual(['3', '2'])
  await store.update('ana', '1', (it) => ({ ...it, startedAt: '2026-02-01T00:00:00.000Z' }))
  expect(await recent()).toEqual(['3', '2', '1'])

  // The table as programs of the release before have left it.
  await sql`drop index campaign_places_recent`.execute(db)
  await sql`alter table campaign_places drop column last_at`.execute(db)
  await migrations['009-recent-campaigns']?.up(db)
  expect(await recent()).toEqual(['3', '2', '1'])
})

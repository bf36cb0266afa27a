import { describe, expect, onTestFinished, test } from 'vitest'
import { CampaignStatus, underWay } from '../../../src/contract/campaigns/campaign-status.ts'
import type { CampaignRecord } from '../../../src/domain/campaigns/campaign-record.ts'
import { aCampaign } from '../../support/domain/builders.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'
import { campaignEngines, type OpenCampaigns } from '../../support/storage/engines/bin-engines.ts'
import { dropDatabasesAfterwards } from '../../support/storage/postgres.ts'

dropDatabasesAfterwards()

/** What every implementation of `CampaignStore` promises beside what any bin does. */

const NOW = Date.UTC(2026, 0, 15, 12)
const HOUR = 60 * 60_000
const at = (ms: number) => new Date(ms).toISOString()

function scheduled(id: string, atMs: number): CampaignRecord {
  const campaign = aCampaign({ id, status: CampaignStatus.scheduled, scheduledAt: at(atMs) })
  return { ...campaign, isSettled: true, startTries: 0 }
}

async function anEmptyStore(open: OpenCampaigns) {
  const { store, close } = await open(await aDataFolder())
  onTestFinished(async () => {
    await close()
  })
  return store
}

async function someCampaigns(open: OpenCampaigns) {
  const store = await anEmptyStore(open)
  await store.save('ana', scheduled('1', NOW - 30 * HOUR))
  await store.save('bia', scheduled('2', NOW))
  await store.save('bia', scheduled('3', NOW + 1))
  const due = async (query: Partial<Parameters<typeof store.due>[0]> = {}) =>
    (await store.due({ nowMs: NOW, limit: 10, ...query })).map(({ record }) => record.id)
  return { store, due }
}

describe.each(Object.entries(campaignEngines))('a store of campaigns in %s', (_, open) => {
  test('tells what is due earliest first: of everybody, of one user, or the first few', async () => {
    const { due } = await someCampaigns(open)
    expect(await due()).toEqual(['1', '2'])
    expect(await due({ nowMs: NOW + 1 })).toEqual(['1', '2', '3'])
    expect(await due({ nowMs: NOW + 1, userId: 'bia' })).toEqual(['2', '3'])
    expect(await due({ nowMs: NOW + 1, limit: 2 })).toEqual(['1', '2'])
  })

  test('follows each change: another hour, another status, a removal', async () => {
    const { store, due } = await someCampaigns(open)
    await store.save('ana', scheduled('1', NOW + HOUR))
    await store.save('ana', scheduled('4', NOW - 2 * HOUR))
    expect(await due()).toEqual(['4', '2'])
    await store.save('bia', { ...scheduled('2', NOW), status: CampaignStatus.running })
    expect(await due()).toEqual(['4'])
    expect(await store.remove('ana', '4')).toMatchObject({ id: '4' })
    expect(await due()).toEqual([])
    expect(await due({ nowMs: NOW + HOUR })).toEqual(['3', '1'])
  })

  test('knows the recent campaigns: created, scheduled or started since then, and follows each change', async () => {
    const store = await anEmptyStore(open)
    const long = at(NOW - 90 * 24 * HOUR)
    const old = { createdAt: long, scheduledAt: null, startedAt: null }
    const since = at(NOW)
    const of = (id: string, moments: Partial<CampaignRecord>): CampaignRecord => {
      return { ...scheduled(id, NOW), status: CampaignStatus.draft, ...old, ...moments }
    }
    const idsOf = async (userId: string, from = since) =>
      (await store.recent(userId, from)).map(({ id }) => id)
    await store.save('ana', of('1', {}))
    await store.save('ana', of('2', { createdAt: since }))
    await store.save('ana', of('3', { createdAt: at(NOW - 1) }))
    await store.save('ana', of('4', { scheduledAt: at(NOW + 40 * 24 * HOUR) }))
    await store.save('ana', of('5', { startedAt: at(NOW + 1) }))
    await store.save('bia', of('6', { createdAt: since }))
    expect(await idsOf('ana')).toEqual(['5', '4', '2'])
    expect(await idsOf('ana', at(NOW - 1))).toEqual(['5', '4', '3', '2'])
    expect(await idsOf('ana', long)).toEqual(['5', '4', '3', '2', '1'])
    expect(await idsOf('bia')).toEqual(['6'])
    expect(await idsOf('caio')).toEqual([])
    await store.update('ana', '1', (record) => ({ ...record, startedAt: since }))
    await store.update('ana', '4', (record) => ({ ...record, scheduledAt: null }))
    await store.remove('ana', '2')
    expect(await idsOf('ana')).toEqual(['5', '1'])
    await store.restore('ana', '2')
    expect(await idsOf('ana')).toEqual(['5', '2', '1'])
  })

  test('knows which campaigns of a user have a status, newest first, and forgets those that changed or went', async () => {
    const { store } = await someCampaigns(open)
    const idsOf = async (userId: string, page: { before?: string; limit?: number } = {}) =>
      (await store.withStatus(userId, { statuses: underWay, limit: 10, ...page })).map(
        ({ id }) => id,
      )
    await store.save('bia', { ...scheduled('10', NOW), status: CampaignStatus.paused })
    await store.save('bia', { ...scheduled('11', NOW), status: CampaignStatus.draft })
    expect(await idsOf('bia')).toEqual(['10', '3', '2'])
    expect(await idsOf('bia', { limit: 2 })).toEqual(['10', '3'])
    expect(await idsOf('bia', { before: '10' })).toEqual(['3', '2'])
    // A page goes on behind a campaign that has another status by now, or is gone.
    expect(await idsOf('bia', { before: '11' })).toEqual(['10', '3', '2'])
    expect(await idsOf('bia', { before: '4', limit: 1 })).toEqual(['3'])
    expect(await idsOf('ana')).toEqual(['1'])
    expect(await idsOf('caio')).toEqual([])
    await store.save('bia', { ...scheduled('2', NOW), status: CampaignStatus.running })
    await store.save('bia', { ...scheduled('10', NOW), status: CampaignStatus.done })
    expect(await idsOf('bia')).toEqual(['3', '2'])
    await store.remove('bia', '3')
    expect(await idsOf('bia')).toEqual(['2'])
    await store.restore('bia', '3')
    expect(await idsOf('bia')).toEqual(['3', '2'])
  })
})

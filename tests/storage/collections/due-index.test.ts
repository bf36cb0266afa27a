import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CampaignStatus, underWay } from '../../../src/contract/campaigns/campaign-status.ts'
import { withBin } from '../../../src/domain/bin.ts'
import type { CampaignRecord } from '../../../src/domain/campaigns/campaign-record.ts'
import { openCollection } from '../../../src/storage/collections/collection.ts'
import { withDueIndex } from '../../../src/storage/collections/due-index.ts'
import { CampaignFile } from '../../../src/storage/collections/records.ts'
import { aCampaign } from '../../support/domain/builders.ts'
import { createFakeClock } from '../../support/domain/fake-clock.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'
import { createMemoryBin } from '../../support/storage/memory-bin.ts'

const NOW = Date.UTC(2026, 0, 15, 12)
const HOUR = 60 * 60_000
const throwIt = (error: unknown) => {
  throw error
}
const at = (ms: number) => new Date(ms).toISOString()

function scheduled(id: string, atMs: number): CampaignRecord {
  const campaign = aCampaign({ id, status: CampaignStatus.scheduled, scheduledAt: at(atMs) })
  return { ...campaign, isSettled: true, startTries: 0 }
}

async function someCampaigns() {
  const inner = await createMemoryBin<CampaignRecord>(createFakeClock())
  await inner.save('ana', scheduled('1', NOW - 30 * HOUR))
  await inner.save('bia', scheduled('2', NOW))
  await inner.save('bia', scheduled('3', NOW + 1))
  const store = await withDueIndex(inner)
  const due = async (query: Partial<Parameters<typeof store.due>[0]> = {}) =>
    (await store.due({ nowMs: NOW, limit: 10, ...query })).map(({ record }) => record.id)
  return { store, due }
}

test('what is due comes earliest first: of everybody, of one user, or the first few', async () => {
  const { due } = await someCampaigns()
  expect(await due()).toEqual(['1', '2'])
  expect(await due({ nowMs: NOW + 1 })).toEqual(['1', '2', '3'])
  expect(await due({ nowMs: NOW + 1, userId: 'bia' })).toEqual(['2', '3'])
  expect(await due({ nowMs: NOW + 1, limit: 2 })).toEqual(['1', '2'])
})

test('it follows each change: another hour, another status, a removal', async () => {
  const { store, due } = await someCampaigns()
  await store.save('ana', scheduled('1', NOW + HOUR))
  await store.save('ana', scheduled('4', NOW - 2 * HOUR))
  expect(await due()).toEqual(['4', '2'])
  await store.save('bia', { ...scheduled('2', NOW), status: CampaignStatus.running })
  expect(await due()).toEqual(['4'])
  expect(await store.remove('ana', '4')).toMatchObject({ id: '4' })
  expect(await due()).toEqual([])
  expect(await due({ nowMs: NOW + HOUR })).toEqual(['3', '1'])
})

test('it knows which campaigns of a user have a status, newest first, and forgets those that changed or went', async () => {
  const { store } = await someCampaigns()
  const open = async (userId: string, page: { before?: string; limit?: number } = {}) =>
    (await store.withStatus(userId, { statuses: underWay, limit: 10, ...page })).map(({ id }) => id)
  await store.save('bia', { ...scheduled('10', NOW), status: CampaignStatus.paused })
  await store.save('bia', { ...scheduled('11', NOW), status: CampaignStatus.draft })
  expect(await open('bia')).toEqual(['10', '3', '2'])
  expect(await open('bia', { limit: 2 })).toEqual(['10', '3'])
  expect(await open('bia', { before: '10' })).toEqual(['3', '2'])
  // A page goes on behind a campaign that has another status by now, or is gone.
  expect(await open('bia', { before: '11' })).toEqual(['10', '3', '2'])
  expect(await open('bia', { before: '4', limit: 1 })).toEqual(['3'])
  expect(await open('ana')).toEqual(['1'])
  expect(await open('caio')).toEqual([])
  await store.save('bia', { ...scheduled('2', NOW), status: CampaignStatus.running })
  await store.save('bia', { ...scheduled('10', NOW), status: CampaignStatus.done })
  expect(await open('bia')).toEqual(['3', '2'])
  await store.remove('bia', '3')
  expect(await open('bia')).toEqual(['2'])
  await store.restore('bia', '3')
  expect(await open('bia')).toEqual(['3', '2'])
})

test('what the disk refused leaves it as it was, also beside a change that the disk took', async () => {
  const dir = await aDataFolder()
  const inner = await openCollection({ dir, name: 'campaigns', schema: CampaignFile })
  const bin = await withBin(inner, { clock: createFakeClock(), onFault: throwIt })
  const store = await withDueIndex(bin)
  await store.create('ana', scheduled('1', NOW - HOUR))
  const blocked = join(dir, 'db', 'campaigns', `1.json.${process.pid}.tmp`)
  const refusals = {
    'an edit': () =>
      store.update('ana', '1', (present) => ({ ...present, status: CampaignStatus.draft })),
    'a removal': () => store.remove('ana', '1'),
  }
  for (const [what, refused] of Object.entries(refusals)) {
    const taken = store
      .update('ana', '1', (present) => ({ ...present, name: what }))
      .then(() => mkdir(blocked))
    const results = await Promise.allSettled([taken, refused()])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    await rm(blocked, { recursive: true })
    expect(await store.find('ana', '1')).toMatchObject({ status: CampaignStatus.scheduled })
    expect(await store.due({ nowMs: NOW, limit: 1 }), what).toHaveLength(1)
    const statuses = [CampaignStatus.scheduled]
    expect(await store.withStatus('ana', { statuses, limit: 1 }), what).toHaveLength(1)
  }
})

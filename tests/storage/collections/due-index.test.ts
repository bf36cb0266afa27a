import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { CampaignStatus } from '../../../src/contract/campaigns/campaign-status.ts'
import { withBin } from '../../../src/domain/bin.ts'
import type { CampaignRecord } from '../../../src/domain/campaigns/campaign-record.ts'
import { openCollection } from '../../../src/storage/collections/collection.ts'
import { withDueIndex } from '../../../src/storage/collections/due-index.ts'
import { CampaignFile } from '../../../src/storage/collections/records.ts'
import { aCampaign } from '../../support/domain/builders.ts'
import { createFakeClock } from '../../support/domain/fake-clock.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'

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

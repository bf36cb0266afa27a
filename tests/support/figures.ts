import { onTestFinished } from 'vitest'
import { createFigures } from '../../src/daemon-figures.ts'
import { createActivity } from '../../src/domain/activity.ts'
import type { CampaignRecord } from '../../src/domain/campaign-record.ts'
import type { Campaigns } from '../../src/domain/campaigns.ts'
import type { Clock } from '../../src/domain/clock.ts'
import { createMetrics } from '../../src/http/metrics.ts'
import type { ContactLists } from '../../src/storage/contact-lists.ts'
import { openDirectSends } from '../../src/storage/direct-sends.ts'
import { openSendLedgers } from '../../src/storage/send-ledgers.ts'
import { openUploads } from '../../src/storage/uploads.ts'
import { createMemoryStore } from './memory-store.ts'

/** What counts, measures and tidies up, in a folder that ends with the test. */
export async function someFigures({
  dir,
  lists,
  campaigns,
  clock,
}: {
  readonly dir: string
  readonly lists: ContactLists
  readonly campaigns: Pick<Campaigns, 'get' | 'list'>
  readonly clock: Clock
}) {
  const fail = (error: unknown) => {
    throw error
  }
  const ledgers = await openSendLedgers({
    dir,
    idleMs: 60_000,
    onTornLine: fail,
    onIdleFailure: fail,
  })
  const directSends = await openDirectSends({ dir, now: clock.now })
  const uploads = await openUploads({ dir, now: clock.now })
  const records = { store: createMemoryStore<CampaignRecord>() }
  const activity = await createActivity({ store: createMemoryStore(), pause: () => undefined })
  const metrics = createMetrics({
    devices: () => ({ connected: 1, disconnected: 2 }),
    runningCampaigns: () => 3,
    journal: () => ({ writeCount: 4, syncCount: 5, bytes: 600 }),
  })
  onTestFinished(async () => {
    metrics.close()
    await ledgers.close()
    await directSends.close()
  })
  const users = createMemoryStore<{ readonly id: string }>()
  const storage = { lists, uploads, ledgers, directSends, users }
  const figures = createFigures({
    storage,
    records,
    campaigns,
    activity,
    now: clock.now,
    onFault: fail,
  })
  return { ...figures, ...storage, activity, records, metrics }
}

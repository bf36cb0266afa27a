import { onTestFinished } from 'vitest'
import { createStats } from '../../../src/daemon/stats.ts'
import type { CampaignRecord } from '../../../src/domain/campaigns/campaign-record.ts'
import type { Campaigns } from '../../../src/domain/campaigns/campaigns.ts'
import type { Clock } from '../../../src/domain/clock.ts'
import { createActivity } from '../../../src/domain/stats/activity.ts'
import { createMetrics } from '../../../src/http/metrics.ts'
import type { ContactLists } from '../../../src/storage/contacts/contact-lists.ts'
import { openDamages } from '../../../src/storage/damage/damages.ts'
import { openSendLedgers } from '../../../src/storage/ledger/send-ledgers.ts'
import { openDirectSends } from '../../../src/storage/messages/direct-sends.ts'
import { openUploads } from '../../../src/storage/uploads.ts'
import { createMemoryStore } from '../storage/memory-store.ts'

/** What counts, measures and tidies up, in a folder that ends with the test. */
export async function someStats({
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
  const damages = await openDamages({ dir, now: clock.now })
  const storage = { damages, lists, uploads, ledgers, directSends, users }
  const stats = createStats({
    storage,
    records,
    campaigns,
    activity,
    now: clock.now,
    onFault: fail,
  })
  return { ...stats, ...storage, activity, records, metrics }
}

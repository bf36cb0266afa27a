import type { Campaign } from '../../../src/contract/campaigns/campaign.ts'
import type { DashboardQuery } from '../../../src/contract/dashboard.ts'
import type { DistinctPhones } from '../../../src/domain/contacts/contact-list-store.ts'
import { createActivity } from '../../../src/domain/stats/activity.ts'
import type { CampaignStats } from '../../../src/domain/stats/campaign-stats.ts'
import { createDashboards } from '../../../src/domain/stats/dashboard.ts'
import { createMemoryStore } from '../storage/memory/memory-store.ts'
import { createFakeClock } from './fake-clock.ts'
import { keepCampaign } from './kept.ts'
import { someParts } from './parts.ts'

/** The time at which these tests run. */
export const NOW = '2026-03-15T12:00:00.000Z'
const noPhones: DistinctPhones = { count: 0, addedByHour: new Map() }

/** Sends of one campaign at these times, the first `deliveredCount` of each hour delivered. */
export function statsWith(
  id: string,
  {
    times,
    deliveredCount = 0,
    instanceName = 'loja',
  }: {
    readonly times: readonly string[]
    readonly deliveredCount?: number
    readonly instanceName?: string
  },
): CampaignStats {
  const all = times.map((time) => Date.parse(time)).sort((a, b) => a - b)
  const hours = [...new Set(all.map((ms) => Math.floor(ms / 3_600_000)))].map((hour) => {
    const own = all.filter((ms) => Math.floor(ms / 3_600_000) === hour)
    return {
      hour,
      acceptedCount: own.length,
      deliveredCount: Math.min(deliveredCount, own.length),
      firstMs: own[0] ?? 0,
      lastMs: own.at(-1) ?? 0,
    }
  })
  return { id, instanceName, isSettled: true, hours }
}

/**
 * Reads the stats of a user, `ana` unless another is named.
 * @param parts hold the campaigns, beside those given
 * @param ledgers in place of those of the parts
 */
export async function aDashboard({
  sent = [],
  campaigns = [],
  phones = noPhones,
  parts,
  ledgers,
}: {
  readonly sent?: readonly CampaignStats[]
  readonly campaigns?: readonly Campaign[]
  readonly phones?: DistinctPhones
  readonly parts?: Awaited<ReturnType<typeof someParts>>
  readonly ledgers?: Parameters<typeof createDashboards>[0]['ledgers']
}) {
  const store = createMemoryStore<CampaignStats>()
  for (const each of sent) await store.save('ana', each)
  const activity = await createActivity({ store, pause: () => undefined })
  const made = parts ?? (await someParts({ clock: createFakeClock() }))
  for (const campaign of campaigns.toReversed()) await keepCampaign(made, { id: 'ana' }, campaign)
  const dashboards = createDashboards({
    campaigns: made.parts.campaigns,
    activity,
    countPhones: async () => phones,
    lists: made.storage.lists,
    ledgers: ledgers ?? made.storage.ledgers,
    pause: () => undefined,
    now: () => Date.parse(NOW),
  })
  return (query: DashboardQuery = {}, userId = 'ana') => dashboards.read(userId, query)
}

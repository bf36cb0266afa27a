import type { Campaigns } from '../domain/campaigns/campaigns.ts'
import { createMaintenance } from '../domain/maintenance.ts'
import type { Activity } from '../domain/stats/activity.ts'
import { createDashboards } from '../domain/stats/dashboard.ts'
import { createPauses } from '../storage/files/pauses.ts'
import type { Storage } from './storage/storage.ts'

const CAMPAIGNS_BETWEEN_PAUSES = 2_000

type Owners = { listAll(): Promise<readonly { readonly userId: string }[]> }

/** Builds the parts for statistics and maintenance. */
export function createStats({
  storage,
  campaigns,
  activity,
  now,
  onFault,
}: {
  readonly storage: Pick<
    Storage,
    'campaigns' | 'lists' | 'uploads' | 'ledgers' | 'directSends' | 'damages'
  > & {
    readonly users: Owners
  }
  readonly campaigns: Pick<Campaigns, 'get' | 'listRecent'>
  readonly activity: Activity
  readonly now: () => number
  readonly onFault: (error: unknown, subject: string) => void
}) {
  const { lists, uploads, ledgers, directSends, users } = storage
  return {
    dashboards: createDashboards({
      campaigns,
      activity,
      countPhones: lists.countDistinctPhones,
      lists,
      ledgers,
      pause: createPauses(CAMPAIGNS_BETWEEN_PAUSES),
      now,
    }),
    maintenance: createMaintenance({
      // Includes deleted campaigns: one that may be brought back needs its files.
      campaigns: storage.campaigns.whole,
      uploads,
      ledgers,
      activity,
      removeOldStrays: storage.damages.removeOld,
      directImageNames: directSends.imageNames,
      phonesHeld: lists.phonesHeld,
      userIds: async () => (await users.listAll()).map(({ userId }) => userId),
      now,
      onFault: (error) => onFault(error, 'maintenance'),
    }),
  }
}

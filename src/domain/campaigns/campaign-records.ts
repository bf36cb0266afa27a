import type { CampaignStatus } from '../../contract/campaigns/campaign-status.ts'
import { type Clock, toIso } from '../clock.ts'
import type { Change, OwnedStore } from '../store.ts'
import type { CampaignRecord } from './campaign-record.ts'

export type CampaignRecords = ReturnType<typeof createCampaignRecords>

/**
 * Changes campaigns, and reports their new statuses. Each change is made of the record as it is
 * then: counters that are saved while the owner stops a campaign do not bring the old status back.
 */
export function createCampaignRecords({
  store,
  clock,
  onStatus = () => undefined,
}: {
  readonly store: OwnedStore<CampaignRecord>
  readonly clock: Clock
  /** Called when a campaign's new status is on the disk. */
  readonly onStatus?: (
    userId: string,
    change: { readonly before: CampaignStatus; readonly campaign: CampaignRecord },
  ) => void
}) {
  return { update, store }

  /**
   * Saves what `change` makes of the campaign; `undefined` leaves it as it is.
   * @returns the campaign as it now stands, or `undefined` where there is none
   */
  async function update(
    userId: string,
    id: string,
    change: Change<CampaignRecord>,
  ): Promise<CampaignRecord | undefined> {
    const seen: { before?: CampaignStatus } = {}
    const campaign = await store.update(userId, id, (present) => {
      const changed = change(present)
      seen.before = present.status
      return changed && { ...changed, updatedAt: toIso(clock.now()) }
    })
    const { before } = seen
    if (campaign && before && campaign.status !== before) onStatus(userId, { before, campaign })
    return campaign
  }
}

import type { CampaignStatus } from '../../contract/campaigns/campaign-status.ts'
import { type Clock, toIso } from '../clock.ts'
import { createSerial } from '../serial.ts'
import type { OwnedStore } from '../store.ts'
import type { CampaignRecord } from './campaign-record.ts'

export type CampaignRecords = ReturnType<typeof createCampaignRecords>

/**
 * Changes campaigns, one change at a time for each: counters that are saved while the owner stops
 * the campaign must not bring the old status back.
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
  const serially = createSerial()

  return { update, remove, store }

  /**
   * Saves what `change` makes of the campaign; `undefined` leaves it as it is.
   * @returns the campaign as it now stands, or `undefined` where there is none
   */
  async function update(
    userId: string,
    id: string,
    change: (
      campaign: CampaignRecord,
    ) => CampaignRecord | undefined | Promise<CampaignRecord | undefined>,
  ): Promise<CampaignRecord | undefined> {
    return serially(id, async () => {
      const campaign = await store.find(userId, id)
      if (!campaign) return undefined
      const changed = await change(campaign)
      if (!changed) return campaign
      const saved = { ...changed, updatedAt: toIso(clock.now()) }
      await store.save(userId, saved)
      if (saved.status !== campaign.status) {
        onStatus(userId, { before: campaign.status, campaign: saved })
      }
      return saved
    })
  }

  /** In turn with its changes: one that is being saved would bring the campaign back. */
  async function remove(userId: string, id: string): Promise<void> {
    await serially(id, () => store.remove(userId, id))
  }
}

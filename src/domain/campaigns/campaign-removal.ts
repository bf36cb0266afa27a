import {
  CampaignStatus,
  canPause,
  canResume,
  canStop,
} from '../../contract/campaigns/campaign-status.ts'
import { AppError } from '../../contract/errors.ts'
import { type Clock, toIso } from '../clock.ts'
import type { Publish } from '../events.ts'
import { endReasons } from '../sending/campaign-end.ts'
import type { Schedule } from '../sending/pacer.ts'
import type { Sending } from '../sending/sending.ts'
import { isStorageRefusal } from '../store.ts'
import type { CampaignCounters } from './campaign-counters.ts'
import { type CampaignRecord, type CampaignStore, campaignEvent } from './campaign-record.ts'
import type { CampaignRecords } from './campaign-records.ts'
import type { CampaignStart } from './campaign-start.ts'

export type CampaignRemovalNeeds = {
  readonly records: CampaignRecords
  readonly bin: Pick<CampaignStore, 'restore' | 'whenGone'>
  readonly sending: Pick<Sending, 'pause'>
  readonly counters: Pick<CampaignCounters, 'outlive'>
  readonly starts: Pick<CampaignStart, 'instead'>
  readonly schedule: Schedule
  readonly clock: Clock
  /** Goes on with a paused campaign. */
  readonly resume: (userId: string, id: string) => Promise<void>
  /** Brings a campaign's counters level with its ledger. */
  readonly takeUp: (userId: string, id: string) => Promise<void>
  /** Called when a campaign has ended because it was removed for good. */
  readonly onRemoved: (
    userId: string,
    change: { readonly before: CampaignStatus; readonly campaign: CampaignRecord },
  ) => void
  readonly publish: Publish
}

/** Removes campaigns, and brings them back as they were. */
export function createCampaignRemoval({
  records,
  bin,
  sending,
  counters,
  starts,
  schedule,
  clock,
  resume,
  takeUp,
  reschedule,
  onRemoved,
  publish,
}: CampaignRemovalNeeds & {
  readonly reschedule: (userId: string, campaign: CampaignRecord) => void
}) {
  bin.whenGone(gone)

  return { remove, restore }

  /**
   * A running campaign rests from now on, and ends once it can no longer be brought back. Its
   * messages stay readable for phones that ask for them again.
   * @throws AppError `campaign_not_found`
   */
  async function remove(userId: string, id: string): Promise<void> {
    await starts.instead(id, async () => {
      const campaign = await getRecord(userId, id)
      schedule.clear(id)
      const isRunning = canPause(campaign)
      if (isRunning) await sending.pause(userId, id)
      await records.update(userId, id, (held) => {
        const wasRunning = isRunning && canResume(held)
        return wasRunning === (held.wasRunning ?? false) ? undefined : { ...held, wasRunning }
      })
      await counters.outlive(id, () => records.store.remove(userId, id))
      publish(userId, campaignEvent(campaign))
    })
  }

  /**
   * @throws AppError `campaign_not_found` where it was not removed, or too long ago;
   * `storage_unsettled` where it is there again and the disk refused the rest, which the same call
   * once more does
   */
  async function restore(userId: string, id: string): Promise<void> {
    await starts.instead(id, async () => {
      const returned = await bin.restore(userId, id)
      // On a repeated call it is there already, but may not have gone on yet.
      const campaign = returned ?? (await getRecord(userId, id))
      if (returned || campaign.wasRunning) {
        await goOn(userId, campaign, { isUnderWay: !returned && canPause(campaign) })
      }
    })
    const restored = await getRecord(userId, id)
    reschedule(userId, restored)
    publish(userId, campaignEvent(restored))
  }

  /** @param isUnderWay it goes on already: only its record does not say so yet */
  async function goOn(
    userId: string,
    { id, wasRunning }: CampaignRecord,
    { isUnderWay }: { readonly isUnderWay: boolean },
  ): Promise<void> {
    try {
      if (!isUnderWay) {
        await takeUp(userId, id)
        if (wasRunning) await resume(userId, id)
      }
      if (wasRunning) await records.update(userId, id, (held) => ({ ...held, wasRunning: false }))
    } catch (error) {
      if (!isStorageRefusal(error)) throw error
      throw new AppError('storage_unsettled', id, { cause: error })
    }
  }

  /** Reports a campaign that was not over as ended, since it can no longer be brought back. */
  async function gone(userId: string, campaign: CampaignRecord): Promise<void> {
    if (!canStop(campaign)) return
    const ended = {
      ...campaign,
      status: CampaignStatus.cancelled,
      endReason: endReasons.stopped,
      finishedAt: toIso(clock.now()),
    }
    onRemoved(userId, { before: campaign.status, campaign: ended })
  }

  async function getRecord(userId: string, id: string): Promise<CampaignRecord> {
    const campaign = await records.store.find(userId, id)
    if (!campaign) throw new AppError('campaign_not_found', id)
    return campaign
  }
}

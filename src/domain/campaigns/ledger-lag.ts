import { noCounts, countsOf as totalsOf } from '../../contract/campaigns/campaign-counts.ts'
import type { SendLedger } from '../sending/send-ledger.ts'
import type { LedgerCounts } from '../sending/tally.ts'
import type { Activity } from '../stats/activity.ts'
import type { CampaignRecord } from './campaign-record.ts'
import type { CampaignRecords } from './campaign-records.ts'

export type LedgerLag = ReturnType<typeof createLedgerLag>

/** The marks of a record: its ledger may be ahead of it (`behind`), or it is level (`abreast`). */
export const behind = { isSettled: false } as const
export const abreast = { isSettled: true } as const

/**
 * Tracks whether a campaign's record and statistics lag behind its ledger. They are marked on the
 * disk before the first fact is written that they lack, so that a crash leaves nothing uncounted.
 */
export function createLedgerLag({
  records,
  activity,
}: {
  readonly records: Pick<CampaignRecords, 'update' | 'store'>
  readonly activity: Pick<
    Activity,
    'has' | 'isComplete' | 'save' | 'settle' | 'markLagging' | 'recount' | 'lagging'
  >
}) {
  /** Number of writers on each ledger, by campaign. */
  const writers = new Map<string, number>()
  /** Campaigns that are marked as lagging on the disk. */
  const marked = new Set<string>()

  return {
    begin,
    enter,
    leave,
    mark,
    isBehind,
    catchUp,
    recount,
    orphans: activity.lagging,
    recountOrphan,
    markOf,
    countsOf,
    outlive,
    settleStats,
  }

  /** Registers a running campaign whose record is already marked. */
  function begin(campaignId: string): void {
    marked.add(campaignId)
    enter(campaignId)
  }

  function enter(campaignId: string): void {
    writers.set(campaignId, (writers.get(campaignId) ?? 0) + 1)
  }

  /** @returns whether that was the last one */
  function leave(campaignId: string): boolean {
    const count = (writers.get(campaignId) ?? 1) - 1
    if (count > 0) writers.set(campaignId, count)
    else writers.delete(campaignId)
    return count <= 0
  }

  /** Marks a campaign that may be at rest, before a fact about it is written. */
  async function mark({
    header: { userId, campaignId },
  }: Pick<SendLedger, 'header'>): Promise<void> {
    if (marked.has(campaignId)) return
    const campaign = await records.update(userId, campaignId, (stored) =>
      stored.isSettled ? { ...stored, ...behind } : undefined,
    )
    if (!campaign) await activity.markLagging(campaignId)
    marked.add(campaignId)
  }

  /** Whether record or statistics have to be recounted after a start of the daemon. */
  function isBehind({ id, isSettled, sentCount }: CampaignRecord): boolean {
    return !isSettled || (sentCount > 0 && !activity.isComplete(id))
  }

  /** The mark for the record of a campaign that ends. */
  function markOf(campaignId: string): Pick<CampaignRecord, 'isSettled'> {
    return writers.has(campaignId) ? behind : abreast
  }

  /** The counts in a campaign's record; none where it was deleted. */
  async function countsOf(userId: string, campaignId: string): Promise<LedgerCounts> {
    const campaign = await records.store.find(userId, campaignId)
    if (!campaign) return noCounts
    const { variantCounts, answers } = campaign
    return {
      ...totalsOf(campaign),
      ...(variantCounts && { variantCounts }),
      ...(answers && { answers }),
    }
  }

  /**
   * Brings the ledger's counts to the record, and clears both marks where no writer is left.
   * @param isNewest whether these are still the ledger's counts
   */
  async function catchUp(
    { userId, campaignId }: { readonly userId: string; readonly campaignId: string },
    counts: LedgerCounts,
    isNewest: () => boolean,
  ): Promise<void> {
    const isAtRest = () => !writers.has(campaignId) && isNewest()
    // Statistics must be on the disk before the record's mark is cleared.
    const isSaved = isAtRest()
    if (isSaved) await activity.save(campaignId)
    const campaign = await records.update(userId, campaignId, (stored) => {
      const isAbreast = isSaved && isAtRest()
      if (isAbreast) marked.delete(campaignId)
      return { ...stored, ...counts, ...(isAbreast ? abreast : behind) }
    })
    if (!campaign && isAtRest()) await settleStats(campaignId)
  }

  /** Clears the mark of a deleted campaign's statistics: nothing is missing in them. */
  async function settleStats(campaignId: string): Promise<void> {
    marked.delete(campaignId)
    await activity.settle(campaignId)
  }

  /** Recounts the statistics; the record follows by `catchUp`. */
  async function recount(ledger: SendLedger, instanceName?: string): Promise<void> {
    await activity.recount(ledger, instanceName)
    marked.add(ledger.header.campaignId)
  }

  /** Recounts the statistics of a deleted campaign; without a ledger they stay as they were. */
  async function recountOrphan(campaignId: string, ledger: SendLedger | undefined): Promise<void> {
    if (ledger) await activity.recount(ledger)
    await activity.settle(campaignId)
  }

  /**
   * Deletes a campaign's record; its statistics stay, and carry the mark themselves from now on.
   * @param isPending whether counts of it still wait for `catchUp`
   * @returns whether `settleStats` may clear that mark
   */
  async function outlive(
    campaignId: string,
    remove: () => Promise<unknown>,
    isPending: () => boolean,
  ): Promise<boolean> {
    if (!activity.has(campaignId)) {
      await remove()
      return false
    }
    await activity.markLagging(campaignId)
    marked.add(campaignId)
    await remove()
    return !writers.has(campaignId) && !isPending()
  }
}

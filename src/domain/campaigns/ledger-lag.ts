import type { CampaignCounts } from '../../contract/campaign.ts'
import type { SendLedger } from '../sending/send-ledger.ts'
import type { Activity } from '../stats/activity.ts'
import type { CampaignRecord } from './campaign-record.ts'
import type { CampaignRecords } from './campaign-records.ts'

export type LedgerLag = ReturnType<typeof createLedgerLag>

/** What a record says of itself: that its ledger may know more, or that it knows everything. */
export const behind = { isSettled: false } as const
export const abreast = { isSettled: true } as const

/**
 * Knows whether what is kept of a campaign, its record and its sums, is behind its ledger. What may
 * be says so on the disk before the first fact is written that it lacks, so that a crash leaves
 * nothing uncounted.
 */
export function createLedgerLag({
  records,
  activity,
}: {
  readonly records: Pick<CampaignRecords, 'update'>
  readonly activity: Pick<
    Activity,
    'has' | 'save' | 'settle' | 'markLagging' | 'recount' | 'lagging'
  >
}) {
  /** Campaigns whose ledger is being written to, and by how many. */
  const writers = new Map<string, number>()
  /** Campaigns that say on the disk that they may be behind. */
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
    outlive,
  }

  /** A campaign is under way whose record says so already. */
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

  /** Before a fact is written about a campaign that may be at rest. */
  async function mark({ header: { userId, campaignId } }: SendLedger): Promise<void> {
    if (marked.has(campaignId)) return
    const campaign = await records.update(userId, campaignId, (stored) =>
      stored.isSettled ? { ...stored, ...behind } : undefined,
    )
    if (!campaign) await activity.markLagging(campaignId)
    marked.add(campaignId)
  }

  /** After a start of the daemon: whether record or sums have to be counted anew. */
  function isBehind({ id, isSettled, sentCount }: CampaignRecord): boolean {
    return !isSettled || (sentCount > 0 && !activity.has(id))
  }

  /** What the record of a campaign that ends says of itself. */
  function markOf(campaignId: string): Pick<CampaignRecord, 'isSettled'> {
    return writers.has(campaignId) ? behind : abreast
  }

  /**
   * Brings what the ledger counted to the record; both are said to be abreast where nobody writes.
   * @param isNewest whether these are still the ledger's counts
   */
  async function catchUp(
    { userId, campaignId }: { readonly userId: string; readonly campaignId: string },
    counts: CampaignCounts,
    isNewest: () => boolean,
  ): Promise<void> {
    const isAtRest = () => !writers.has(campaignId) && isNewest()
    // Only sums on the disk allow the record to say that nothing is missing.
    const isSaved = isAtRest()
    if (isSaved) await activity.save(campaignId)
    const campaign = await records.update(userId, campaignId, (stored) => {
      const isAbreast = isSaved && isAtRest()
      if (isAbreast) marked.delete(campaignId)
      return { ...stored, ...counts, ...(isAbreast ? abreast : behind) }
    })
    if (!campaign && isAtRest()) await settleSums(campaignId)
  }

  async function settleSums(campaignId: string): Promise<void> {
    marked.delete(campaignId)
    await activity.settle(campaignId)
  }

  /** Counts the sums anew; the record follows by `catchUp`. */
  async function recount(ledger: SendLedger, instanceName?: string): Promise<void> {
    await activity.recount(ledger, instanceName)
    marked.add(ledger.header.campaignId)
  }

  /** Sums of a campaign whose record is gone; without a ledger they stay as they were. */
  async function recountOrphan(campaignId: string, ledger: SendLedger | undefined): Promise<void> {
    if (ledger) await activity.recount(ledger)
    await activity.settle(campaignId)
  }

  /**
   * Deletes a campaign's record; its sums stay, and from here on tell themselves if they lag.
   * @param isPending whether counts of it still wait for `catchUp`
   */
  async function outlive(
    campaignId: string,
    remove: () => Promise<unknown>,
    isPending: () => boolean,
  ): Promise<void> {
    if (!activity.has(campaignId)) {
      await remove()
      return
    }
    await activity.markLagging(campaignId)
    marked.add(campaignId)
    await remove()
    if (!writers.has(campaignId) && !isPending()) await settleSums(campaignId)
  }
}

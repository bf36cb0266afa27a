import type { CampaignCounts } from '../contract/campaign.ts'
import type { CampaignRecords } from './campaign-records.ts'
import type { Clock } from './clock.ts'
import type { Publish } from './events.ts'
import type { SendLedger } from './send-ledger.ts'

export type CampaignCounters = ReturnType<typeof createCampaignCounters>

/** Counters of a campaign reach its record this long after they changed. */
const FLUSH_INTERVAL_MS = 3_000

type Pending = {
  readonly userId: string
  readonly counts: CampaignCounts
}

/**
 * Carries counters from ledgers to campaign records: not with every message, but together, so that
 * a campaign costs one write every few seconds however fast it is. A record that may lag behind
 * says so (`isSettled: false`) before the first change, and is counted anew after a crash.
 */
export function createCampaignCounters({
  records,
  clock,
  publish,
  onFault,
}: {
  readonly records: CampaignRecords
  readonly clock: Clock
  readonly publish: Publish
  readonly onFault: (error: unknown) => void
}) {
  const pending = new Map<string, Pending>()
  /** Campaigns whose ledger is being written to, and by how many. */
  const writers = new Map<string, number>()
  let cancelFlush: (() => void) | undefined

  return { begin, end, whileWriting, changed, tell, latest, flush }

  /** A campaign is under way: its record lags behind until `end`. */
  function begin(campaignId: string): void {
    writers.set(campaignId, (writers.get(campaignId) ?? 0) + 1)
  }

  /** The record is being saved with the counters as they are. */
  function end(campaignId: string): void {
    pending.delete(campaignId)
    leave(campaignId)
  }

  function leave(campaignId: string): void {
    const count = (writers.get(campaignId) ?? 1) - 1
    if (count > 0) writers.set(campaignId, count)
    else writers.delete(campaignId)
  }

  /** Does work on the ledger of a campaign that may be at rest. */
  async function whileWriting(ledger: SendLedger, work: () => Promise<void>): Promise<void> {
    const { userId, campaignId } = ledger.header
    const isKnownToLag = writers.has(campaignId) || pending.has(campaignId)
    begin(campaignId)
    try {
      if (!isKnownToLag) {
        await records.update(userId, campaignId, (campaign) =>
          campaign.isSettled ? { ...campaign, isSettled: false } : undefined,
        )
      }
      await work()
    } finally {
      leave(campaignId)
      if (!isKnownToLag) remember(ledger)
    }
  }

  /** The ledger's counters moved. */
  function changed(ledger: SendLedger): void {
    const { userId, campaignId } = ledger.header
    remember(ledger)
    publish(userId, { type: 'send', campaignId })
    tell(ledger)
  }

  function remember({ header: { userId, campaignId }, counts }: SendLedger): void {
    pending.set(campaignId, { userId, counts: { ...counts } })
    cancelFlush ??= clock.after(FLUSH_INTERVAL_MS, () => {
      flush().catch(onFault)
    })
  }

  /** Tells the screens of the campaign's owner. */
  function tell({ header: { userId, campaignId: id }, counts, recipientCount }: SendLedger): void {
    const { sentCount, errorCount } = counts
    publish(userId, { type: 'campaign', id, sentCount, errorCount, recipientCount })
  }

  /** Counters that the record does not have yet. */
  function latest(campaignId: string): CampaignCounts | undefined {
    return pending.get(campaignId)?.counts
  }

  /** Saves everything that is pending. Campaigns under way keep saying that they may lag. */
  async function flush(): Promise<void> {
    cancelFlush?.()
    cancelFlush = undefined
    for (const [campaignId, { userId, counts }] of [...pending]) {
      await records.update(userId, campaignId, (campaign) => ({
        ...campaign,
        ...counts,
        isSettled: !writers.has(campaignId) && !changedSince(campaignId, counts),
      }))
      if (!changedSince(campaignId, counts)) pending.delete(campaignId)
    }
  }

  function changedSince(campaignId: string, counts: CampaignCounts): boolean {
    return pending.get(campaignId)?.counts !== counts
  }
}

import type { CampaignCounts } from '../../contract/campaign.ts'
import type { Clock } from '../clock.ts'
import type { Publish } from '../events.ts'
import type { RecipientChange } from '../sending/recipient.ts'
import type { SendLedger } from '../sending/send-ledger.ts'
import type { Activity } from '../stats/activity.ts'
import type { CampaignRecords } from './campaign-records.ts'

export type CampaignCounters = ReturnType<typeof createCampaignCounters>

/** Counters of a campaign reach its record this long after they changed. */
const FLUSH_INTERVAL_MS = 3_000

type Pending = {
  readonly userId: string
  readonly counts: CampaignCounts
}

/**
 * Carries counters from ledgers to campaign records, and sums to their own place: not with every
 * message, but together, so that a campaign costs one write every few seconds however fast it is.
 * A record that may lag behind says so (`isSettled: false`) before the first change, and is counted
 * anew after a crash.
 */
export function createCampaignCounters({
  records,
  activity,
  clock,
  publish,
  onChange = () => undefined,
  onFault,
}: {
  readonly records: CampaignRecords
  readonly activity: Pick<
    Activity,
    'begin' | 'note' | 'save' | 'settle' | 'markLagging' | 'recount' | 'has' | 'lagging'
  >
  readonly clock: Clock
  readonly publish: Publish
  /** A fact is on the disk, of whatever campaign: for figures of the whole process. */
  readonly onChange?: (change: RecipientChange) => void
  readonly onFault: (error: unknown) => void
}) {
  const pending = new Map<string, Pending>()
  /** Campaigns whose ledger is being written to, and by how many. */
  const writers = new Map<string, number>()
  /** Campaigns that say on the disk that they may lag. */
  const lagging = new Set<string>()
  let cancelFlush: (() => void) | undefined

  return { begin, settle, whileWriting, changed, tell, latest, outlive, recount, flush }

  /** A campaign is under way: its record says that it lags behind, until `settle`. */
  function begin(ledger: SendLedger, instanceName: string): void {
    activity.begin(ledger, instanceName)
    lagging.add(ledger.header.campaignId)
    enter(ledger.header.campaignId)
  }

  function enter(campaignId: string): void {
    writers.set(campaignId, (writers.get(campaignId) ?? 0) + 1)
  }

  function leave(ledger: SendLedger): void {
    const { campaignId } = ledger.header
    const count = (writers.get(campaignId) ?? 1) - 1
    if (count > 0) {
      writers.set(campaignId, count)
      return
    }
    writers.delete(campaignId)
    remember(ledger)
  }

  /** The campaign's end: its record gets what its ledger says. */
  async function settle(ledger: SendLedger): Promise<void> {
    leave(ledger)
    remember(ledger)
    await flushOne(ledger.header.campaignId)
  }

  /** Does work on the ledger of a campaign that may be at rest. */
  async function whileWriting(ledger: SendLedger, work: () => Promise<void>): Promise<void> {
    enter(ledger.header.campaignId)
    try {
      await markLagging(ledger)
      await work()
    } finally {
      leave(ledger)
    }
  }

  async function markLagging({ header: { userId, campaignId } }: SendLedger): Promise<void> {
    if (lagging.has(campaignId)) return
    const campaign = await records.update(userId, campaignId, (stored) =>
      stored.isSettled ? { ...stored, isSettled: false } : undefined,
    )
    if (!campaign) await activity.markLagging(campaignId)
    lagging.add(campaignId)
  }

  /** The ledger's counters moved. */
  function changed(ledger: SendLedger, change: RecipientChange): void {
    const { userId, campaignId } = ledger.header
    activity.note(ledger, change)
    onChange(change)
    remember(ledger)
    publish(userId, { type: 'send', campaignId })
    tell(ledger)
  }

  function remember({ header: { userId, campaignId }, counts }: SendLedger): void {
    pending.set(campaignId, { userId, counts: { ...counts } })
    armFlush()
  }

  function armFlush(): void {
    cancelFlush ??= clock.after(FLUSH_INTERVAL_MS, () => {
      flush().catch((error) => {
        armFlush()
        onFault(error)
      })
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

  /** Deletes a campaign's record; its sums stay, and from here on tell themselves if they lag. */
  async function outlive(campaignId: string, remove: () => Promise<unknown>): Promise<void> {
    if (!activity.has(campaignId)) {
      await remove()
      return
    }
    await activity.markLagging(campaignId)
    lagging.add(campaignId)
    await remove()
    if (writers.has(campaignId) || pending.has(campaignId)) return
    lagging.delete(campaignId)
    await activity.settle(campaignId)
  }

  /** Counts anew what a crash may have left behind. */
  async function recount(ledger: SendLedger, instanceName?: string): Promise<void> {
    await activity.recount(ledger, instanceName)
    lagging.add(ledger.header.campaignId)
    remember(ledger)
  }

  /** Saves everything that is pending. Campaigns under way keep saying that they may lag. */
  async function flush(): Promise<void> {
    cancelFlush?.()
    cancelFlush = undefined
    for (const campaignId of [...pending.keys()]) await flushOne(campaignId)
  }

  async function flushOne(campaignId: string): Promise<void> {
    const flushed = pending.get(campaignId)
    if (!flushed) return
    const { userId, counts } = flushed
    const isAtRest = () => !writers.has(campaignId) && pending.get(campaignId) === flushed
    // Only sums on the disk allow the record to say that nothing is missing.
    const isSaved = isAtRest()
    if (isSaved) await activity.save(campaignId)
    const campaign = await records.update(userId, campaignId, (stored) => {
      const isSettled = isSaved && isAtRest()
      if (isSettled) lagging.delete(campaignId)
      return { ...stored, ...counts, isSettled }
    })
    if (!campaign && isAtRest()) {
      lagging.delete(campaignId)
      await activity.settle(campaignId)
    }
    if (pending.get(campaignId) === flushed) pending.delete(campaignId)
  }
}

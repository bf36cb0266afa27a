import type { Clock } from '../clock.ts'
import type { Publish } from '../events.ts'
import { allEnded } from '../every-step.ts'
import type { RecipientChange } from '../sending/recipient.ts'
import type { LedgerHeader, SendLedger } from '../sending/send-ledger.ts'
import type { LedgerCounts } from '../sending/tally.ts'
import type { Activity } from '../stats/activity.ts'
import { campaignEvent } from './campaign-record.ts'
import type { LedgerLag } from './ledger-lag.ts'

/** What counters need of a ledger. */
type Counted = Pick<SendLedger, 'header' | 'recipientCount' | 'counts'>

export type CampaignCounters = ReturnType<typeof createCampaignCounters>

/**
 * Delay between a change of a campaign's counters and its record. Readers get them from here
 * meanwhile, and a crash has them recounted; receipts that trickle in share one write.
 */
const FLUSH_INTERVAL_MS = 30_000

type Pending = {
  readonly userId: string
  readonly counts: LedgerCounts
}

/**
 * Brings counters from ledgers to campaign records, and totals to the statistics: not with every
 * message, but in batches, so that a campaign costs two writes a minute however fast it
 * sends. A record that may lag behind is marked (`isSettled: false`) before the first change, and
 * is recounted after a crash.
 */
export function createCampaignCounters({
  lag,
  activity,
  clock,
  publish,
  onChange = () => undefined,
  onFault,
}: {
  readonly lag: LedgerLag
  readonly activity: Pick<Activity, 'begin' | 'note'>
  readonly clock: Clock
  readonly publish: Publish
  /** Called with each fact that `changed` takes in, of any campaign: for the process's metrics. */
  readonly onChange?: (header: LedgerHeader, change: RecipientChange) => void
  readonly onFault: (error: unknown) => void
}) {
  const pending = new Map<string, Pending>()
  let cancelFlush: (() => void) | undefined
  /** Counters flushed since each reader began: the records it has read may lack them. */
  const readers = new Set<Map<string, LedgerCounts>>()

  return {
    begin,
    settle,
    whileWriting,
    whileReading,
    changed,
    announce,
    countsOf,
    outlive,
    recount,
    flush,
  }

  /** Marks the record of a campaign that begins as lagging, until `settle`. */
  function begin(ledger: SendLedger, instanceName: string): void {
    activity.begin(ledger, instanceName)
    lag.begin(ledger.header.campaignId)
  }

  /** Brings the record of a campaign that ended level with its ledger. */
  async function settle(ledger: SendLedger): Promise<void> {
    lag.leave(ledger.header.campaignId)
    remember(ledger)
    await flushOne(ledger.header.campaignId)
  }

  /** Works on a ledger whose campaign may be at rest. */
  async function whileWriting<T>(ledger: Counted, work: () => Promise<T>): Promise<T> {
    const { campaignId } = ledger.header
    lag.enter(campaignId)
    try {
      await lag.mark(ledger)
      return await work()
    } finally {
      if (lag.leave(campaignId)) remember(ledger)
    }
  }

  /** Takes in a change of the ledger's counters. */
  function changed(ledger: Counted, change: RecipientChange): void {
    const { userId, campaignId } = ledger.header
    activity.note(ledger, change)
    onChange(ledger.header, change)
    remember(ledger)
    publish(userId, { type: 'send', campaignId })
    announce(ledger)
  }

  function remember({ header: { userId, campaignId }, counts }: Counted): void {
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

  /** Publishes the counters to the owner's screens. */
  function announce({ header: { userId, campaignId: id }, counts, recipientCount }: Counted): void {
    publish(userId, campaignEvent({ ...counts, id, recipientCount }))
  }

  /**
   * Reads records of campaigns.
   * @param read gets a function that returns a campaign's counters where its record may lack them
   */
  async function whileReading<Read>(
    read: (countsOf: (campaignId: string) => LedgerCounts | undefined) => Promise<Read>,
  ): Promise<Read> {
    const flushed = new Map<string, LedgerCounts>()
    readers.add(flushed)
    try {
      return await read((campaignId) => latest(campaignId) ?? flushed.get(campaignId))
    } finally {
      readers.delete(flushed)
    }
  }

  /** Counters that are not in the record yet. */
  function latest(campaignId: string): LedgerCounts | undefined {
    return pending.get(campaignId)?.counts
  }

  /** The counters of a campaign whose ledger nobody writes to. */
  async function countsOf({ userId, campaignId }: LedgerHeader): Promise<LedgerCounts> {
    return latest(campaignId) ?? (await lag.countsOf(userId, campaignId))
  }

  /** Deletes a campaign's record; its messages stay in its owner's statistics. */
  async function outlive(campaignId: string, remove: () => Promise<unknown>): Promise<void> {
    const isAtRest = await lag.outlive(campaignId, remove, () => pending.has(campaignId))
    // The campaign is gone whatever the disk says now: stats that stay marked are recounted at the
    // next start.
    if (isAtRest) await lag.settleStats(campaignId).catch(onFault)
  }

  /** Recounts a ledger whose record a crash may have left behind. */
  async function recount(ledger: SendLedger, instanceName?: string): Promise<void> {
    await lag.recount(ledger, instanceName)
    remember(ledger)
  }

  /**
   * Saves all pending counters, all at once: those in one file of records share its next write.
   * Records of running campaigns stay marked as lagging.
   */
  async function flush(): Promise<void> {
    cancelFlush?.()
    cancelFlush = undefined
    await allEnded([...pending.keys()].map(flushOne))
  }

  async function flushOne(campaignId: string): Promise<void> {
    const flushed = pending.get(campaignId)
    if (!flushed) return
    const { userId, counts } = flushed
    await lag.catchUp({ userId, campaignId }, counts, () => pending.get(campaignId) === flushed)
    if (pending.get(campaignId) !== flushed) return
    pending.delete(campaignId)
    for (const reader of readers) reader.set(campaignId, counts)
  }
}

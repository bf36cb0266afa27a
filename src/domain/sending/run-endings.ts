import { CampaignStatus, isActive, WaitReason } from '../../contract/campaigns/campaign-status.ts'
import type { CampaignCounters } from '../campaigns/campaign-counters.ts'
import type { CampaignRecord } from '../campaigns/campaign-record.ts'
import type { CampaignRecords } from '../campaigns/campaign-records.ts'
import type { LedgerLag } from '../campaigns/ledger-lag.ts'
import { type Clock, toIso } from '../clock.ts'
import type { DeviceKey } from '../messenger.ts'
import { endReasons, finalState } from './campaign-end.ts'
import type { Pacer } from './pacer.ts'
import { type Slots, STORAGE_RETRY_MS } from './run.ts'
import { isPausing, keyOf, type Run, runsOn, type Verdict } from './running-campaign.ts'
import type { SendLedgers } from './send-ledger.ts'

export type DeviceGone = { readonly key: DeviceKey; readonly cause: 'removed' | 'logged_out' }

/** How running campaigns end: by themselves, by their owner, or along with their device. */
export function createRunEndings({
  runs,
  records,
  counters,
  lag,
  ledgers,
  pacer,
  clock,
  slots,
  isShuttingDown,
  onRest,
  onFault,
}: {
  readonly runs: Map<string, Run>
  readonly records: CampaignRecords
  readonly counters: Pick<CampaignCounters, 'announce' | 'settle'>
  readonly lag: Pick<LedgerLag, 'markOf'>
  readonly ledgers: SendLedgers
  readonly pacer: Pacer
  readonly clock: Clock
  readonly slots: Pick<Slots, 'abandon' | 'closeOpen'>
  readonly isShuttingDown: () => boolean
  /** Called when no campaign runs on the device any more. */
  readonly onRest: (key: DeviceKey) => void
  readonly onFault: (error: unknown, campaignId: string) => void
}) {
  /** Ends of campaigns that are being written. */
  const endings = new Map<Run, Promise<void>>()

  /** By campaign, what to call once it has come to rest. */
  const resting = new Map<string, (() => void)[]>()

  return { finishIfDone, stop, pause, pauseAll, onDeviceGone, atRest, settled }

  async function finishIfDone(run: Run): Promise<void> {
    if (run.slotCount > 0 || isShuttingDown()) return
    if (!run.isEnding && (run.unrecorded.length > 0 || !run.queue.isEmpty())) return
    const ending = endings.get(run) ?? finish(run)
    endings.set(run, ending)
    try {
      await ending
    } finally {
      endings.delete(run)
    }
  }

  /**
   * Ends a run, but only once its record says how it ended and its ledger has every result: nothing
   * would write what is missing later.
   */
  async function finish(run: Run): Promise<void> {
    run.isEnding = true
    try {
      await records.update(run.userId, run.campaignId, (campaign) => {
        if (!isActive(campaign)) return undefined
        return { ...campaign, ...endOf(run.verdict ?? finalState(run.ledger)) }
      })
    } catch (error) {
      onFault(error, run.campaignId)
      finishLater(run)
      return
    }
    if (await slots.closeOpen(run)) await settle(run)
    else finishLater(run)
  }

  /** The disk refused a part of a campaign's end: it is written as soon as the disk takes it. */
  function finishLater(run: Run): void {
    clock.after(STORAGE_RETRY_MS, () => {
      finishIfDone(run).catch((error) => onFault(error, run.campaignId))
    })
  }

  /** Releases the ledger of a campaign whose status is decided and whose sends have all ended. */
  async function settle(run: Run): Promise<void> {
    if (!runs.delete(run.campaignId)) return
    run.hours.close()
    const key = keyOf(run)
    pacer.remove(key, run.campaignId)
    if (runsOn(runs, key).length === 0) onRest(key)
    try {
      await counters.settle(run.ledger)
      counters.announce(run.ledger)
      await run.ledger.compact()
    } catch (error) {
      // Harmless: counters are flushed again soon, and the journal keeps the facts all the same.
      onFault(error, run.campaignId)
    }
    ledgers.release(run.campaignId)
    for (const resolveRest of resting.get(run.campaignId) ?? []) resolveRest()
    resting.delete(run.campaignId)
  }

  /** Resolves when the campaign does not run any more: at once where it does not run now. */
  function atRest(id: string): Promise<void> {
    if (!runs.has(id)) return Promise.resolve()
    return new Promise((resolve) => {
      resting.set(id, [...(resting.get(id) ?? []), resolve])
    })
  }

  /** How the record of a campaign shows its end, or its pause. */
  function endOf({ status, endReason, wait }: Verdict) {
    const at = toIso(clock.now())
    const times =
      status === CampaignStatus.paused ? { finishedAt: null, pausedAt: at } : { finishedAt: at }
    return { status, endReason, wait: wait ?? null, ...times }
  }

  /** Stops the campaign: no new message leaves, and sends in progress end. */
  async function stop(userId: string, id: string): Promise<CampaignRecord | undefined> {
    return end(userId, id, { status: CampaignStatus.cancelled, endReason: endReasons.stopped })
  }

  /** Lets the campaign rest: what is on its way ends, and the others keep their places. */
  async function pause(userId: string, id: string): Promise<CampaignRecord | undefined> {
    return end(userId, id, { status: CampaignStatus.paused, endReason: null })
  }

  /** Lets every campaign of a device rest until its owner has looked at the reason. */
  async function pauseAll(key: DeviceKey, reason: string): Promise<void> {
    const wait = { reason: WaitReason.failures, until: null }
    const verdict = { status: CampaignStatus.paused, endReason: reason, wait }
    for (const { userId, campaignId, isEnding } of runsOn(runs, key)) {
      if (!isEnding) await end(userId, campaignId, verdict)
    }
  }

  /** Ends every campaign of a device that will not come back. */
  async function onDeviceGone({ key, cause }: DeviceGone): Promise<void> {
    const endReason = cause === 'removed' ? endReasons.deviceRemoved : endReasons.loggedOut
    for (const { userId, campaignId } of runsOn(runs, key)) {
      await end(userId, campaignId, { status: CampaignStatus.failed, endReason })
    }
  }

  async function end(userId: string, id: string, verdict: Verdict) {
    await halt(id, verdict)
    const ended = await record(userId, id, verdict)
    // A run that was just beginning is found only now.
    const run = await halt(id, verdict)
    if (run) {
      counters.announce(run.ledger)
      await finishIfDone(run)
    }
    return ended
  }

  /** @throws AppError `storage_unavailable`; the run that was halted ends all the same, later. */
  async function record(userId: string, id: string, verdict: Verdict) {
    try {
      return await records.update(userId, id, (campaign) => {
        if (!isActive(campaign)) return undefined
        return {
          ...campaign,
          ...runs.get(id)?.ledger.counts,
          ...endOf(verdict),
          ...lag.markOf(id),
        }
      })
    } catch (error) {
      const run = runs.get(id)
      if (run) finishLater(run)
      throw error
    }
  }

  async function halt(id: string, verdict: Verdict): Promise<Run | undefined> {
    const run = runs.get(id)
    if (!run) return undefined
    run.isEnding = true
    run.verdict = verdict
    run.unwanted.abort()
    pacer.remove(keyOf(run), id)
    if (!isPausing(run)) await slots.abandon(run)
    return run
  }

  /** Resolves when the campaigns that were just ending have come to rest. */
  async function settled(): Promise<void> {
    await Promise.allSettled(endings.values())
  }
}

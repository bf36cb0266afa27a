import { CampaignStatus, isActive, type Wait } from '../../contract/campaign.ts'
import { numberCandidates } from '../../contract/phone-number.ts'
import type { CampaignCounters } from '../campaigns/campaign-counters.ts'
import type { CampaignRecord } from '../campaigns/campaign-record.ts'
import type { CampaignRecords } from '../campaigns/campaign-records.ts'
import type { LedgerLag } from '../campaigns/ledger-lag.ts'
import { type Clock, toIso } from '../clock.ts'
import type { DeviceKey, MediaFile, Messenger } from '../messenger.ts'
import type { SentMessage } from '../webhooks/thread-messages.ts'
import { endReasons, finalState } from './campaign-end.ts'
import { createGates } from './gates.ts'
import type { Uncertain } from './outcome.ts'
import type { Pacer } from './pacer.ts'
import { isAcceptance } from './recipient.ts'
import { createAudienceQueue } from './recipient-queue.ts'
import { createSlots, type Run, STORAGE_RETRY_MS, type Verdict } from './run.ts'
import {
  lastSentAtMs,
  type MessageIds,
  type SendLedger,
  type SendLedgers,
  sentMessage,
} from './send-ledger.ts'

export type Sending = ReturnType<typeof createSending>

type DeviceGone = { readonly key: DeviceKey; readonly cause: 'removed' | 'logged_out' }

export type SendingNeeds = {
  readonly records: CampaignRecords
  readonly counters: Pick<CampaignCounters, 'begin' | 'changed' | 'settle' | 'tell'>
  readonly lag: Pick<LedgerLag, 'markOf'>
  readonly ledgers: SendLedgers
  readonly messenger: Pick<Messenger, 'send' | 'lookUp'>
  readonly messageIds: MessageIds
  readonly pacer: Pacer
  readonly clock: Clock
  readonly uncertain: Uncertain
  readonly findImage: (userId: string, imageName: string) => Promise<MediaFile | null>
  readonly isConnected: (key: DeviceKey) => boolean
  /** Called when WhatsApp has accepted a message and its result is on the disk. */
  readonly onAccepted: (sent: SentMessage) => void
  /** Called for an error that should never happen, for the log. */
  readonly onFault: (error: unknown, campaignId: string) => void
}

/**
 * The sending engine: running campaigns, the gates of their devices, and how campaigns begin and
 * end.
 */
export function createSending(needs: SendingNeeds) {
  const { records, counters, ledgers, messenger, pacer, clock } = needs
  const runs = new Map<string, Run>()
  const gates = createGates({ clock, isConnected: needs.isConnected, onChange: gateChanged })
  /** Ends of campaigns that are being written. */
  const endings = new Map<Run, Promise<void>>()
  let isShuttingDown = false

  const slots = createSlots({
    ...needs,
    onFact: (run, change) => {
      counters.changed(run.ledger, change)
      if (isAcceptance(change)) needs.onAccepted(sentMessage(needs.messageIds, run.ledger, change))
    },
    wakeLater: (run, ms) => {
      clock.after(ms, () => pacer.wake(run.ledger.header.deviceKey, run.campaignId))
    },
  })

  return {
    begin,
    stop,
    deviceGone,
    slot,
    connectionChanged: gates.connectionChanged,
    restrict: gates.restrict,
    liveWait,
    isDeviceBusy,
    runningCount: () => runs.size,
    shutDown,
  }

  /** Begins or resumes a campaign whose audience is frozen. */
  async function begin(
    userId: string,
    campaign: CampaignRecord,
    ledger: SendLedger,
  ): Promise<void> {
    const { deviceKey, imageName, knownFields } = ledger.header
    const image = imageName === null ? null : await needs.findImage(userId, imageName)
    // The campaign may have been stopped or deleted since it was read; from here to `runs` nothing
    // awaits.
    const current = await records.store.find(userId, campaign.id)
    if (!current || !isActive(current)) {
      ledgers.release(campaign.id)
      return
    }
    const gate = gates.of(deviceKey)
    const run: Run = {
      userId,
      campaignId: campaign.id,
      ledger,
      queue: createAudienceQueue({
        ledger,
        intervalMs: campaign.intervalSeconds * 1_000,
        lookUp: (phones) =>
          messenger.lookUp(
            deviceKey,
            phones.map((phone) => ({ phone, candidates: numberCandidates(phone) })),
          ),
      }),
      gate,
      image,
      knownFields: new Set(knownFields),
      slotCount: 0,
      isEnding: false,
      verdict: null,
      unrecorded: [],
    }
    runs.set(run.campaignId, run)
    counters.begin(ledger, campaign.instanceName)
    await takeUpInFlight(run)
    pacer.add(deviceKey, {
      campaignId: run.campaignId,
      minIntervalMs: campaign.intervalSeconds * 1_000,
      maxIntervalMs: (campaign.maxIntervalSeconds ?? campaign.intervalSeconds) * 1_000,
      lastSentAtMs: lastSentAtMs(ledger),
    })
    gates.tell(deviceKey)
    await finishIfDone(run)
  }

  /** Repeats the sends that a crash interrupted, under their ids, or leaves them as unconfirmed. */
  async function takeUpInFlight(run: Run): Promise<void> {
    for (const index of run.ledger.inFlight()) run.queue.repeat(index)
    if (needs.uncertain === 'hold') await slots.abandon(run)
  }

  /** Carries out one slot that the pacer granted. */
  async function slot(key: DeviceKey, campaignId: string): Promise<void> {
    const run = runs.get(campaignId)
    if (!run || isShuttingDown) {
      pacer.settle(key, campaignId, 'nothing')
      return
    }
    run.slotCount += 1
    try {
      const result = await slots.take(run)
      pacer.settle(key, campaignId, result)
    } catch (error) {
      pacer.settle(key, campaignId, 'nothing')
      needs.onFault(error, campaignId)
    } finally {
      run.slotCount -= 1
    }
    await finishIfDone(run)
  }

  async function finishIfDone(run: Run): Promise<void> {
    if (run.slotCount > 0 || isShuttingDown) return
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
   * Ends a run once its record says how it ended and its ledger has every result: without these
   * nothing would ever end it.
   */
  async function finish(run: Run): Promise<void> {
    run.isEnding = true
    try {
      await records.update(run.userId, run.campaignId, (campaign) => {
        if (!isActive(campaign)) return undefined
        const state = run.verdict ?? finalState(run.ledger)
        return { ...campaign, ...state, finishedAt: toIso(clock.now()) }
      })
    } catch (error) {
      needs.onFault(error, run.campaignId)
      finishLater(run)
      return
    }
    if (await slots.closeOpen(run)) await settle(run)
    else finishLater(run)
  }

  /** The disk refused a part of a campaign's end: it is written as soon as the disk takes it. */
  function finishLater(run: Run): void {
    clock.after(STORAGE_RETRY_MS, () => {
      finishIfDone(run).catch((error) => needs.onFault(error, run.campaignId))
    })
  }

  /** Releases the ledger of a campaign whose status is decided and whose sends have all ended. */
  async function settle(run: Run): Promise<void> {
    if (!runs.delete(run.campaignId)) return
    const key = run.ledger.header.deviceKey
    pacer.remove(key, run.campaignId)
    if (![...runs.values()].some(({ ledger }) => ledger.header.deviceKey === key)) gates.drop(key)
    try {
      await counters.settle(run.ledger)
      counters.tell(run.ledger)
      await run.ledger.compact()
    } catch (error) {
      // Harmless: counters are flushed again soon, and a journal holds the same facts in more lines.
      needs.onFault(error, run.campaignId)
    }
    ledgers.release(run.campaignId)
  }

  /** Stops the campaign: no new message leaves, and sends in progress end. */
  async function stop(userId: string, id: string): Promise<CampaignRecord | undefined> {
    return end(userId, id, { status: CampaignStatus.cancelled, endReason: endReasons.stopped })
  }

  /** Ends every campaign of a device that will not come back. */
  async function deviceGone({ key, cause }: DeviceGone): Promise<void> {
    const endReason = cause === 'removed' ? endReasons.deviceRemoved : endReasons.loggedOut
    const concerned = [...runs.values()].filter((run) => run.ledger.header.deviceKey === key)
    for (const { userId, campaignId } of concerned) {
      await end(userId, campaignId, { status: CampaignStatus.failed, endReason })
    }
  }

  async function end(userId: string, id: string, verdict: Verdict) {
    await halt(id, verdict)
    const ended = await record(userId, id, verdict)
    // A run that was just beginning is found only now.
    const run = await halt(id, verdict)
    if (run) {
      counters.tell(run.ledger)
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
          ...verdict,
          finishedAt: toIso(clock.now()),
          ...needs.lag.markOf(id),
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
    pacer.remove(run.ledger.header.deviceKey, id)
    await slots.abandon(run)
    return run
  }

  function gateChanged(key: DeviceKey, wait: Wait | null): void {
    if (wait) pacer.hold(key)
    else pacer.release(key)
    for (const { ledger } of runs.values()) {
      if (ledger.header.deviceKey === key) counters.tell(ledger)
    }
  }

  function liveWait(campaignId: string): Wait | null {
    return runs.get(campaignId)?.gate.wait() ?? null
  }

  function isDeviceBusy(key: DeviceKey): boolean {
    return [...runs.values()].some((run) => run.ledger.header.deviceKey === key && !run.isEnding)
  }

  /**
   * Grants no new slots. Sends in progress are recorded when they end, or stay in the journal as
   * intents. Resolves when the campaigns that were just ending have come to rest.
   */
  async function shutDown(): Promise<void> {
    isShuttingDown = true
    gates.close()
    await Promise.allSettled(endings.values())
  }
}

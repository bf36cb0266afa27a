import { CampaignStatus, isActive, type Wait, WaitReason } from '../../contract/campaign.ts'
import { numberCandidates } from '../../contract/phone-number.ts'
import type { CampaignCounters } from '../campaigns/campaign-counters.ts'
import type { CampaignRecord } from '../campaigns/campaign-record.ts'
import type { CampaignRecords } from '../campaigns/campaign-records.ts'
import type { LedgerLag } from '../campaigns/ledger-lag.ts'
import { type Clock, toIso } from '../clock.ts'
import type { DeviceKey, MediaFile, Messenger, MessengerEvent } from '../messenger.ts'
import type { SentMessage } from '../webhooks/thread-messages.ts'
import { endReasons, finalState } from './campaign-end.ts'
import { createGate, type Gate } from './gate.ts'
import type { Uncertain } from './outcome.ts'
import type { Pacer } from './pacer.ts'
import { isAcceptance } from './recipient.ts'
import { createAudienceQueue } from './recipient-queue.ts'
import { createSlots, RESTRICTION_PROBE_MS, type Run } from './run.ts'
import {
  lastSentAtMs,
  type MessageIds,
  type SendLedger,
  type SendLedgers,
  sentMessage,
} from './send-ledger.ts'

export type Sending = ReturnType<typeof createSending>

type Connection = { readonly key: DeviceKey; readonly isConnected: boolean }
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
  const gates = new Map<DeviceKey, Gate>()
  /** Ends of campaigns that are being written. */
  const endings = new Set<Promise<void>>()
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
    connectionChanged,
    restrict,
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
    const gate = gateOf(deviceKey)
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
    gateChanged(deviceKey)
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
    if (run.slotCount > 0 || run.unrecorded.length > 0 || isShuttingDown) return
    if (!run.isEnding && !run.queue.isEmpty()) return
    const ending = run.isEnding ? settle(run) : finish(run)
    endings.add(ending)
    try {
      await ending
    } finally {
      endings.delete(ending)
    }
  }

  /** Ends a run whose recipients were all attempted. */
  async function finish(run: Run): Promise<void> {
    run.isEnding = true
    await records.update(run.userId, run.campaignId, (campaign) => {
      if (!isActive(campaign)) return undefined
      return { ...campaign, ...finalState(run.ledger), finishedAt: toIso(clock.now()) }
    })
    await settle(run)
  }

  /** Releases the ledger of a campaign whose status is decided and whose sends have all ended. */
  async function settle(run: Run): Promise<void> {
    if (!runs.delete(run.campaignId)) return
    const key = run.ledger.header.deviceKey
    pacer.remove(key, run.campaignId)
    dropGate(key)
    await slots.closeOpen(run)
    await counters.settle(run.ledger)
    counters.tell(run.ledger)
    try {
      await run.ledger.compact()
    } catch (error) {
      // Harmless: the journal holds the same facts in more lines, and the next opening compacts it.
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

  async function end(
    userId: string,
    id: string,
    { status, endReason }: Pick<CampaignRecord, 'status' | 'endReason'>,
  ): Promise<CampaignRecord | undefined> {
    await halt(id)
    const ended = await records.update(userId, id, (campaign) => {
      if (!isActive(campaign)) return undefined
      return {
        ...campaign,
        ...runs.get(id)?.ledger.counts,
        status,
        endReason,
        finishedAt: toIso(clock.now()),
        ...needs.lag.markOf(id),
      }
    })
    // A run that was just beginning is found only now.
    const run = await halt(id)
    if (run) {
      counters.tell(run.ledger)
      await finishIfDone(run)
    }
    return ended
  }

  async function halt(id: string): Promise<Run | undefined> {
    const run = runs.get(id)
    if (!run) return undefined
    run.isEnding = true
    pacer.remove(run.ledger.header.deviceKey, id)
    await slots.abandon(run)
    return run
  }

  function gateOf(key: DeviceKey): Gate {
    const known = gates.get(key)
    if (known) return known
    const gate = createGate({ clock, onChange: () => gateChanged(key) })
    gates.set(key, gate)
    if (!needs.isConnected(key)) gate.hold(WaitReason.device, null)
    return gate
  }

  function dropGate(key: DeviceKey): void {
    if ([...runs.values()].some((run) => run.ledger.header.deviceKey === key)) return
    gates.get(key)?.close()
    gates.delete(key)
  }

  function gateChanged(key: DeviceKey): void {
    const wait = gates.get(key)?.wait() ?? null
    if (wait) pacer.hold(key)
    else pacer.release(key)
    for (const { ledger } of runs.values()) {
      if (ledger.header.deviceKey === key) counters.tell(ledger)
    }
  }

  function connectionChanged({ key, isConnected }: Connection): void {
    const gate = gates.get(key)
    if (isConnected) gate?.release(WaitReason.device)
    else gate?.hold(WaitReason.device, null)
  }

  /** Holds a restricted device back, whether or not WhatsApp named an end. */
  function restrict({ key, until }: Extract<MessengerEvent, { type: 'restriction' }>): void {
    const forMs =
      until === null ? RESTRICTION_PROBE_MS : Math.max(0, Date.parse(until) - clock.now())
    gates.get(key)?.hold(WaitReason.restriction, forMs)
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
    for (const gate of gates.values()) gate.close()
    await Promise.allSettled(endings)
  }
}

import type { Wait } from '../../contract/campaigns/campaign.ts'
import { isActive, WaitReason } from '../../contract/campaigns/campaign-status.ts'
import { numberCandidates } from '../../contract/phones/brazil.ts'
import type { CampaignCounters } from '../campaigns/campaign-counters.ts'
import type { CampaignRecord } from '../campaigns/campaign-record.ts'
import type { CampaignRecords } from '../campaigns/campaign-records.ts'
import type { LedgerLag } from '../campaigns/ledger-lag.ts'
import type { Clock } from '../clock.ts'
import type { EventOf } from '../engine-events.ts'
import type { MediaFile } from '../message-content.ts'
import type { DeviceKey, LookupRequest, Messenger } from '../messenger.ts'
import type { IsOptedOut } from '../optouts/opt-outs.ts'
import type { SentMessage } from '../webhooks/thread-messages.ts'
import type { Breaker } from './breaker.ts'
import { createGates } from './gates.ts'
import { createLastMessageNotes } from './last-message-notes.ts'
import type { LastMessages } from './last-messages.ts'
import type { Uncertain } from './outcome.ts'
import type { Pacer } from './pacer.ts'
import { createAudienceQueue } from './recipient-queue.ts'
import { createSlots } from './run.ts'
import { createRunEndings } from './run-endings.ts'
import { createRunHours } from './run-hours.ts'
import { keyOf, type Run, runsOn } from './running-campaign.ts'
import {
  type FindMedia,
  lastSentAtMs,
  type MessageIds,
  mediaOf,
  provenMessage,
  type SendLedger,
  type SendLedgers,
} from './send-ledger.ts'
import type { Holds } from './strangers/holds.ts'
import type { Known } from './strangers/strangers.ts'

export type Sending = ReturnType<typeof createSending>

export type SendingNeeds = {
  readonly records: CampaignRecords
  readonly counters: Pick<CampaignCounters, 'announce' | 'begin' | 'changed' | 'settle'>
  readonly lag: Pick<LedgerLag, 'markOf'>
  readonly ledgers: SendLedgers
  readonly messenger: Pick<Messenger, 'send' | 'lookUp' | 'acquainted' | 'acquaintances'>
  readonly holds: Pick<
    Holds,
    'door' | 'hasRoomFor' | 'enterCampaign' | 'kept' | 'conclude' | 'wait'
  >
  readonly messageIds: MessageIds
  readonly breaker: Pick<Breaker, 'note'>
  readonly pacer: Pacer
  readonly clock: Clock
  readonly uncertain: Uncertain
  readonly isOptedOut: IsOptedOut
  readonly lastMessages: Pick<LastMessages, 'leaves' | 'stayed' | 'accepted' | 'proved'>
  readonly findMedia: FindMedia
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
  let isShuttingDown = false

  const notes = createLastMessageNotes(needs)
  const slots = createSlots({
    ...needs,
    onLeaving: notes.leaving,
    onFact: (run, change) => {
      notes.changed(run, change)
      counters.changed(run.ledger, change)
      needs.breaker.note(keyOf(run), change)
      const sent = provenMessage(needs.messageIds, run.ledger, change)
      if (sent) needs.onAccepted(sent)
    },
    wakeLater: (run, ms) => {
      clock.after(ms, () => pacer.wake(keyOf(run), run.campaignId))
    },
  })

  const endings = createRunEndings({
    ...needs,
    runs,
    slots,
    isShuttingDown: () => isShuttingDown,
    onRest: gates.drop,
  })

  return {
    begin,
    stop: endings.stop,
    stopPaused,
    pause: endings.pause,
    pauseAll: endings.pauseAll,
    atRest: endings.atRest,
    onDeviceGone: endings.onDeviceGone,
    slot,
    onConnection: gates.onConnection,
    onHoldsChanged,
    onInbound,
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
    const { deviceKey } = ledger.header
    const run = await takeOver(userId, campaign, ledger)
    if (!run) return
    notes.resumed(run)
    await takeUpInFlight(run)
    pacer.add(deviceKey, {
      campaignId: run.campaignId,
      minIntervalMs: campaign.intervalSeconds * 1_000,
      maxIntervalMs: (campaign.maxIntervalSeconds ?? campaign.intervalSeconds) * 1_000,
      lastSentAtMs: lastSentAtMs(ledger),
    })
    gates.announce(deviceKey)
    await endings.finishIfDone(run)
  }

  /** Registers a run of the campaign with its ledger, or releases the ledger. */
  async function takeOver(
    userId: string,
    campaign: CampaignRecord,
    ledger: SendLedger,
  ): Promise<Run | undefined> {
    try {
      const media = await mediaOf(ledger.header, needs.findMedia)
      // It may have been stopped or deleted since it was read; from here to `runs` nothing awaits.
      const current = await records.store.find(userId, campaign.id)
      if (!current || !isActive(current)) return undefined
      const run = createRun(userId, campaign, ledger, media)
      runs.set(run.campaignId, run)
      counters.begin(ledger, campaign.instanceName)
      return run
    } finally {
      if (!runs.has(campaign.id)) ledgers.release(campaign.id)
    }
  }

  /**
   * Ends a campaign that is at rest as a running one ends: attempted recipients get a result, if
   * need be after the disk has refused it for a while. Nothing is sent.
   */
  async function stopPaused(
    userId: string,
    campaign: CampaignRecord,
    ledger: SendLedger,
  ): Promise<CampaignRecord | undefined> {
    runs.set(campaign.id, createRun(userId, campaign, ledger, null))
    counters.begin(ledger, campaign.instanceName)
    return endings.stop(userId, campaign.id)
  }

  function createRun(
    userId: string,
    campaign: CampaignRecord,
    ledger: SendLedger,
    media: MediaFile | null,
  ): Run {
    const { deviceKey, knownFields } = ledger.header
    const unwanted = new AbortController()
    const run: Run = {
      userId,
      campaignId: campaign.id,
      ledger,
      queue: createAudienceQueue({
        ledger,
        intervalMs: campaign.intervalSeconds * 1_000,
        lookUp: (phones) => messenger.lookUp(deviceKey, phones.map(requestFor)),
        acquainted: (phones, known) => acquainted(deviceKey, phones, known),
      }),
      gate: gates.of(deviceKey),
      hours: createRunHours({
        hours: campaign,
        clock,
        unwanted: unwanted.signal,
        onChange: (isOpen) => hoursChanged(run, isOpen),
      }),
      media,
      knownFields: new Set(knownFields),
      slotCount: 0,
      isEnding: false,
      unwanted,
      verdict: null,
      unrecorded: [],
    }
    return run
  }

  async function acquainted(key: DeviceKey, phones: readonly string[], known: Known) {
    const people = phones.map(requestFor)
    if (known === 'acquainted') return messenger.acquainted(key, people)
    const answers = await messenger.acquaintances(key, people)
    return phones.map((_, position) => (answers?.[position] ?? 'none') !== 'none')
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
    await endings.finishIfDone(run)
  }

  function gateChanged(key: DeviceKey, wait: Wait | null): void {
    if (wait) pacer.hold(key)
    else pacer.release(key)
    for (const { ledger } of runsOn(runs, key)) counters.announce(ledger)
  }

  /** Takes in that a campaign's windows opened or closed. */
  function hoursChanged({ campaignId, ledger }: Run, isOpen: boolean): void {
    if (isOpen) pacer.wake(ledger.header.deviceKey, campaignId)
    counters.announce(ledger)
  }

  function liveWait(campaignId: string): Wait | null {
    const run = runs.get(campaignId)
    if (!run) return null
    const wait = run.gate.wait()
    // A short pause that WhatsApp asks for says less than hours that are closed until tomorrow.
    const isPassing = wait === null || wait.reason === WaitReason.restriction
    const closed = isPassing ? run.hours.wait() : null
    return closed ?? wait ?? (run.queue.hasHeldBack() ? needs.holds.wait(keyOf(run)) : null)
  }

  /** Wakes a device's campaigns where it may write to more or fewer recipients. */
  function onHoldsChanged(key: DeviceKey): void {
    for (const { campaignId, ledger } of runsOn(runs, key)) {
      pacer.wake(key, campaignId)
      counters.announce(ledger)
    }
  }

  /** Lets a recipient go on who writes to the device, and so is no stranger any more. */
  function onInbound({ key, message }: EventOf<'inbound'>): void {
    const { phone, fromMe } = message
    if (phone === null || fromMe) return
    for (const { campaignId, queue } of runsOn(runs, key)) {
      if (queue.wrote(phone)) pacer.wake(key, campaignId)
    }
  }

  function isDeviceBusy(key: DeviceKey): boolean {
    return runsOn(runs, key).some((run) => !run.isEnding)
  }

  /**
   * Grants no new slots. Sends in progress are recorded when they end, or stay in the journal as
   * intents. Resolves when the campaigns that were just ending have come to rest.
   */
  async function shutDown(): Promise<void> {
    isShuttingDown = true
    gates.close()
    for (const { hours } of runs.values()) hours.close()
    await endings.settled()
  }
}

function requestFor(phone: string): LookupRequest {
  return { phone, candidates: numberCandidates(phone) }
}

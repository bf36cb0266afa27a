import { expect, onTestFinished } from 'vitest'
import { createCampaignCounters } from '../../../src/domain/campaigns/campaign-counters.ts'
import type { CampaignRecord } from '../../../src/domain/campaigns/campaign-record.ts'
import { createCampaignRecords } from '../../../src/domain/campaigns/campaign-records.ts'
import { createCampaignResume } from '../../../src/domain/campaigns/campaign-resume.ts'
import { createLedgerLag } from '../../../src/domain/campaigns/ledger-lag.ts'
import type { MediaFile } from '../../../src/domain/message-content.ts'
import type {
  Lookup,
  LookupRequest,
  SendOutcome,
  SendRequest,
} from '../../../src/domain/messenger.ts'
import type { IsOptedOut } from '../../../src/domain/optouts/opt-outs.ts'
import { createBreaker } from '../../../src/domain/sending/breaker.ts'
import { createLastMessages } from '../../../src/domain/sending/last-messages.ts'
import type { Uncertain } from '../../../src/domain/sending/outcome.ts'
import { createSending } from '../../../src/domain/sending/sending.ts'
import { createHolds } from '../../../src/domain/sending/strangers/holds.ts'
import type { Standing } from '../../../src/domain/sending/strangers/standing.ts'
import { createActivity } from '../../../src/domain/stats/activity.ts'
import type { CampaignStats, CampaignStatsStore } from '../../../src/domain/stats/campaign-stats.ts'
import type { OwnedStore } from '../../../src/domain/store.ts'
import { createMessageIds } from '../../../src/storage/ledger/message-ids.ts'
import { passes } from '../eventually.ts'
import { aDataFolder } from '../storage/data-folder.ts'
import { createMemoryStore } from '../storage/memory/memory-store.ts'
import { anInbound } from './builders.ts'
import { aRunningCampaign, openEngineDisk } from './engine-disk.ts'
import { createFakeClock } from './fake-clock.ts'
import { createPacer } from './played-scheduler.ts'

const USER = 'user'
export const DEVICE = 'device-key'

/** WhatsApp's answer to a message, attempt by attempt. */
export type Answer = (
  request: SendRequest,
  unwanted?: AbortSignal,
) => SendOutcome | Promise<SendOutcome>

export const accepted: SendOutcome = { kind: 'accepted', at: '2026-01-15T12:00:00.000Z' }

/** Made-up phones, all different. */
export function phones(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `55119${90_000_000 + index}`)
}

/** An engine that is closed at the end of the test. */
export async function anEngine(options: Parameters<typeof startEngine>[0] = {}) {
  const engine = await startEngine(options)
  onTestFinished(engine.close)
  return engine
}

export type Engine = Awaited<ReturnType<typeof startEngine>>

/**
 * The real engine on real ledgers and the real pacing, with a clock that stands still and a script
 * in place of WhatsApp.
 */
export async function startEngine(
  options: {
    readonly dir?: string
    /** The records of an earlier engine. */
    readonly records?: OwnedStore<CampaignRecord>
    readonly stats?: CampaignStatsStore
    readonly uncertain?: Uncertain
    readonly send?: Answer
    readonly lookUp?: (request: LookupRequest) => Lookup
    /** Whether the device is in conversation with a phone. */
    readonly isAcquainted?: (phone: string) => boolean
    readonly standings?: OwnedStore<Standing>
    readonly isOptedOut?: IsOptedOut
    /** Where its clock begins. */
    readonly startMs?: number
    /** Draws the intervals, from 0 (the shortest) to 1. */
    readonly random?: () => number
    /** Fields of the campaign that differ from the usual ones. */
    readonly plan?: Partial<CampaignRecord>
    /** The file that goes with its text. */
    readonly media?: MediaFile
  } = {},
) {
  const clock = createFakeClock(options.startMs)
  const dir = options.dir ?? (await aDataFolder())
  const faults: unknown[] = []
  const sent: SendRequest[] = []
  const lookedUp: string[] = []
  const acceptedIndices: number[] = []
  const disk = await openEngineDisk({
    dir,
    records: options.records,
    onFault: (error) => faults.push(error),
  })
  const { ledgers, store } = disk
  const records = createCampaignRecords({ store, clock })
  const stats = options.stats ?? createMemoryStore<CampaignStats>()
  const activity = await createActivity({ store: stats, pause: () => undefined })
  const lag = createLedgerLag({ records, activity })
  const counters = createCampaignCounters({
    lag,
    activity,
    clock,
    publish: () => undefined,
    onFault: (error) => faults.push(error),
  })
  const slots = new Set<Promise<unknown>>()
  const onSlot = (key: string, campaignId: string) => {
    const slot = sending
      .slot(key, campaignId)
      .catch((error) => faults.push(error))
      .finally(() => slots.delete(slot))
    slots.add(slot)
  }
  const pacer = createPacer(clock, onSlot, options.random)
  const messageIds = createMessageIds(new Uint8Array(32))
  let isConnected = true
  const standings = options.standings ?? createMemoryStore<Standing>()
  const holds = await createHolds({
    store: standings,
    findOwner: () => ({ userId: USER, deviceId: DEVICE }),
    clock,
    publish: () => undefined,
    onChange: (key) => sending.onHoldsChanged(key),
    onFault: (error) => faults.push(error),
  })
  const breaker = createBreaker({
    clock,
    deliveriesOf: holds.deliveriesOf,
    keepDeliveries: holds.keepDeliveries,
    onTrip: (key, reason) => {
      sending.pauseAll(key, reason).catch((error) => faults.push(error))
    },
  })
  const lastMessages = createLastMessages({
    store: { append: async () => undefined },
    messageIds,
    now: clock.now,
    onFault: (error) => faults.push(error),
  })
  const sending = createSending({
    records,
    lag,
    counters,
    ledgers,
    messageIds,
    messenger: {
      send: async (_key, request, unwanted) => {
        sent.push(request)
        return options.send ? options.send(request, unwanted) : accepted
      },
      lookUp: async (_key, people) => {
        lookedUp.push(...people.map(({ phone }) => phone))
        return people.map(options.lookUp ?? found)
      },
      acquainted: async (_key, people) =>
        people.map(({ phone }) => options.isAcquainted?.(phone) ?? false),
      acquaintances: async (_key, people) =>
        people.map((person) => {
          const lookup = (options.lookUp ?? found)(person)
          return (lookup.result === 'found' && lookup.acquaintance) || 'none'
        }),
    },
    holds,
    breaker,
    pacer,
    clock,
    uncertain: options.uncertain ?? 'resend',
    isOptedOut: options.isOptedOut ?? (() => false),
    lastMessages,
    findMedia: async () => options.media ?? null,
    isConnected: () => isConnected,
    onAccepted: (sent) => {
      acceptedIndices.push(messageIds.locate(sent.messageId)?.index ?? -1)
      breaker.sent(sent)
    },
    onFault: (error) => faults.push(error),
  })
  const campaignResume = createCampaignResume({
    records,
    ledgers,
    sending,
    counters,
    lag,
    findDeviceKey: async () => DEVICE,
    clock,
    onFault: (error) => faults.push(error),
  })

  return {
    clock,
    dir,
    records: disk.memory,
    faults,
    sent,
    lookedUp,
    acceptedIndices,
    sending,
    holds,
    breaker,
    lastMessages,
    lock,
    hear,
    begin,
    resume,
    campaign: () => store.find(USER, '1'),
    ended,
    open: () => ledgers.open('1'),
    connect,
    refuseRecords: disk.refuseRecords,
    refuseFacts: disk.refuseFacts,
    stop: () => sending.stop(USER, '1'),
    pause: () => sending.pause(USER, '1'),
    stopPaused: () => campaignResume.stopPaused(USER, '1'),
    resumeAll: campaignResume.resumeAll,
    quiet,
    close,
  }

  async function begin(phones: readonly string[], intervalSeconds = 0): Promise<void> {
    const campaign = { ...aRunningCampaign(phones.length, intervalSeconds), ...options.plan }
    await store.save(USER, campaign)
    const ledger = await ledgers.create(
      {
        campaignId: '1',
        campaignNumber: 1,
        userId: USER,
        deviceKey: DEVICE,
        deviceId: '5561999990000',
        text: 'Olá, {nome}!',
        imageName: options.media?.source.name ?? null,
        knownFields: [],
        startedAt: campaign.createdAt,
      },
      phones.map((phone) => ({ name: `Pessoa ${phone}`, phone })),
    )
    await sending.begin(USER, campaign, ledger)
  }

  /**
   * Waits until everything that can be sent at this moment has been. @returns the number of sends
   * until now
   */
  async function quiet(): Promise<number> {
    do {
      // A moved clock or a change wakes promises, which have run by the next turn.
      await new Promise(setImmediate)
      await Promise.all(slots)
    } while (slots.size > 0)
    return sent.length
  }

  /** Takes up the ledger of an earlier engine in the same folder. */
  async function resume(): Promise<void> {
    const ledger = await ledgers.open('1')
    const campaign = { ...aRunningCampaign(ledger.recipientCount, 0), ...options.plan }
    await store.save(USER, campaign)
    await sending.begin(USER, campaign, ledger)
  }

  /** WhatsApp locks the device's first messages, or ends the lock. */
  function lock(until: string | null, isActive = true): void {
    const kind = 'DEFAULT'
    holds.onTimeLock({
      type: 'time_lock',
      key: DEVICE,
      lock: isActive ? { isActive, kind, until } : { isActive },
    })
  }

  /** A contact writes to the device. */
  function hear(phone: string): void {
    sending.onInbound({ type: 'inbound', key: DEVICE, message: anInbound(phone) })
  }

  /**
   * Waits for the campaign's end. At each look this time passes: the next step may be planned only
   * now.
   */
  function ended(stepMs = 0) {
    return passes(async () => {
      clock.advance(stepMs)
      const campaign = await store.find(USER, '1')
      expect(campaign?.isSettled).toBe(true)
      return campaign
    })
  }

  function connect(connected: boolean): void {
    isConnected = connected
    sending.onConnection({ type: 'connection', key: DEVICE, isConnected: connected })
  }

  async function close(): Promise<void> {
    await sending.shutDown()
    await holds.close()
    await ledgers.close()
  }
}

function found({ phone }: LookupRequest): Lookup {
  return { phone, result: 'found', jid: `${phone}@s.whatsapp.net`, lid: `${phone}1@lid` }
}

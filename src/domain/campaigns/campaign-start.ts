import { listIdsOf } from '../../contract/campaigns/audience.ts'
import { CampaignStatus } from '../../contract/campaigns/campaign-status.ts'
import { foldName } from '../../contract/campaigns/template.ts'
import { AppError, type ErrorCode } from '../../contract/errors.ts'
import { type Clock, toIso } from '../clock.ts'
import type { ContactListStore } from '../contacts/contact-list-store.ts'
import type { Devices } from '../devices/devices.ts'
import type { Publish } from '../events.ts'
import { createLimiter } from '../limiter.ts'
import type { SendLedger, SendLedgers } from '../sending/send-ledger.ts'
import type { Sending } from '../sending/sending.ts'
import { textsOf } from '../sending/variants.ts'
import { createSerial } from '../serial.ts'
import type { Audiences } from './audience.ts'
import { type CampaignRecord, campaignEvent, campaignNumber } from './campaign-record.ts'
import type { CampaignRecords } from './campaign-records.ts'
import { readFrozenAudience } from './frozen-audience.ts'
import { abreast, behind } from './ledger-lag.ts'

export type CampaignStart = ReturnType<typeof createCampaignStart>

/** Why a campaign ended before it could begin. */
const failures = {
  listGone: 'A lista de contatos foi excluída.',
  deviceGone: 'A conexão de WhatsApp foi excluída.',
  died: 'O programa parou duas vezes enquanto preparava esta campanha. Crie-a de novo para tentar outra vez.',
} as const

/** Failures that the next attempt would meet again. */
const permanentFailures: Readonly<Partial<Record<ErrorCode, string>>> = {
  list_damaged: 'A lista de contatos está danificada no disco e precisa de reparo.',
  list_not_found: failures.listGone,
  reach_unknown:
    'Não dá para saber quem já recebeu: o registro de envios de uma das campanhas a excluir está danificado.',
  ledger_damaged: 'O registro de envios desta campanha está danificado no disco.',
  campaign_locked: 'Esta campanha já tinha enviado mensagens e não pode começar de novo.',
}

/** Audiences that are read at the same time: a thousand campaigns may be due in one moment. */
const STARTS_AT_ONCE = 4
/** Of these, one user's: their millions of contacts keep nobody else waiting. */
const STARTS_OF_ONE_USER = 3

/** After so many unfinished attempts a start is not repeated automatically. */
const MAX_START_TRIES = 2

export type StartNeeds = {
  readonly records: CampaignRecords
  readonly ledgers: Pick<SendLedgers, 'create' | 'release' | 'remove'>
  readonly lists: Pick<ContactListStore, 'find'>
  readonly audiences: Pick<Audiences, 'read' | 'columns'>
  readonly sending: Pick<Sending, 'begin' | 'onDeviceGone'>
  readonly findDeviceKey: Devices['findKey']
  readonly clock: Clock
  readonly publish: Publish
  /** @param lagMs delay between the scheduled time and the start */
  readonly onStarted?: (lagMs: number) => void
  readonly onFault: (error: unknown, campaignId: string) => void
}

/**
 * Starts scheduled campaigns. The audience of a large list takes seconds to read: until then the
 * campaign stays scheduled, and can be stopped and deleted.
 */
export function createCampaignStart(needs: StartNeeds) {
  const { records, ledgers, lists, audiences, sending, clock } = needs
  const serially = createSerial()
  const limited = createLimiter({ running: STARTS_AT_ONCE, runningEach: STARTS_OF_ONE_USER })
  /** Starts in progress, by campaign. */
  const underWay = new Map<string, AbortController>()
  let isShuttingDown = false

  return {
    start,
    instead,
    isStarting: (id: string) => underWay.has(id),
    shutDown,
  }

  /**
   * Freezes the audience and starts to send, if the campaign is still scheduled and its time has
   * come: the caller may have seen an older state. Never rejects; the record of a campaign that
   * cannot start says why.
   * @returns whether this call started it
   */
  function start(userId: string, id: string): Promise<boolean> {
    // A start that waits for its turn is not under way: its campaign can still be edited.
    return limited(userId, () => serially(id, () => startNow(userId, id)))
  }

  async function startNow(userId: string, id: string): Promise<boolean> {
    const stopping = new AbortController()
    try {
      const campaign = await claim(userId, id, stopping)
      return campaign !== undefined && (await begin(userId, campaign, stopping.signal))
    } catch (error) {
      needs.onFault(error, id)
      await giveUp(userId, id, error).catch((again) => needs.onFault(again, id))
      return false
    } finally {
      leave(id, stopping)
    }
  }

  function leave(id: string, stopping: AbortController): void {
    if (underWay.get(id) === stopping) underWay.delete(id)
  }

  /**
   * Aborts a start in progress and works in its place: no other start runs meanwhile. `work` gets
   * whether there was one.
   */
  function instead<Result>(
    id: string,
    work: (wasStarting: boolean) => Promise<Result>,
  ): Promise<Result> {
    const current = underWay.get(id)
    current?.abort()
    return serially(id, () => work(current !== undefined))
  }

  /**
   * Begins no more starts and aborts those in progress; the daemon repeats them when it starts
   * again.
   */
  async function shutDown(): Promise<void> {
    isShuttingDown = true
    await Promise.all([...underWay.keys()].map((id) => instead(id, async () => undefined)))
  }

  /** Changes the record, and publishes the campaign where that ended it. */
  async function update(...change: Parameters<CampaignRecords['update']>) {
    const campaign = await records.update(...change)
    if (campaign?.status === CampaignStatus.failed)
      needs.publish(change[0], campaignEvent(campaign))
    return campaign
  }

  /** Records the attempt before any step that could bring the process down. */
  async function claim(
    userId: string,
    id: string,
    stopping: AbortController,
  ): Promise<CampaignRecord | undefined> {
    if (isShuttingDown) return undefined
    const campaign = await update(userId, id, (current) => {
      // Called again with a newer record, it undoes what it did for the older one.
      leave(id, stopping)
      if (!isDue(current)) return undefined
      if (current.startTries >= MAX_START_TRIES) return failed(current, failures.died)
      underWay.set(id, stopping)
      return { ...current, startTries: current.startTries + 1 }
    })
    return underWay.get(id) === stopping ? campaign : undefined
  }

  function isDue({ status, scheduledAt }: CampaignRecord): boolean {
    return (
      status === CampaignStatus.scheduled &&
      scheduledAt !== null &&
      Date.parse(scheduledAt) <= clock.now()
    )
  }

  async function begin(
    userId: string,
    campaign: CampaignRecord,
    signal: AbortSignal,
  ): Promise<boolean> {
    const frozen = await freeze(userId, campaign, signal)
    const ledger = typeof frozen === 'string' ? undefined : frozen
    let current: CampaignRecord | undefined
    try {
      current = await settleStart(userId, campaign.id, { frozen, signal })
    } finally {
      if (ledger && current?.status !== CampaignStatus.running) await discard(campaign.id)
    }
    if (!ledger || current?.status !== CampaignStatus.running) return false
    needs.onStarted?.(clock.now() - Date.parse(current.scheduledAt ?? current.createdAt))
    await sending.begin(userId, current, ledger)
    await endWithoutDevice(userId, ledger)
    return true
  }

  /** Decides the campaign's next state, by its record after the audience was read. */
  async function settleStart(
    userId: string,
    id: string,
    { frozen, signal }: { readonly frozen: SendLedger | string; readonly signal: AbortSignal },
  ): Promise<CampaignRecord | undefined> {
    const canSend = typeof frozen !== 'string' && (await hasDevice(userId, frozen))
    return update(userId, id, (current) => {
      if (current.status !== CampaignStatus.scheduled) return undefined
      if (signal.aborted) return { ...current, startTries: 0 }
      if (typeof frozen === 'string') return failed(current, frozen)
      return canSend ? running(current, frozen) : failed(current, failures.deviceGone)
    })
  }

  async function hasDevice(userId: string, { header }: SendLedger): Promise<boolean> {
    return (await needs.findDeviceKey(userId, header.deviceId)) === header.deviceKey
  }

  /** Ends a campaign whose device was removed before it counted as used by the campaign. */
  async function endWithoutDevice(userId: string, ledger: SendLedger): Promise<void> {
    if (await hasDevice(userId, ledger)) return
    await sending.onDeviceGone({ key: ledger.header.deviceKey, cause: 'removed' })
  }

  async function discard(id: string): Promise<void> {
    ledgers.release(id)
    await ledgers.remove(id)
  }

  async function giveUp(userId: string, id: string, error: unknown): Promise<void> {
    const reason = error instanceof AppError ? permanentFailures[error.code] : undefined
    await update(userId, id, (current) => {
      if (current.status !== CampaignStatus.scheduled) return undefined
      if (reason !== undefined) return failed(current, reason)
      // A full disk passes; an unexpected error counts as a start that crashed.
      return error instanceof AppError ? { ...current, startTries: 0 } : undefined
    })
  }

  /** Returns the ledger, or the reason why there is none. */
  async function freeze(
    userId: string,
    campaign: CampaignRecord,
    signal: AbortSignal,
  ): Promise<SendLedger | string> {
    const deviceId = campaign.deviceId ?? ''
    const deviceKey = await needs.findDeviceKey(userId, deviceId)
    if (deviceKey === undefined) return failures.deviceGone
    if (await isListGone(userId, campaign)) return failures.listGone
    const header = {
      campaignId: campaign.id,
      campaignNumber: campaignNumber(campaign),
      userId,
      deviceKey,
      deviceId,
      ...textsOf(campaign),
      imageName: campaign.medium?.name ?? null,
      ...(campaign.medium?.attached && { fileName: campaign.medium.attached.fileName }),
      knownFields: [...new Set((await audiences.columns(userId, campaign)).map(foldName))],
      startedAt: toIso(clock.now()),
    }
    const audience = readFrozenAudience(audiences, { userId, plan: campaign, signal })
    try {
      const ledger = await ledgers.create(header, await audience.recipients())
      if (ledger.recipientCount > 0) return ledger
      await discard(campaign.id)
    } catch (error) {
      if (!signal.aborted) throw error
    }
    // Not shown where the start was aborted.
    return audience.whyNobody()
  }

  async function isListGone(userId: string, campaign: CampaignRecord): Promise<boolean> {
    const ids = listIdsOf(campaign)
    for (const id of ids) if (!(await lists.find(userId, id))) return true
    return ids.length === 0
  }

  function failed(campaign: CampaignRecord, endReason: string): CampaignRecord {
    const at = toIso(clock.now())
    return {
      ...campaign,
      ...abreast,
      status: CampaignStatus.failed,
      endReason,
      startTries: 0,
      startedAt: at,
      finishedAt: at,
    }
  }
}

function running(scheduled: CampaignRecord, ledger: SendLedger): CampaignRecord {
  const { variantCounts } = ledger.counts
  return {
    ...scheduled,
    ...behind,
    status: CampaignStatus.running,
    startedAt: ledger.header.startedAt,
    recipientCount: ledger.recipientCount,
    ...(variantCounts && { variantCounts }),
    startTries: 0,
  }
}

import { CampaignStatus, isActive } from '../../contract/campaigns/campaign-status.ts'
import { AppError, type ErrorCode } from '../../contract/errors.ts'
import { type Clock, toIso } from '../clock.ts'
import type { Devices } from '../devices/devices.ts'
import { openAttempts } from '../sending/campaign-end.ts'
import type { SendLedger, SendLedgers } from '../sending/send-ledger.ts'
import type { Sending } from '../sending/sending.ts'
import type { CampaignCounters } from './campaign-counters.ts'
import type { CampaignRecord } from './campaign-record.ts'
import type { CampaignRecords } from './campaign-records.ts'
import { abreast, behind, type LedgerLag } from './ledger-lag.ts'

const LEDGER_DAMAGED =
  'O registro de envios está danificado no disco: a campanha não continua, para não enviar a ninguém duas vezes.'

/** Resumes the campaigns that were running when the daemon ended. */
export function createCampaignResume({
  records,
  ledgers,
  sending,
  counters,
  lag,
  findDeviceKey,
  clock,
  onFault,
}: {
  readonly records: Pick<CampaignRecords, 'store' | 'update'>
  readonly ledgers: SendLedgers
  readonly sending: Pick<Sending, 'begin' | 'stop' | 'stopPaused' | 'onDeviceGone' | 'atRest'>
  readonly counters: Pick<CampaignCounters, 'recount' | 'settle' | 'whileWriting'>
  readonly lag: Pick<LedgerLag, 'isBehind' | 'orphans' | 'recountOrphan'>
  readonly findDeviceKey: Devices['findKey']
  readonly clock: Clock
  readonly onFault: (error: unknown, campaignId: string) => void
}) {
  return { resumeAll, resumePaused, stopPaused, takeUp }

  async function resumeAll(): Promise<void> {
    await recountOrphans()
    for (const { userId, record } of await records.store.listAll()) {
      try {
        await resume(userId, record)
      } catch (error) {
        // One damaged ledger must not keep other users' campaigns from going on.
        onFault(error, record.id)
      }
    }
  }

  /** Resumes a running campaign, or settles what a stopped one left unconfirmed. */
  async function resume(userId: string, campaign: CampaignRecord): Promise<void> {
    if (!lag.isBehind(campaign)) return
    await withLedger(userId, campaign, async (ledger, handOn) => {
      await counters.recount(ledger, campaign.instanceName)
      if (campaign.status === CampaignStatus.running) {
        handOn()
        return begin(userId, campaign, ledger)
      }
      const isOver = campaign.status !== CampaignStatus.paused
      if (isOver) await closeOpen(ledger)
      await counters.settle(ledger)
    })
  }

  /**
   * Brings a campaign that was removed for a while level with its ledger, which went on taking
   * results and receipts while there was no record to count them in.
   */
  async function takeUp(userId: string, id: string): Promise<void> {
    await sending.atRest(id)
    const campaign = await records.store.find(userId, id)
    if (!campaign || !(await ledgers.exists(id))) return
    if (lag.isBehind(campaign)) return resume(userId, campaign)
    await withLedger(userId, campaign, (ledger) =>
      counters.whileWriting(ledger, async () => undefined),
    )
  }

  async function begin(
    userId: string,
    campaign: CampaignRecord,
    ledger: SendLedger,
  ): Promise<void> {
    const { deviceKey, deviceId } = ledger.header
    await sending.begin(userId, campaign, ledger)
    const isThere = (await findDeviceKey(userId, deviceId)) === deviceKey
    if (!isThere) await sending.onDeviceGone({ key: deviceKey, cause: 'removed' })
  }

  /** Goes on with a paused campaign, once what was on its way at the pause has ended. */
  async function resumePaused(userId: string, id: string): Promise<void> {
    await sending.atRest(id)
    const campaign = await records.store.find(userId, id)
    if (!campaign) return
    await withLedger(userId, campaign, async (ledger, handOn) => {
      const going = await records.update(userId, id, (current) => {
        if (current.status !== CampaignStatus.paused) return undefined
        const status = CampaignStatus.running
        return { ...current, ...behind, status, endReason: null, wait: null }
      })
      if (going?.status !== CampaignStatus.running) return
      handOn()
      await begin(userId, going, ledger)
    })
  }

  /**
   * Stops a paused campaign, once what was on its way at the pause has ended. Its record is marked
   * as behind first: after a crash the attempted recipients still get their results.
   */
  async function stopPaused(userId: string, id: string): Promise<CampaignRecord | undefined> {
    await sending.atRest(id)
    const campaign = await records.store.find(userId, id)
    if (!campaign) return sending.stop(userId, id)
    return withLedger(
      userId,
      campaign,
      (ledger, handOn) =>
        counters.whileWriting(ledger, () => {
          handOn()
          return sending.stopPaused(userId, campaign, ledger)
        }),
      () => sending.stop(userId, id),
    )
  }

  /**
   * Works with a campaign's ledger and releases it, also where a write was refused: otherwise it
   * would stay in memory. `work` calls `handOn` where sending goes on with the ledger.
   * @param otherwise what is done where the campaign has lost its ledger
   */
  async function withLedger<Result>(
    userId: string,
    campaign: CampaignRecord,
    work: (ledger: SendLedger, handOn: () => void) => Promise<Result>,
    otherwise?: () => Promise<Result>,
  ): Promise<Result | undefined> {
    const ledger = await openOrEnd(userId, campaign)
    if (!ledger) return otherwise?.()
    let isHandedOn = false
    try {
      return await work(ledger, () => {
        isHandedOn = true
      })
    } finally {
      if (!isHandedOn) ledgers.release(campaign.id)
    }
  }

  async function closeOpen(ledger: SendLedger): Promise<void> {
    for (const fact of openAttempts(ledger, clock.now())) await ledger.record(fact)
  }

  /**
   * Opens the ledger, or ends a campaign that has lost it: it cannot be known who got the message.
   */
  async function openOrEnd(
    userId: string,
    campaign: CampaignRecord,
  ): Promise<SendLedger | undefined> {
    try {
      return await ledgers.open(campaign.id)
    } catch (error) {
      if (!(error instanceof AppError) || !isLost(error.code)) throw error
      onFault(error, campaign.id)
      await records.update(userId, campaign.id, endLost)
      return undefined
    }
  }

  function endLost(campaign: CampaignRecord): CampaignRecord | undefined {
    if (campaign.isSettled) return undefined
    const settled = { ...campaign, ...abreast }
    if (!isActive(campaign)) return settled
    return {
      ...settled,
      status: CampaignStatus.failed,
      endReason: LEDGER_DAMAGED,
      finishedAt: toIso(clock.now()),
    }
  }

  /** Recounts deleted campaigns whose statistics a crash left incomplete. */
  async function recountOrphans(): Promise<void> {
    for (const id of lag.orphans()) {
      try {
        const ledger = (await ledgers.exists(id)) ? await ledgers.open(id) : undefined
        await lag.recountOrphan(id, ledger).finally(() => ledger && ledgers.release(id))
      } catch (error) {
        // Where the ledger is damaged, the statistics stay as they were.
        onFault(error, id)
      }
    }
  }
}

function isLost(code: ErrorCode): boolean {
  return code === 'ledger_damaged' || code === 'campaign_not_found'
}

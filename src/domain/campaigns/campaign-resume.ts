import { CampaignStatus } from '../../contract/campaign.ts'
import { AppError, type ErrorCode } from '../../contract/errors.ts'
import { type Clock, toIso } from '../clock.ts'
import type { DeviceKey } from '../messenger.ts'
import { openAttempts } from '../sending/campaign-end.ts'
import type { SendLedger, SendLedgers } from '../sending/send-ledger.ts'
import type { Sending } from '../sending/sending.ts'
import type { CampaignCounters } from './campaign-counters.ts'
import type { CampaignRecord } from './campaign-record.ts'
import type { CampaignRecords } from './campaign-records.ts'
import { abreast, type LedgerLag } from './ledger-lag.ts'

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
  readonly sending: Pick<Sending, 'begin' | 'deviceGone'>
  readonly counters: Pick<CampaignCounters, 'recount' | 'settle'>
  readonly lag: Pick<LedgerLag, 'isBehind' | 'orphans' | 'recountOrphan'>
  readonly findDeviceKey: (userId: string, deviceId: string) => Promise<DeviceKey | undefined>
  readonly clock: Clock
  readonly onFault: (error: unknown, campaignId: string) => void
}) {
  return { resumeAll }

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
    const ledger = await openOrEnd(userId, campaign)
    if (!ledger) return
    await counters.recount(ledger, campaign.instanceName)
    if (campaign.status === CampaignStatus.running) {
      const { deviceKey, deviceId } = ledger.header
      await sending.begin(userId, campaign, ledger)
      const isThere = (await findDeviceKey(userId, deviceId)) === deviceKey
      if (!isThere) await sending.deviceGone({ key: deviceKey, cause: 'removed' })
      return
    }
    for (const fact of openAttempts(ledger, clock.now())) await ledger.record(fact)
    await counters.settle(ledger)
    ledgers.release(campaign.id)
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
    if (campaign.status !== CampaignStatus.running) return settled
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
        await lag.recountOrphan(id, ledger)
        if (ledger) ledgers.release(id)
      } catch (error) {
        // Behind a damaged ledger the statistics stay as they were.
        onFault(error, id)
      }
    }
  }
}

function isLost(code: ErrorCode): boolean {
  return code === 'ledger_damaged' || code === 'campaign_not_found'
}

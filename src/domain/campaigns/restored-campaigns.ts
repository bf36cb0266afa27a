import { CampaignStatus, canEdit } from '../../contract/campaigns/campaign-status.ts'
import { type Clock, toIso } from '../clock.ts'
import type { SendLedgers } from '../sending/send-ledger.ts'
import type { CampaignRecord, CampaignStore } from './campaign-record.ts'
import type { CampaignRecords } from './campaign-records.ts'
import { behind } from './ledger-lag.ts'

const HELD_BACK =
  'O servidor voltou de um backup, que não sabe o que esta campanha enviou depois dele: ao continuar, quem já recebeu pode receber de novo.'

/**
 * Holds back what a data folder out of a backup would send by itself: between the backup and now the
 * campaign went on elsewhere, and its people would be written to once more. Its owner decides.
 */
export function createRestoredCampaigns({
  records,
  bin,
  ledgers,
  clock,
}: {
  readonly records: Pick<CampaignRecords, 'update'>
  readonly bin: Pick<CampaignStore, 'whole'>
  readonly ledgers: Pick<SendLedgers, 'exists' | 'open' | 'release'>
  readonly clock: Clock
}) {
  return { holdBack }

  /** Done a second time, as after a crash, it changes nothing more. */
  async function holdBack({
    from,
    lateLedgers,
  }: {
    /** Moment of the backup. */
    readonly from: string
    /** Campaigns whose records may be older than their ledgers. */
    readonly lateLedgers: readonly string[]
  }): Promise<void> {
    const late = new Set(lateLedgers)
    for (const { userId, record } of await bin.whole.listAll()) {
      if (record.removedAt) {
        // Brought back by its owner, it stays paused.
        await bin.whole.save(userId, { ...record, wasRunning: false, restoredFrom: from })
        continue
      }
      await records.update(userId, record.id, async (campaign) => {
        const held = (await holdOne(campaign, from)) ?? campaign
        const counted = late.has(campaign.id) && held.isSettled ? { ...held, ...behind } : held
        return counted === campaign ? undefined : counted
      })
    }
  }

  async function holdOne(
    campaign: CampaignRecord,
    from: string,
  ): Promise<CampaignRecord | undefined> {
    const { status } = campaign
    if (status === CampaignStatus.running) return paused(campaign, from)
    if (status === CampaignStatus.paused) {
      if (campaign.restoredFrom === from) return undefined
      const endReason = [campaign.endReason ?? [], HELD_BACK].flat().join(' ')
      return { ...campaign, endReason, restoredFrom: from }
    }
    if (!canEdit(campaign)) return undefined
    return (await underWay(campaign, from)) ?? (isDue(campaign) ? draft(campaign, from) : undefined)
  }

  /** One that began to send after its record was taken, and before its ledger was. */
  async function underWay(
    campaign: CampaignRecord,
    from: string,
  ): Promise<CampaignRecord | undefined> {
    if (!(await ledgers.exists(campaign.id))) return undefined
    const ledger = await ledgers.open(campaign.id)
    try {
      if (ledger.attemptedCount === 0) return undefined
      const { startedAt } = ledger.header
      const { recipientCount } = ledger
      return { ...paused(campaign, from), startedAt, recipientCount, startTries: 0 }
    } finally {
      ledgers.release(campaign.id)
    }
  }

  function paused(campaign: CampaignRecord, from: string): CampaignRecord {
    return {
      ...campaign,
      ...behind,
      status: CampaignStatus.paused,
      endReason: HELD_BACK,
      pausedAt: toIso(clock.now()),
      wait: null,
      restoredFrom: from,
    }
  }

  function isDue({ status, scheduledAt }: CampaignRecord): boolean {
    const isWaiting = status === CampaignStatus.scheduled || status === CampaignStatus.immediate
    return isWaiting && scheduledAt !== null && Date.parse(scheduledAt) <= clock.now()
  }

  /** Its hour has passed: it may have been sent to everybody. */
  function draft(campaign: CampaignRecord, from: string): CampaignRecord {
    return {
      ...campaign,
      status: CampaignStatus.draft,
      scheduledAt: null,
      startTries: 0,
      restoredFrom: from,
    }
  }
}

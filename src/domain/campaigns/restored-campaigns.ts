import { CampaignStatus, canEdit } from '../../contract/campaigns/campaign-status.ts'
import { type Clock, toIso } from '../clock.ts'
import type { SendLedgers } from '../sending/send-ledger.ts'
import type { CampaignRecord, CampaignStore } from './campaign-record.ts'
import type { CampaignRecords } from './campaign-records.ts'
import { behind } from './ledger-lag.ts'

const HELD_BACK =
  'O servidor voltou de um backup, que não sabe o que esta campanha enviou depois dele: ao continuar, quem já recebeu pode receber de novo.'

type Begun = Pick<CampaignRecord, 'startedAt' | 'recipientCount'>

/**
 * Holds back what a data folder out of a backup would send by itself: a campaign that went on after
 * the backup would write to the same recipients once more. Its owner decides.
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

  /** A second call, as after a crash, changes nothing more. */
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
        await bin.whole.update(userId, record.id, (removed) => ({
          ...removed,
          ...{ wasRunning: false, restoredFrom: from },
        }))
        continue
      }
      const begun = canEdit(record) ? await whatBegan(record.id) : undefined
      await records.update(userId, record.id, (campaign) => {
        const held = holdOne(campaign, { from, begun })
        const isCounted = !late.has(campaign.id) || !(held ?? campaign).isSettled
        return isCounted ? held : { ...campaign, ...held, ...behind }
      })
    }
  }

  function holdOne(
    campaign: CampaignRecord,
    { from, begun }: { readonly from: string; readonly begun: Begun | undefined },
  ): CampaignRecord | undefined {
    const { status } = campaign
    if (status === CampaignStatus.running) return paused(campaign, from)
    if (status === CampaignStatus.paused) {
      if (campaign.restoredFrom === from) return undefined
      const endReason = [campaign.endReason ?? [], HELD_BACK].flat().join(' ')
      return { ...campaign, endReason, restoredFrom: from }
    }
    if (!canEdit(campaign)) return undefined
    if (begun) return { ...paused(campaign, from), ...begun, startTries: 0 }
    return isDue(campaign) ? draft(campaign, from) : undefined
  }

  /**
   * What the ledger says of a campaign that began to send between the backup of its record and that
   * of its ledger.
   */
  async function whatBegan(campaignId: string): Promise<Begun | undefined> {
    if (!(await ledgers.exists(campaignId))) return undefined
    const ledger = await ledgers.open(campaignId)
    try {
      const { attemptedCount, recipientCount, header } = ledger
      return attemptedCount === 0 ? undefined : { startedAt: header.startedAt, recipientCount }
    } finally {
      ledgers.release(campaignId)
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

  /** Makes a draft of a campaign whose time has passed: it may have been sent after the backup. */
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

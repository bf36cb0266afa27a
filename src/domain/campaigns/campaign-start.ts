import { CampaignStatus } from '../../contract/campaign.ts'
import { AppError, type ErrorCode } from '../../contract/errors.ts'
import { foldName } from '../../contract/template.ts'
import { type Clock, toIso } from '../clock.ts'
import type { ContactListStore } from '../contacts/contact-list-store.ts'
import type { DeviceKey } from '../messenger.ts'
import type { Addressee } from '../sending/recipient.ts'
import type { SendLedger, SendLedgers } from '../sending/send-ledger.ts'
import type { Sending } from '../sending/sending.ts'
import type { Activity } from '../stats/activity.ts'
import type { CampaignCounters } from './campaign-counters.ts'
import { type CampaignRecord, campaignNumber } from './campaign-record.ts'
import type { CampaignRecords } from './campaign-records.ts'

/** Why a campaign ended before it could begin, or go on. */
const failures = {
  listGone: 'A lista de contatos foi excluída.',
  nobody: 'Não há ninguém para quem enviar: a lista está vazia.',
  deviceGone: 'A conexão de WhatsApp foi excluída.',
  ledgerDamaged:
    'O registro de envios está danificado no disco: a campanha não continua, para não enviar a ninguém duas vezes.',
} as const

export type StartNeeds = {
  readonly records: CampaignRecords
  readonly ledgers: SendLedgers
  readonly lists: ContactListStore
  readonly sending: Pick<Sending, 'begin'>
  readonly counters: Pick<CampaignCounters, 'recount' | 'settle'>
  readonly activity: Pick<Activity, 'has' | 'lagging' | 'recount' | 'settle'>
  readonly findDeviceKey: (userId: string, deviceId: string) => Promise<DeviceKey | undefined>
  readonly clock: Clock
  /** @param lagMs between its hour and now */
  readonly onStarted?: (lagMs: number) => void
  readonly onFault: (error: unknown, campaignId: string) => void
}

/** Begins scheduled campaigns, and takes up again what was under way when the daemon ended. */
export function createCampaignStart(needs: StartNeeds) {
  const { records, ledgers, lists, sending, counters, activity, clock } = needs

  return { start, resume, resumeAll }

  /**
   * Freezes the audience and begins. A campaign that is no longer scheduled is left alone, so that
   * two callers start it once.
   * @returns whether this call began it
   */
  async function start(userId: string, id: string): Promise<boolean> {
    let ledger: SendLedger | undefined
    const campaign = await records.update(userId, id, async (scheduled) => {
      if (scheduled.status !== CampaignStatus.scheduled) return undefined
      const audience = await freeze(userId, scheduled)
      if (typeof audience === 'string') return failed(scheduled, audience)
      ledger = audience
      return {
        ...scheduled,
        status: CampaignStatus.running,
        startedAt: audience.header.startedAt,
        recipientCount: audience.recipientCount,
        isSettled: false,
      }
    })
    if (!campaign || !ledger) return false
    needs.onStarted?.(clock.now() - Date.parse(campaign.scheduledAt ?? campaign.createdAt))
    await sending.begin(userId, campaign, ledger)
    return true
  }

  async function freeze(userId: string, campaign: CampaignRecord): Promise<SendLedger | string> {
    const deviceId = campaign.deviceId ?? ''
    const deviceKey = await needs.findDeviceKey(userId, deviceId)
    if (deviceKey === undefined) return failures.deviceGone
    const listId = campaign.contactListId ?? ''
    if (!(await lists.find(userId, listId))) return failures.listGone
    const addressees = await readAudience(userId, listId)
    if (addressees.length === 0) return failures.nobody
    return ledgers.create(
      {
        campaignId: campaign.id,
        campaignNumber: campaignNumber(campaign),
        userId,
        deviceKey,
        deviceId,
        text: campaign.text,
        imageName: campaign.medium?.name ?? null,
        knownFields: knownFields(addressees),
        startedAt: toIso(clock.now()),
      },
      addressees,
    )
  }

  async function readAudience(userId: string, listId: string): Promise<Addressee[]> {
    const phones = new Set<string>()
    const addressees: Addressee[] = []
    for await (const { name, phone, fields } of lists.read(userId, listId)) {
      if (phones.has(phone)) continue
      phones.add(phone)
      addressees.push(fields ? { name, phone, fields } : { name, phone })
    }
    return addressees
  }

  function failed(campaign: CampaignRecord, endReason: string): CampaignRecord {
    const at = toIso(clock.now())
    return {
      ...campaign,
      status: CampaignStatus.failed,
      endReason,
      startedAt: at,
      finishedAt: at,
    }
  }

  /** After a start of the daemon: campaigns that were under way go on. */
  async function resumeAll(): Promise<void> {
    await recountOrphans()
    for (const { userId, record } of await records.store.listAll()) {
      try {
        await resume(userId, record)
      } catch (error) {
        // One damaged ledger must not keep everybody else's campaigns from going on.
        needs.onFault(error, record.id)
      }
    }
  }

  /** Takes up a campaign that was under way, or ends what a stopped one left open. */
  async function resume(userId: string, campaign: CampaignRecord): Promise<void> {
    if (campaign.isSettled && !isUncounted(campaign)) return
    const ledger = await openOrEnd(userId, campaign)
    if (!ledger) return
    await counters.recount(ledger, campaign.instanceName)
    if (campaign.status === CampaignStatus.running) {
      await sending.begin(userId, campaign, ledger)
      return
    }
    for (const index of ledger.inFlight()) {
      await ledger.record({
        type: 'failed',
        index,
        code: 'sem_confirmacao',
        atMs: clock.now(),
      })
    }
    await counters.settle(ledger)
    ledgers.release(campaign.id)
  }

  /** Without its ledger nobody knows who was sent what: such a campaign is over. */
  async function openOrEnd(
    userId: string,
    campaign: CampaignRecord,
  ): Promise<SendLedger | undefined> {
    try {
      return await ledgers.open(campaign.id)
    } catch (error) {
      if (!(error instanceof AppError) || !isLost(error.code)) throw error
      needs.onFault(error, campaign.id)
      await records.update(userId, campaign.id, endLost)
      return undefined
    }
  }

  function endLost(campaign: CampaignRecord): CampaignRecord | undefined {
    if (campaign.isSettled) return undefined
    const settled = { ...campaign, isSettled: true }
    if (campaign.status !== CampaignStatus.running) return settled
    return {
      ...settled,
      status: CampaignStatus.failed,
      endReason: failures.ledgerDamaged,
      finishedAt: toIso(clock.now()),
    }
  }

  function isUncounted({ id, sentCount }: CampaignRecord): boolean {
    return sentCount > 0 && !activity.has(id)
  }

  /** Counts anew what deleted campaigns had sent, where a crash left it open. */
  async function recountOrphans(): Promise<void> {
    for (const id of activity.lagging()) {
      try {
        if (await ledgers.exists(id)) {
          await activity.recount(await ledgers.open(id))
          ledgers.release(id)
        }
        await activity.settle(id)
      } catch (error) {
        // A damaged ledger leaves the sums as they were last known.
        needs.onFault(error, id)
      }
    }
  }
}

function isLost(code: ErrorCode): boolean {
  return code === 'ledger_damaged' || code === 'campaign_not_found'
}

function knownFields(addressees: readonly Addressee[]): string[] {
  const names = new Set<string>()
  for (const { fields } of addressees) {
    for (const header of Object.keys(fields ?? {})) names.add(foldName(header))
  }
  return [...names]
}

import type { Campaign } from '../../contract/campaigns/campaign.ts'
import { CampaignStatus, isOver } from '../../contract/campaigns/campaign-status.ts'
import { sendErrors } from '../../contract/campaigns/send.ts'
import { AppError } from '../../contract/errors.ts'
import { WEBHOOK_DELIVERIES_KEPT } from '../../contract/limits.ts'
import { toOptOutWire } from '../../contract/optouts/opt-out.ts'
import { CampaignEvent } from '../../contract/webhooks/campaign-event-names.ts'
import type { CampaignRecord } from '../campaigns/campaign-record.ts'
import type { Campaigns } from '../campaigns/campaigns.ts'
import { toIso } from '../clock.ts'
import type { EngineEvents, EventOf } from '../engine-events.ts'
import type { OptOutStore } from '../optouts/opt-outs.ts'
import { type Recipient, RecipientStatus } from '../sending/recipient.ts'
import type { LedgerHeader, MessageIds, SendLedgers } from '../sending/send-ledger.ts'
import type { Sending } from '../sending/sending.ts'
import type { OwnedStore } from '../store.ts'
import type { CampaignWebhooks } from './campaign-webhooks.ts'

/**
 * Publishes to webhooks what becomes of campaigns, of their messages and of their recipients. What
 * a crash kept from being published is published after the next start, under the same id.
 */
export function createCampaignChanges({
  campaigns,
  records,
  optOuts,
  ledgers,
  messageIds,
  atRest,
  announce,
  webhooks,
  onFault,
}: {
  readonly campaigns: Pick<Campaigns, 'get'>
  readonly records: Pick<OwnedStore<CampaignRecord>, 'listAll'>
  readonly optOuts: Pick<OptOutStore, 'listAll'>
  readonly ledgers: Pick<SendLedgers, 'readAttempted'>
  readonly messageIds: Pick<MessageIds, 'make'>
  readonly atRest: Sending['atRest']
  readonly announce: EngineEvents['announce']
  readonly webhooks: Pick<CampaignWebhooks, 'list' | 'publish'>
  readonly onFault: (error: unknown, subject: string) => void
}) {
  const { publish } = webhooks

  return { onCampaignStatus, onCampaignEnded, onRecipient, onCampaignReply, onOptOutAdded, recover }

  async function onCampaignStatus({
    userId,
    before,
    campaign,
  }: EventOf<'campaign_status'>): Promise<void> {
    if (isOver(campaign)) announceEnd(userId, campaign)
    else if (campaign.status === CampaignStatus.paused) await publishPause(userId, campaign)
    else if (campaign.status === CampaignStatus.running && before !== CampaignStatus.paused) {
      await publishStart(userId, campaign)
    }
  }

  /**
   * Not waited for: sends in progress may outlast the daemon, whose next start then announces the
   * end.
   */
  function announceEnd(userId: string, campaign: CampaignRecord): void {
    atRest(campaign.id)
      .then(() => announce({ type: 'campaign_ended', userId, campaign }))
      .catch((error) => onFault(error, campaign.id))
  }

  async function publishStart(userId: string, campaign: CampaignRecord): Promise<void> {
    const atMs = Date.parse(campaign.startedAt ?? campaign.updatedAt)
    const data = toData(campaign)
    await publish(userId, { event: CampaignEvent.started, data }, { subject: campaign.id, atMs })
  }

  async function publishPause(userId: string, campaign: CampaignRecord): Promise<void> {
    const at = campaign.pausedAt ?? campaign.updatedAt
    const data = toData(await latest(userId, campaign))
    const subject = `${campaign.id} ${at}`
    await publish(userId, { event: CampaignEvent.paused, data }, { subject, atMs: Date.parse(at) })
  }

  async function onCampaignEnded({ userId, campaign }: EventOf<'campaign_ended'>): Promise<void> {
    const atMs = Date.parse(campaign.finishedAt ?? campaign.updatedAt)
    const data = toData(await latest(userId, campaign))
    await publish(userId, { event: CampaignEvent.ended, data }, { subject: campaign.id, atMs })
  }

  /** The campaign with its counters as they are now; as given, where it has been deleted. */
  async function latest(userId: string, campaign: CampaignRecord): Promise<Campaign> {
    try {
      return await campaigns.get(userId, campaign.id)
    } catch (error) {
      if (error instanceof AppError && error.code === 'campaign_not_found') return campaign
      throw error
    }
  }

  async function onRecipient({ header, change }: EventOf<'recipient'>): Promise<void> {
    if (change.before.status === RecipientStatus.failed) return
    await publishFailure(header, change.fact.index, change.after)
  }

  async function publishFailure(
    { campaignId, campaignNumber, userId, deviceId }: LedgerHeader,
    index: number,
    { status, errorCode, name, phone, sentAtMs }: Recipient,
  ): Promise<void> {
    if (status !== RecipientStatus.failed || errorCode === null) return
    const data = {
      campaign_id: campaignId,
      contato: phone,
      nome: name,
      erro: sendErrors[errorCode],
      erro_codigo: errorCode,
      data_envio: toIso(sentAtMs),
      message_id: messageIds.make(campaignNumber, index),
      device_id: deviceId,
    }
    const subject = `${campaignId} ${index} ${sentAtMs}`
    await publish(userId, { event: CampaignEvent.sendFailed, data }, { subject, atMs: sentAtMs })
  }

  async function onCampaignReply({ reply }: EventOf<'campaign_reply'>): Promise<void> {
    const { header, recipient, message, text, isFirst } = reply
    const data = {
      campaign_id: header.campaignId,
      contato: recipient.phone,
      nome: recipient.name,
      resposta: text,
      primeira: isFirst,
      replied_at: message.sentAt,
      message_id: message.messageId,
      device_id: header.deviceId,
    }
    const subject = `${header.deviceKey} ${message.chatJid} ${message.messageId}`
    // The message's time is WhatsApp's, which says nothing of webhooks: new ones get the event,
    // too.
    await publish(header.userId, { event: CampaignEvent.reply, data }, { subject, atMs: Infinity })
  }

  async function onOptOutAdded({ userId, optOut }: EventOf<'opt_out_added'>): Promise<void> {
    const subject = `${optOut.phone} ${optOut.lid} ${optOut.createdAt}`
    const atMs = Date.parse(optOut.createdAt)
    await publish(
      userId,
      { event: CampaignEvent.optOut, data: toOptOutWire(optOut) },
      { subject, atMs },
    )
  }

  /** Publishes again what happened since the daemon was last known to be alive. */
  async function recover(sinceMs: number): Promise<void> {
    // Looked up once for each user: the campaigns of users without webhooks are skipped.
    const known = new Map<string, boolean>()
    const hasWebhooks = async (userId: string): Promise<boolean> => {
      const found = known.get(userId) ?? (await webhooks.list(userId)).length > 0
      known.set(userId, found)
      return found
    }
    for (const { userId, record } of await records.listAll()) {
      if (await hasWebhooks(userId)) await recoverCampaign(userId, record, sinceMs)
    }
    for (const { userId, record } of await optOuts.listAll()) {
      if (isSince(record.createdAt, sinceMs) && (await hasWebhooks(userId))) {
        await onOptOutAdded({ type: 'opt_out_added', userId, optOut: record })
      }
    }
  }

  async function recoverCampaign(
    userId: string,
    record: CampaignRecord,
    sinceMs: number,
  ): Promise<void> {
    const { startedAt, finishedAt, pausedAt, status, recipientCount } = record
    // One without recipients has ended before it began.
    if (startedAt === null || recipientCount === 0)
      return announceRecentEnd(userId, record, sinceMs)
    if (isSince(startedAt, sinceMs)) await publishStart(userId, record)
    if (finishedAt === null || isSince(finishedAt, sinceMs)) await recoverFailures(record, sinceMs)
    if (status === CampaignStatus.paused && isSince(pausedAt, sinceMs)) {
      await publishPause(userId, record)
    }
    announceRecentEnd(userId, record, sinceMs)
  }

  function announceRecentEnd(userId: string, record: CampaignRecord, sinceMs: number): void {
    if (isOver(record) && isSince(record.finishedAt, sinceMs)) announceEnd(userId, record)
  }

  /** Only the last recipients that were attempted can be those whose failure was not published. */
  async function recoverFailures({ id }: CampaignRecord, sinceMs: number): Promise<void> {
    try {
      const { attemptedCount } = await ledgers.readAttempted(id, { from: 0, limit: 1 })
      const from = Math.max(0, attemptedCount - WEBHOOK_DELIVERIES_KEPT)
      const { header, rows } = await ledgers.readAttempted(id, {
        from,
        limit: WEBHOOK_DELIVERIES_KEPT,
      })
      for (const { index, recipient } of rows) {
        if (recipient.sentAtMs >= sinceMs) await publishFailure(header, index, recipient)
      }
    } catch (error) {
      // A damaged ledger must not keep other campaigns' events back.
      onFault(error, id)
    }
  }
}

function isSince(at: string | null | undefined, sinceMs: number): boolean {
  return at !== null && at !== undefined && Date.parse(at) >= sinceMs
}

function toData(campaign: Campaign) {
  const { sentCount, deliveredCount, readCount, errorCount, replyCount } = campaign
  return {
    campaign_id: campaign.id,
    name: campaign.name,
    status: campaign.status,
    motivo: campaign.endReason,
    device_id: campaign.deviceId,
    nome_da_instancia: campaign.instanceName,
    messages: campaign.recipientCount,
    ...{ sentCount, deliveredCount, readCount, errorCount, replyCount },
    started_at: campaign.startedAt,
    finished_at: campaign.finishedAt,
  }
}

import { OWN_GATEWAY_ID } from '../../contract/gateways/gateway.ts'
import { isPersonJid } from '../../contract/jid.ts'
import type { WebhookMessage } from '../../contract/messages/chat.ts'
import type { ReportedMessage } from '../../contract/messages/chat-event.ts'
import type { SentStatus } from '../../contract/messages/sent-status.ts'
import type { PersonNames } from '../../contract/phones/person.ts'
import type { DeviceKey } from '../messenger.ts'
import { DIRECT_SEND_NUMBER } from '../sending/direct-sends.ts'
import type { LastMessages, MessagePlace } from '../sending/last-messages.ts'
import type { CampaignMessage, MessageFacts } from '../sending/message-facts.ts'
import { type Recipient, RecipientStatus } from '../sending/recipient.ts'
import type { MessageIds } from '../sending/send-ledger.ts'
import { reportedSent } from '../webhooks/thread-messages.ts'
import type { InstanceKey } from '../webhooks/webhook-messages.ts'

export type CampaignMessages = ReturnType<typeof createCampaignMessages>

type Thread = InstanceKey & { readonly remoteJid: string | undefined; readonly limit: number }

/**
 * Shows the messages of campaigns in threads. A send writes nothing for it: what was sent of late
 * is found by the person, and stays in the thread once somebody writes there; text and status are
 * the ledger's.
 */
export function createCampaignMessages({
  lastMessages,
  messageFacts,
  messageIds,
  findDeviceKey,
  findName,
  onFault,
}: {
  readonly lastMessages: Pick<LastMessages, 'findEach'>
  readonly messageFacts: Pick<MessageFacts, 'findSent'>
  readonly messageIds: Pick<MessageIds, 'locate'>
  readonly findDeviceKey: (userId: string, deviceId: string) => Promise<DeviceKey | undefined>
  /** The campaign's name; `undefined` once it was deleted. */
  readonly findName: (userId: string, campaignId: string) => Promise<string | undefined>
  readonly onFault: (error: unknown, subject: string) => void
}) {
  return { sentTo, findLate, complete }

  /** What campaigns sent to a person from a device within a week, the oldest first. Never rejects. */
  async function sentTo(
    deviceKey: DeviceKey,
    { chatJid, ...names }: PersonNames & { readonly chatJid: string },
  ): Promise<readonly ReportedMessage[]> {
    if (!isPersonJid(chatJid)) return []
    const sent = await Promise.all(lastMessages.findEach(deviceKey, names).map(find))
    return sent
      .filter((each) => each?.recipient.status === RecipientStatus.accepted)
      .flatMap((each) => (each ? [reportedSent(toSent(each, chatJid), each.content)] : []))
      .sort((a, b) => (a.sentAtSeconds ?? 0) - (b.sentAtSeconds ?? 0))
  }

  /** What campaigns sent of late to the person of a thread. */
  async function findLate(
    userId: string,
    { gatewayId, instance, remoteJid }: Thread,
  ): Promise<readonly ReportedMessage[]> {
    if (gatewayId !== OWN_GATEWAY_ID || remoteJid === undefined) return []
    const key = await findDeviceKey(userId, instance)
    const names = { chatJid: remoteJid, phone: null, lid: null, jid: remoteJid }
    return key === undefined ? [] : sentTo(key, names)
  }

  /**
   * Adds messages of campaigns to a thread, and to each of them which campaign it was and how far
   * the message has come.
   */
  async function complete(
    userId: string,
    { gatewayId, instance, limit }: Thread,
    {
      stored,
      late,
    }: {
      readonly stored: readonly WebhookMessage[]
      readonly late: readonly ReportedMessage[]
    },
  ): Promise<readonly WebhookMessage[]> {
    if (gatewayId !== OWN_GATEWAY_ID) return stored
    const shown = late.map((message) => toShown(message, { gatewayId, instance }))
    const all = [...stored, ...shown].sort((a, b) => a.sentAtSeconds - b.sentAtSeconds)
    return Promise.all(all.slice(-limit).map((message) => describe(userId, message)))
  }

  async function describe(userId: string, message: WebhookMessage): Promise<WebhookMessage> {
    const place = message.isFromMe ? messageIds.locate(message.id) : undefined
    if (!place || place.campaignNumber === DIRECT_SEND_NUMBER) return message
    const id = String(place.campaignNumber)
    const name = (await findName(userId, id)) ?? null
    const sent = await find(place)
    const status = sent?.userId === userId ? statusOf(sent.recipient) : message.status
    return { ...message, status, campaign: { id, name } }
  }

  /** A broken ledger hides its message, and not the thread. */
  async function find(place: MessagePlace): Promise<CampaignMessage | undefined> {
    try {
      return await messageFacts.findSent(place)
    } catch (error) {
      onFault(error, String(place.campaignNumber))
      return undefined
    }
  }
}

function toSent({ deviceKey, messageId, recipient }: CampaignMessage, jid: string) {
  return { deviceKey, messageId, jid, atMs: recipient.sentAtMs }
}

function toShown(
  { text: _, sentAtSeconds, lid: _lid, ...message }: ReportedMessage,
  instanceKey: InstanceKey,
): WebhookMessage {
  return { ...message, ...instanceKey, sentAtSeconds: sentAtSeconds ?? 0 }
}

function statusOf({ status, deliveredAtMs, readAtMs }: Recipient): SentStatus | null {
  if (readAtMs > 0) return 'read'
  if (deliveredAtMs > 0) return 'delivered'
  return status === RecipientStatus.accepted ? 'sent' : null
}

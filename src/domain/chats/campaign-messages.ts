import { OWN_GATEWAY_ID } from '../../contract/gateways/gateway.ts'
import { isPersonJid } from '../../contract/jid.ts'
import { REPLY_WINDOW_DAYS } from '../../contract/limits.ts'
import type { WebhookMessage } from '../../contract/messages/chat.ts'
import type { ReportedMessage } from '../../contract/messages/chat-event.ts'
import type { SentStatus } from '../../contract/messages/sent-status.ts'
import { longForm } from '../../contract/phones/brazil.ts'
import type { PersonNames } from '../../contract/phones/person.ts'
import type { DeviceKey } from '../messenger.ts'
import type { PersonFound } from '../people/person-index-store.ts'
import type { PersonIndexing } from '../people/person-indexing.ts'
import { DIRECT_SEND_NUMBER } from '../sending/direct/direct-sends.ts'
import {
  LAST_MESSAGES_KEPT_MS,
  type LastMessages,
  type MessagePlace,
} from '../sending/last-messages.ts'
import type { CampaignMessage, MessageFacts } from '../sending/message-facts.ts'
import { type Recipient, RecipientStatus } from '../sending/recipient.ts'
import type { MessageIds } from '../sending/send-ledger.ts'
import { reportedSent } from '../webhooks/thread-messages.ts'
import type { InstanceKey } from '../webhooks/webhook-message-store.ts'

export type CampaignMessages = ReturnType<typeof createCampaignMessages>

type Thread = InstanceKey & { readonly remoteJid: string | undefined; readonly limit: number }

/** A person's chat. */
type PersonChat = PersonNames & { readonly chatJid: string }

const DAY_SECONDS = 24 * 60 * 60
/**
 * In a chat with a message younger than this, all later messages of campaigns are among those of
 * the week; a day is left for clocks that differ.
 */
const RECENT_SECONDS = (REPLY_WINDOW_DAYS - 1) * DAY_SECONDS
/** Messages from before that week which are shown in a thread without recent ones. */
const OLD_SHOWN = 3
/** Campaigns looked at in the index: some went out from another device, or not at all. */
const LOOKED_AT = 20

/**
 * Shows the messages of campaigns in threads. A send writes nothing into a thread: recent messages
 * are found by the person, and kept in the thread once somebody writes there. Their text and status
 * come from the ledger.
 */
export function createCampaignMessages({
  lastMessages,
  personIndexing,
  messageFacts,
  messageIds,
  findDeviceKey,
  findOwner,
  findName,
  now,
  onFault,
}: {
  readonly lastMessages: Pick<LastMessages, 'findEach'>
  readonly personIndexing: Pick<PersonIndexing, 'find' | 'settled'>
  readonly messageFacts: Pick<MessageFacts, 'findSent'>
  readonly messageIds: Pick<MessageIds, 'locate'>
  readonly findDeviceKey: (userId: string, deviceId: string) => Promise<DeviceKey | undefined>
  readonly findOwner: (key: DeviceKey) => { readonly userId: string } | undefined
  /** The campaign's name; `undefined` once it was deleted. */
  readonly findName: (userId: string, campaignId: string) => Promise<string | undefined>
  /** Epoch milliseconds. */
  readonly now: () => number
  readonly onFault: (error: unknown, subject: string) => void
}) {
  return { sentTo, sentBefore, findLate, complete, isOfCampaign }

  /**
   * Finds what campaigns sent to a person from a device within a week, oldest first. Never rejects.
   */
  async function sentTo(
    deviceKey: DeviceKey,
    chat: PersonChat,
  ): Promise<readonly ReportedMessage[]> {
    const newest = await newestOfDays(deviceKey, chat)
    return newest.length === 0 ? [] : withIndexed(newest, await sentOfIndex(deviceKey, chat, 0))
  }

  /**
   * Finds what campaigns sent to the person of a chat that a message is about to be added to,
   * oldest first. Where nothing was written there for so long that older messages may be missing,
   * finds messages of any age. Never rejects.
   */
  async function sentBefore(
    deviceKey: DeviceKey,
    { newestAtSeconds = 0, ...chat }: PersonChat & { readonly newestAtSeconds: number | undefined },
  ): Promise<readonly ReportedMessage[]> {
    const newest = await newestOfDays(deviceKey, chat)
    const isOld = newestAtSeconds <= Math.floor(now() / 1000) - RECENT_SECONDS
    // Where the newest of a day is missing, others of that day may be missing as well.
    const isMissing = newest.some(({ sentAtSeconds }) => (sentAtSeconds ?? 0) > newestAtSeconds)
    if (!isPersonJid(chat.chatJid) || !(isOld || isMissing)) return newest
    return withIndexed(newest, await sentOfIndex(deviceKey, chat, isOld ? OLD_SHOWN : 0))
  }

  /** Finds the newest message of each day of the week, which is held in memory. Never rejects. */
  async function newestOfDays(
    deviceKey: DeviceKey,
    { chatJid, ...names }: PersonChat,
  ): Promise<readonly ReportedMessage[]> {
    if (!isPersonJid(chatJid)) return []
    const sent = await Promise.all(lastMessages.findEach(deviceKey, names).map(find))
    return inOrder(sent.filter((each) => each !== undefined).filter(isAccepted), chatJid)
  }

  /**
   * Finds in the index what was sent within the week, and `oldCount` older messages. Never rejects.
   */
  async function sentOfIndex(
    deviceKey: DeviceKey,
    { chatJid, ...names }: PersonChat,
    oldCount: number,
  ): Promise<readonly ReportedMessage[]> {
    try {
      // After a start the index may lag behind the ledgers; only old messages are worth the wait.
      if (oldCount > 0) await personIndexing.settled()
      const owner = findOwner(deviceKey)
      const { places, phones } = owner ? await personIndexing.find(owner.userId, names) : nobody
      const since = now() - LAST_MESSAGES_KEPT_MS
      const sent: CampaignMessage[] = []
      let left = oldCount
      for (const place of places.slice(0, LOOKED_AT)) {
        const message = await find(place)
        const isOurs =
          message?.deviceKey === deviceKey && phones.includes(longForm(message.recipient.phone))
        if (!message || !isOurs || !isAccepted(message)) continue
        const isOld = message.recipient.sentAtMs < since
        if (isOld && left === 0) break
        sent.push(message)
        left -= Number(isOld)
      }
      // Of one second, the earlier campaign first.
      return inOrder(sent.toReversed(), chatJid)
    } catch (error) {
      onFault(error, `messages of campaigns to ${chatJid}`)
      return []
    }
  }

  /** Finds what `sentBefore` does, for a thread that is about to be shown. */
  async function findLate(
    userId: string,
    { gatewayId, instance, remoteJid }: Thread,
    newestAtSeconds: number | undefined,
  ): Promise<readonly ReportedMessage[]> {
    if (gatewayId !== OWN_GATEWAY_ID || remoteJid === undefined) return []
    const key = await findDeviceKey(userId, instance)
    const names = { chatJid: remoteJid, phone: null, lid: null, jid: remoteJid }
    return key === undefined ? [] : sentBefore(key, { ...names, newestAtSeconds })
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
    const place = message.isFromMe ? placeOf(message.id) : undefined
    if (!place) return message
    const id = String(place.campaignNumber)
    const name = (await findName(userId, id)) ?? null
    const sent = await find(place)
    const status = sent?.userId === userId ? statusOf(sent.recipient) : message.status
    return { ...message, status, campaign: { id, name } }
  }

  /**
   * Whether a campaign sent a message: its ledger then knows the status, and the thread does not.
   */
  function isOfCampaign(messageId: string): boolean {
    return placeOf(messageId) !== undefined
  }

  function placeOf(messageId: string): MessagePlace | undefined {
    const place = messageIds.locate(messageId)
    return place?.campaignNumber === DIRECT_SEND_NUMBER ? undefined : place
  }

  /** A damaged ledger hides its message, and not the thread. */
  async function find(place: MessagePlace): Promise<CampaignMessage | undefined> {
    try {
      return await messageFacts.findSent(place)
    } catch (error) {
      onFault(error, String(place.campaignNumber))
      return undefined
    }
  }
}

const nobody: Pick<PersonFound, 'places' | 'phones'> = { places: [], phones: [] }

function isAccepted({ recipient }: CampaignMessage): boolean {
  return recipient.status === RecipientStatus.accepted
}

function withIndexed(
  newest: readonly ReportedMessage[],
  indexed: readonly ReportedMessage[],
): readonly ReportedMessage[] {
  const known = new Set(newest.map(({ id }) => id))
  return [...indexed.filter(({ id }) => !known.has(id)), ...newest].sort(bySending)
}

/** As messages of the chat, the oldest first. */
function inOrder(sent: readonly CampaignMessage[], chatJid: string): readonly ReportedMessage[] {
  return sent.map((each) => reportedSent(toSent(each, chatJid), each.content)).sort(bySending)
}

function bySending(a: ReportedMessage, b: ReportedMessage): number {
  return (a.sentAtSeconds ?? 0) - (b.sentAtSeconds ?? 0)
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

import { OWN_GATEWAY_ID } from '../../contract/gateways/gateway.ts'
import { isConversationJid, isGroupJid } from '../../contract/jid.ts'
import type { SentStatus } from '../../contract/messages/sent-status.ts'
import type { PersonNames } from '../../contract/phones/person.ts'
import type { CampaignMessages } from '../chats/campaign-messages.ts'
import type { EventOf } from '../engine-events.ts'
import type { DeviceKey, FindContent, ReceiptKind } from '../messenger.ts'
import { createSerial } from '../serial.ts'
import { isStorageRefusal } from '../store.ts'
import { groupEvent } from './group-events.ts'
import type { InstanceFeed } from './instance-feed.ts'
import type { MessageChanges } from './message-changes.ts'
import { reported, reportedSent, type SentMessage } from './thread-messages.ts'
import {
  callUpdate,
  chatsSet,
  type MessageStatus,
  messagesUpdate,
  messagesUpsert,
  presenceUpdate,
  sendMessage,
} from './webhook-events.ts'
import type { InstanceKey, WebhookMessageStore } from './webhook-message-store.ts'
import type { WebhookMessages } from './webhook-messages.ts'
import type { Outbox } from './webhook-outbox-store.ts'

/** The events that `onEvent` takes. */
export const instanceEventTypes = [
  ...(['receipt', 'late_ack', 'inbound', 'call', 'presence', 'group', 'history'] as const),
] as const
type SourceEvent = EventOf<(typeof instanceEventTypes)[number]>

type Owner = { readonly userId: string; readonly deviceId: string }

const receiptStatuses: Readonly<Record<ReceiptKind, MessageStatus>> = {
  delivered: 'DELIVERY_ACK',
  read: 'READ',
  undeliverable: 'ERROR',
}

/**
 * Turns events of the daemon's own devices into the messages of their threads and the events of
 * their webhooks, in a gateway's shapes.
 */
export function createInstanceEvents({
  findOwner,
  keep,
  mark,
  read,
  findCampaignMessages,
  newestAt,
  isOfCampaign,
  ignoresGroups,
  changedHere,
  emit,
  findJid,
  findContent,
  settled,
  onFault,
}: {
  readonly findOwner: (key: DeviceKey) => Owner | undefined
  readonly keep: WebhookMessages['keep']
  readonly mark: WebhookMessages['mark']
  readonly read: WebhookMessages['read']
  /** What campaigns sent to the person of a chat before, as messages of their thread. */
  readonly findCampaignMessages: CampaignMessages['sentBefore']
  /** When the newest message of a chat was sent, in epoch seconds. */
  readonly newestAt: WebhookMessageStore['newestAt']
  /** Whether a campaign sent the message: its ledger knows how far it has come. */
  readonly isOfCampaign: (messageId: string) => boolean
  /** Whether an instance takes nothing of groups. */
  readonly ignoresGroups: (userId: string, deviceId: string) => Promise<boolean>
  /** Takes a message that changes an earlier one; false for any other. */
  readonly changedHere: MessageChanges['changedHere']
  readonly emit: InstanceFeed['emit']
  /** Finds the recipient of one of the daemon's own messages. */
  readonly findJid: (messageId: string) => Promise<string | undefined>
  readonly findContent: FindContent
  /** Waits for the end of a single message's send: its receipt may come before its acceptance. */
  readonly settled: (messageId: string) => Promise<void>
  readonly onFault: (error: unknown, subject: string) => void
}) {
  /** Keeps a chat's messages, and their events, in the order in which they came. */
  const inTurn = createSerial()
  return { onEvent, onDirectSent, onDirectProved, onCampaignSent }

  /**
   * Never rejects, as a failing webhook or thread must not block the device's other events, but for
   * a message that the disk does not take: its event is published again.
   */
  async function onEvent(event: SourceEvent): Promise<void> {
    const owner = findOwner(event.key)
    if (!owner) return
    try {
      await handle(event, owner)
    } catch (error) {
      onFault(error, `${event.type} of ${owner.deviceId}`)
      if (event.type === 'inbound' && isStorageRefusal(error)) throw error
    }
  }

  async function handle(event: SourceEvent, owner: Owner): Promise<void> {
    const outbox = outboxOf(owner)
    switch (event.type) {
      case 'inbound':
        await inTurn(`${event.key} ${event.message.chatJid}`, () => emitMessage(event, owner))
        break
      case 'call':
        await emit(outbox, { event: 'call', data: async () => callUpdate(event.call) })
        break
      case 'presence':
        await emitPresence(event, owner)
        break
      case 'group':
        await emitGroup(event, owner)
        break
      case 'history':
        await emitHistory(event, owner)
        break
      case 'receipt': {
        const { kind } = event
        const status = receiptStatuses[kind]
        if (kind !== 'undeliverable') await markAll(owner, event.messageIds, kind)
        const updates = event.messageIds.map((id) => emitUpdate(outbox, id, status))
        await Promise.all(updates)
        break
      }
      case 'late_ack':
        if (event.errorCode !== null) break
        await markAll(owner, [event.messageId], 'sent')
        await emitUpdate(outbox, event.messageId, 'SERVER_ACK')
        break
    }
  }

  async function emitPresence(
    { presence }: EventOf<'presence'>,
    { userId, deviceId }: Owner,
  ): Promise<void> {
    if (isGroupJid(presence.chatJid) && (await ignoresGroups(userId, deviceId))) return
    const data = async () => presenceUpdate(presence)
    // An hour later nobody is typing any more, and messages need the room.
    const event = { event: 'presence.update', data, isFleeting: true } as const
    await emit(outboxOf({ userId, deviceId }), event)
  }

  async function emitGroup({ change }: EventOf<'group'>, owner: Owner): Promise<void> {
    if (await ignoresGroups(owner.userId, owner.deviceId)) return
    await emit(outboxOf(owner), groupEvent(change))
  }

  async function emitHistory({ chats }: EventOf<'history'>, owner: Owner): Promise<void> {
    const isWithout =
      chats.some(({ chatJid }) => isGroupJid(chatJid)) &&
      (await ignoresGroups(owner.userId, owner.deviceId))
    const wanted = chats.filter(({ chatJid }) => !isWithout || !isGroupJid(chatJid))
    if (wanted.length === 0) return
    const data = async ({ instanceId }: { readonly instanceId: string }) =>
      chatsSet(wanted, instanceId)
    await emit(outboxOf(owner), { event: 'chats.set', data })
  }

  /** Marks single messages, each once its send has ended: the thread has it from then on. */
  async function markAll(
    owner: Owner,
    messageIds: readonly string[],
    status: SentStatus,
  ): Promise<void> {
    const alone = messageIds.filter((id) => !isOfCampaign(id))
    await Promise.all(alone.map(settled))
    await mark(
      owner.userId,
      instanceKeyOf(owner),
      alone.map((id) => ({ id, status })),
    )
  }

  async function emitMessage(
    { key, message }: EventOf<'inbound'>,
    { userId, deviceId }: Owner,
  ): Promise<void> {
    if (!isConversationJid(message.chatJid)) return
    if (isGroupJid(message.chatJid) && (await ignoresGroups(userId, deviceId))) return
    const instanceKey = instanceKeyOf({ userId, deviceId })
    const { chatJid, phone, lid, remoteJid } = message
    const names = { chatJid, phone, lid, jid: remoteJid }
    const earlier = await sentBefore(key, { userId, deviceId }, names)
    // The thread first: if the webhook leads back here, the message is known already.
    await keep(userId, instanceKey, [...earlier, reported(message)])
    // Whoever answers on the phone has read the chat there.
    if (message.fromMe) await read(userId, { ...instanceKey, remoteJid: chatJid })
    await emit(outboxOf({ userId, deviceId }), {
      event: 'messages.upsert',
      data: ({ instanceId }) => messagesUpsert(message, instanceId),
      media: message.media,
      subject: JSON.stringify([message.remoteJid, message.participant, message.messageId]),
    })
  }

  async function sentBefore(
    deviceKey: DeviceKey,
    owner: Owner,
    names: PersonNames & { readonly chatJid: string },
  ) {
    const chat = { ...instanceKeyOf(owner), remoteJid: names.chatJid }
    const newestAtSeconds = await newestAt(owner.userId, chat)
    return findCampaignMessages(deviceKey, { ...names, newestAtSeconds })
  }

  async function emitUpdate(
    outbox: Outbox,
    messageId: string,
    status: MessageStatus,
  ): Promise<void> {
    await settled(messageId)
    await emit(outbox, {
      event: 'messages.update',
      data: async ({ instanceId }) => {
        const jid = await findJid(messageId)
        return jid === undefined
          ? undefined
          : messagesUpdate({ messageId, jid, status, instanceId })
      },
    })
  }

  /**
   * Adds a sent single message to its thread. Its proofs may come twice; the webhook gets one
   * event. Never rejects.
   */
  async function onDirectSent(sent: SentMessage): Promise<void> {
    const owner = findOwner(sent.deviceKey)
    if (!owner) return
    try {
      const content = await findContent(sent.messageId)
      if (!content || (await changedHere(sent, owner, content))) return
      const { deviceKey, jid } = sent
      const names = { chatJid: jid, phone: null, lid: null, jid }
      const earlier = await sentBefore(deviceKey, owner, names)
      await keep(owner.userId, instanceKeyOf(owner), earlier)
      const { stored } = await keep(owner.userId, instanceKeyOf(owner), [
        reportedSent(sent, content),
      ])
      if (stored > 0) await emitSent(sent, owner)
    } catch (error) {
      onFault(error, `a message of ${owner.deviceId}`)
    }
  }

  /**
   * Adds a message that a receipt proved; waits for a send in progress, which may add it itself.
   */
  async function onDirectProved(sent: SentMessage): Promise<void> {
    await settled(sent.messageId)
    await onDirectSent(sent)
  }

  /**
   * Sends the event of a campaign's message. Threads get it with the next message of its chat: most
   * of thousands are never answered. Never rejects.
   */
  async function onCampaignSent(sent: SentMessage): Promise<void> {
    const owner = findOwner(sent.deviceKey)
    if (!owner) return
    try {
      await emitSent(sent, owner)
    } catch (error) {
      onFault(error, `a message of ${owner.deviceId}`)
    }
  }

  async function emitSent(sent: SentMessage, owner: Owner): Promise<void> {
    await emit(outboxOf(owner), {
      event: 'send.message',
      data: async ({ instanceId }) => {
        const content = await findContent(sent.messageId)
        return content ? sendMessage({ ...sent, content, instanceId }) : undefined
      },
    })
  }
}

function instanceKeyOf({ deviceId }: Owner): InstanceKey {
  return { gatewayId: OWN_GATEWAY_ID, instance: deviceId }
}

function outboxOf({ userId, deviceId }: Owner): Outbox {
  return { userId, instance: deviceId }
}

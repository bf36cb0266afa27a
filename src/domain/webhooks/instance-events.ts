import { DeviceStatus, type DisconnectCode } from '../../contract/device.ts'
import { OWN_GATEWAY_ID } from '../../contract/gateways/gateway.ts'
import { isConversationJid } from '../../contract/jid.ts'
import type { ReportedMessage } from '../../contract/messages/chat-event.ts'
import type { SentStatus, StatusUpdate } from '../../contract/messages/sent-status.ts'
import type { DeviceKey, FindContent, InboundMessage, MessengerEvent } from '../messenger.ts'
import { reported, reportedSent, type SentMessage } from './thread-messages.ts'
import {
  type ConnectionState,
  connectionUpdate,
  type MessageStatus,
  messagesUpdate,
  messagesUpsert,
  qrcodeUpdated,
  sendMessage,
} from './webhook-events.ts'
import type { InstanceKey } from './webhook-messages.ts'
import type { WebhookOutbox } from './webhook-outbox.ts'
import type { Outbox } from './webhook-outbox-store.ts'

type StateEvent = Extract<MessengerEvent, { type: 'state' }>
type Owner = { readonly userId: string; readonly deviceId: string }

const LOGGED_OUT = 401
const CLOSE_REASONS: Readonly<Partial<Record<DisconnectCode, number>>> = {
  closed_by_user: 428,
  logged_out: LOGGED_OUT,
  replaced: 440,
  banned: 403,
  pairing_expired: 408,
  pairing_failed: 500,
  other_server: 500,
  keys_unreadable: 500,
}

/**
 * What the daemon's own devices hear and do, told as a gateway tells it: into the thread of the
 * instance, and to its webhook.
 */
export function createInstanceEvents({
  findOwner,
  keep,
  mark,
  isOfCampaign,
  emit,
  findJid,
  findContent,
  settled,
  drawQr,
  onFault,
}: {
  readonly findOwner: (key: DeviceKey) => Owner | undefined
  /** Stores messages of a thread, and lets somebody answer those that are new: so many. */
  readonly keep: (
    userId: string,
    instanceKey: InstanceKey,
    messages: readonly ReportedMessage[],
  ) => Promise<{ readonly stored: number }>
  /** Stores how far messages of a thread have come. */
  readonly mark: (
    userId: string,
    instanceKey: InstanceKey,
    updates: readonly StatusUpdate[],
  ) => Promise<void>
  /** Whose messages stand in no thread. */
  readonly isOfCampaign: (messageId: string) => boolean
  readonly emit: WebhookOutbox['emit']
  /** Whom one of the daemon's own messages went to. */
  readonly findJid: (messageId: string) => Promise<string | undefined>
  readonly findContent: FindContent
  /** Waits for a single message that is under way: its receipt may come before its acceptance. */
  readonly settled: (messageId: string) => Promise<void>
  /** The picture of a QR code, as a data URL. */
  readonly drawQr: (text: string) => Promise<string>
  readonly onFault: (error: unknown, subject: string) => void
}) {
  /** What was last told of each connection: a flapping one is told once. */
  const lastStates = new Map<DeviceKey, string>()

  return { heard, sentAlone, provedAlone, sentByCampaign }

  /** Never rejects: a webhook or a thread must not keep news from being taken. */
  async function heard(event: MessengerEvent): Promise<void> {
    const owner = findOwner(event.key)
    if (!owner) {
      lastStates.delete(event.key)
      return
    }
    try {
      await tell(event, owner)
    } catch (error) {
      onFault(error, `${event.type} of ${owner.deviceId}`)
    }
  }

  async function tell(event: MessengerEvent, owner: Owner): Promise<void> {
    const outbox = outboxOf(owner)
    switch (event.type) {
      case 'inbound':
        await tellMessage(event.message, owner)
        break
      case 'state':
        await tellState(event, outbox)
        break
      case 'qr':
        await tellCode(outbox, { code: event.qr, pairingCode: null })
        break
      case 'pairing_code':
        await tellCode(outbox, { code: event.qr, pairingCode: event.code })
        break
      case 'receipt': {
        const status = event.kind === 'read' ? 'READ' : 'DELIVERY_ACK'
        await markAll(owner, event.messageIds, event.kind)
        const updates = event.messageIds.map((id) => tellUpdate(outbox, id, status))
        await Promise.all(updates)
        break
      }
      case 'late_ack':
        if (event.errorCode !== null) break
        await markAll(owner, [event.messageId], 'sent')
        await tellUpdate(outbox, event.messageId, 'SERVER_ACK')
        break
    }
  }

  async function tellCode(
    outbox: Outbox,
    shown: { readonly code: string; readonly pairingCode: string | null },
  ): Promise<void> {
    const { instance } = outbox
    await emit(outbox, {
      event: 'qrcode.updated',
      data: async () => qrcodeUpdated({ instance, ...shown, base64: await drawQr(shown.code) }),
    })
  }

  /** The thread knows the message once it is no longer under way. */
  async function markAll(
    owner: Owner,
    messageIds: readonly string[],
    status: SentStatus,
  ): Promise<void> {
    const alone = messageIds.filter((id) => !isOfCampaign(id))
    await Promise.all(alone.map(settled))
    await mark(
      owner.userId,
      placeOf(owner),
      alone.map((id) => ({ id, status })),
    )
  }

  async function tellMessage(message: InboundMessage, { userId, deviceId }: Owner): Promise<void> {
    if (!isConversationJid(message.chatJid)) return
    const instanceKey = placeOf({ userId, deviceId })
    // The thread first: a webhook that leads back here brings nothing new then.
    await keep(userId, instanceKey, [reported(message)])
    await emit(outboxOf({ userId, deviceId }), {
      event: 'messages.upsert',
      data: ({ instanceId }) => messagesUpsert(message, instanceId),
      media: message.media,
    })
  }

  async function tellState(
    { key, status, reason, phone }: StateEvent,
    outbox: Outbox,
  ): Promise<void> {
    // A code to scan is told by its own event.
    if (status === DeviceStatus.pending) return
    const { state, statusReason } = stateOf({ status, reason, phone })
    if (lastStates.get(key) === state) return
    lastStates.set(key, state)
    await emit(outbox, {
      event: 'connection.update',
      data: ({ ownJid, profileName }) =>
        connectionUpdate({ instance: outbox.instance, state, statusReason, ownJid, profileName }),
    })
  }

  async function tellUpdate(
    outbox: Outbox,
    messageId: string,
    status: MessageStatus,
  ): Promise<void> {
    await settled(messageId)
    await emit(outbox, {
      event: 'messages.update',
      data: async ({ instanceId }) => {
        const jid = await findJid(messageId)
        return jid === undefined ? null : messagesUpdate({ messageId, jid, status, instanceId })
      },
    })
  }

  /**
   * A single message: part of the thread, too. What proves that it was sent may come twice, and is
   * told once. Never rejects.
   */
  async function sentAlone(sent: SentMessage): Promise<void> {
    const owner = findOwner(sent.deviceKey)
    if (!owner) return
    try {
      const content = await findContent(sent.messageId)
      if (!content) return
      const { stored } = await keep(owner.userId, placeOf(owner), [reportedSent(sent, content)])
      if (stored > 0) await emitSent(sent, owner)
    } catch (error) {
      onFault(error, `a message of ${owner.deviceId}`)
    }
  }

  /** The same by a receipt. What is still under way is told by its own send, once. */
  async function provedAlone(sent: SentMessage): Promise<void> {
    await settled(sent.messageId)
    await sentAlone(sent)
  }

  /** One of a campaign's thousands: a thread of their answers needs none of them. */
  function sentByCampaign(sent: SentMessage): void {
    const owner = findOwner(sent.deviceKey)
    if (!owner) return
    emitSent(sent, owner).catch((error) => onFault(error, `a message of ${owner.deviceId}`))
  }

  async function emitSent(sent: SentMessage, owner: Owner): Promise<void> {
    await emit(outboxOf(owner), {
      event: 'send.message',
      data: async ({ instanceId }) => {
        const content = await findContent(sent.messageId)
        return content ? sendMessage({ ...sent, content, instanceId }) : null
      },
    })
  }
}

function placeOf({ deviceId }: Owner): InstanceKey {
  return { gatewayId: OWN_GATEWAY_ID, instance: deviceId }
}

function outboxOf({ userId, deviceId }: Owner): Outbox {
  return { userId, instance: deviceId }
}

/** A drop that mends itself is no end: it goes on as a connection that is being opened. */
function stateOf({ status, reason, phone }: Pick<StateEvent, 'status' | 'reason' | 'phone'>): {
  readonly state: ConnectionState
  readonly statusReason: number
} {
  if (status === DeviceStatus.connected) return { state: 'open', statusReason: 200 }
  // Closed with its keys gone, it was logged out.
  if (reason === 'closed_by_user' && phone === null)
    return { state: 'close', statusReason: LOGGED_OUT }
  const closed = status === DeviceStatus.disconnected && reason ? CLOSE_REASONS[reason] : undefined
  if (closed !== undefined) return { state: 'close', statusReason: closed }
  return { state: 'connecting', statusReason: 200 }
}

import { OWN_GATEWAY_ID } from '../../contract/gateways/gateway.ts'
import { isConversationJid, isGroupJid } from '../../contract/jid.ts'
import type { EventOf } from '../engine-events.ts'
import type { MessageContent } from '../message-content.ts'
import type { DeviceKey, MessageChange } from '../messenger.ts'
import { isStorageRefusal } from '../store.ts'
import type { InstanceFeed } from './instance-feed.ts'
import type { SentMessage } from './thread-messages.ts'
import { changedKey, messagesEdited, sendMessage } from './webhook-events.ts'
import type { WebhookMessages } from './webhook-messages.ts'

type Owner = { readonly userId: string; readonly deviceId: string }

export type MessageChanges = ReturnType<typeof createMessageChanges>

/** What a message of the instance changes about an earlier one. */
type Changed = { readonly id: string; readonly jid: string; readonly text: string | null }

/** Types of WhatsApp's messages about messages, as JSON names them. */
const TAKEN_BACK = 'REVOKE'
const EDITED = 'MESSAGE_EDIT'

/** Brings what was edited or taken back, on either side, into the threads and to the webhooks. */
export function createMessageChanges({
  findOwner,
  change,
  ignoresGroups,
  emit,
  onFault,
}: {
  readonly findOwner: (key: DeviceKey) => Owner | undefined
  readonly change: WebhookMessages['change']
  /** Whether an instance takes nothing of groups. */
  readonly ignoresGroups: (userId: string, deviceId: string) => Promise<boolean>
  readonly emit: InstanceFeed['emit']
  readonly onFault: (error: unknown, subject: string) => void
}) {
  return { onMessageChange, changedHere }

  /** Rejects only where the disk does not take the change: the event is published again. */
  async function onMessageChange({ key, change: made }: EventOf<'message_change'>): Promise<void> {
    const owner = findOwner(key)
    if (!owner || !isConversationJid(made.chatJid)) return
    const { userId, deviceId } = owner
    try {
      if (isGroupJid(made.chatJid) && (await ignoresGroups(userId, deviceId))) return
      await changeThread(owner, made)
      await emitChange(owner, made)
    } catch (error) {
      onFault(error, `a changed message of ${deviceId}`)
      if (isStorageRefusal(error)) throw error
    }
  }

  async function changeThread({ userId, deviceId }: Owner, made: MessageChange): Promise<void> {
    // Threads do not say who wrote in a group, and nobody changes what others wrote.
    if (isGroupJid(made.chatJid) && !made.fromMe) return
    await change(userId, placeOf(deviceId), {
      id: made.changedId,
      remoteJid: made.chatJid,
      isFromMe: made.fromMe,
      text: made.text,
    })
  }

  async function emitChange({ userId, deviceId }: Owner, made: MessageChange): Promise<void> {
    const outbox = { userId, instance: deviceId }
    const subject = JSON.stringify([made.chatJid, made.participant, made.messageId])
    if (made.text === null) {
      await emit(outbox, { event: 'messages.delete', data: async () => changedKey(made), subject })
      return
    }
    const data = async () => messagesEdited(made)
    await emit(outbox, { event: 'messages.edited', data, subject })
  }

  /**
   * Brings a change that the instance made into its thread, and emits it. Returns false where the
   * message is an ordinary one.
   */
  async function changedHere(
    sent: SentMessage,
    owner: Owner,
    content: MessageContent,
  ): Promise<boolean> {
    const made = changedBy(content)
    if (!made) return false
    const { userId, deviceId } = owner
    const { id, text } = made
    const place = placeOf(deviceId)
    const isChanged = await change(userId, place, {
      ...{ id, text },
      remoteJid: sent.jid,
      isFromMe: true,
    })
    // The proofs of one message may come twice.
    if (isChanged) await emitOwn(sent, { owner, made, content })
    return true
  }

  async function emitOwn(
    sent: SentMessage,
    {
      owner: { userId, deviceId },
      made,
      content,
    }: { readonly owner: Owner; readonly made: Changed; readonly content: MessageContent },
  ): Promise<void> {
    const outbox = { userId, instance: deviceId }
    const key = { remoteJid: sent.jid, fromMe: true, id: made.id }
    if (made.text === null) {
      await emit(outbox, { event: 'messages.delete', data: async () => key })
      return
    }
    const data = async () => ({ ...content.part?.fields, key })
    await emit(outbox, { event: 'messages.edited', data })
    await emit(outbox, {
      event: 'send.message.update',
      data: async ({ instanceId }) => sendMessage({ ...sent, content, instanceId }),
    })
  }
}

/** What a message of ours changes; `undefined` for one that stands by itself. */
function changedBy({ part }: MessageContent): Changed | undefined {
  if (part?.type !== 'protocolMessage') return undefined
  const { key, type, editedMessage } = part.fields
  const id = fieldOf(key, 'id')
  const jid = fieldOf(key, 'remoteJid')
  if (id === undefined || jid === undefined) return undefined
  if (type === TAKEN_BACK) return { id, jid, text: null }
  const text = type === EDITED ? fieldOf(editedMessage, 'conversation') : undefined
  return text === undefined ? undefined : { id, jid, text }
}

function fieldOf(value: unknown, name: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const field: unknown = Object.entries(value).find(([each]) => each === name)?.[1]
  return typeof field === 'string' ? field : undefined
}

function placeOf(deviceId: string) {
  return { gatewayId: OWN_GATEWAY_ID, instance: deviceId }
}

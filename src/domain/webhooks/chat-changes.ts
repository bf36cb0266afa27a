import { OWN_GATEWAY_ID } from '../../contract/gateways/gateway.ts'
import { isGroupJid } from '../../contract/jid.ts'
import type { EventOf } from '../engine-events.ts'
import type { InstanceFeed } from './instance-feed.ts'
import { chatOf, contactOf } from './webhook-events.ts'
import type { InstanceKey, NewMessage, WebhookMessageStore } from './webhook-message-store.ts'

/** Messages of a new chat that may come with its first one. */
const AT_ONCE = 50

/** Emits events of instances about the chats and contacts that new messages belong to. */
export function createChatChanges({
  search,
  emit,
  onFault,
}: {
  readonly search: WebhookMessageStore['search']
  readonly emit: InstanceFeed['emit']
  readonly onFault: (error: unknown, subject: string) => void
}) {
  return { onNewMessages }

  /** Never rejects: the messages are stored, and have events of their own. */
  async function onNewMessages({
    userId,
    instanceKey,
    messages,
  }: EventOf<'new_messages'>): Promise<void> {
    if (instanceKey.gatewayId !== OWN_GATEWAY_ID) return
    const chats = new Set(messages.map(({ remoteJid }) => remoteJid))
    try {
      for (const jid of chats) {
        const group = messages.filter(({ remoteJid }) => remoteJid === jid)
        await emitChat(userId, instanceKey, { remoteJid: jid, group })
      }
    } catch (error) {
      onFault(error, `the chats of ${instanceKey.instance}`)
    }
  }

  async function emitChat(
    userId: string,
    instanceKey: InstanceKey,
    { remoteJid, group }: { readonly remoteJid: string; readonly group: readonly NewMessage[] },
  ): Promise<void> {
    const outbox = { userId, instance: instanceKey.instance }
    let begun: Promise<boolean> | undefined
    // Looked up once, and only where a webhook or a socket takes one of these events.
    const isNew = () => {
      begun ??= isBegunBy(userId, { ...instanceKey, remoteJid }, group)
      return begun
    }
    const theirs = group.findLast(({ isFromMe }) => !isFromMe)
    // A group is no contact: it would bear the name of whoever wrote last.
    if (theirs && !isGroupJid(remoteJid)) {
      const { pushName } = theirs
      await emit(outbox, {
        event: 'contacts.upsert',
        data: async ({ instanceId }) =>
          (await isNew()) ? contactOf({ remoteJid, pushName, instanceId }) : undefined,
      })
      await emit(outbox, {
        event: 'contacts.update',
        data: async ({ instanceId }) =>
          (await isNew()) ? undefined : [contactOf({ remoteJid, pushName, instanceId })],
      })
    }
    await emit(outbox, {
      event: 'chats.upsert',
      data: async ({ instanceId }) =>
        (await isNew()) ? [chatOf(remoteJid, instanceId)] : undefined,
    })
    await emit(outbox, {
      event: 'chats.update',
      data: async ({ instanceId }) =>
        (await isNew()) ? undefined : [chatOf(remoteJid, instanceId)],
    })
  }

  /**
   * Whether the oldest message of a chat is one of these: others may have come at the same time.
   */
  async function isBegunBy(
    userId: string,
    chat: InstanceKey & { readonly remoteJid: string },
    group: readonly NewMessage[],
  ): Promise<boolean> {
    const { total } = await search(userId, { ...chat, skip: 0, limit: 1 })
    if (total <= group.length) return true
    if (total > group.length + AT_ONCE) return false
    const { messages } = await search(userId, { ...chat, skip: total - 1, limit: 1 })
    return group.some(({ id }) => id === messages[0]?.id)
  }
}

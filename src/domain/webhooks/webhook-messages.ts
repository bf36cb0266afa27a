import { AppError } from '../../contract/errors.ts'
import { normaliseJid } from '../../contract/jid.ts'
import { TEXT_MAX_LENGTH } from '../../contract/limits.ts'
import type { WebhookMessage } from '../../contract/messages/chat.ts'
import {
  type ReportedMessage,
  readMessageEvent,
  readStatusEvent,
} from '../../contract/messages/chat-event.ts'
import { wordlessKinds } from '../../contract/messages/message-content.ts'
import type { StatusUpdate } from '../../contract/messages/sent-status.ts'
import type { Publish } from '../events.ts'
import type { Gateways } from '../gateways/gateways.ts'
import type { PageEdge, StoredChange } from './message-query.ts'
import type {
  InstanceKey,
  KnownMessage,
  NewMessage,
  StoredMessage,
  WebhookMessageStore,
} from './webhook-message-store.ts'

export type WebhookMessages = ReturnType<typeof createWebhookMessages>

type Query<Fields> = { readonly gatewayId: string | undefined } & Fields

/** A message dated further ahead comes from a phone with a wrong clock, and would stay on top. */
const MAX_AHEAD_SECONDS = 24 * 60 * 60

/** Stores the messages that gateways report, and reads the chats made of them. */
export function createWebhookMessages({
  store,
  gateways,
  publish,
  onNew,
  now,
}: {
  readonly store: WebhookMessageStore
  readonly gateways: Pick<Gateways, 'findByToken' | 'noteEvent' | 'resolve'>
  readonly publish: Publish
  /** Called with new messages, once they are stored. */
  readonly onNew: (
    userId: string,
    instanceKey: InstanceKey,
    messages: readonly NewMessage[],
  ) => void
  /** Epoch milliseconds. */
  readonly now: () => number
}) {
  return {
    checkToken: gateways.findByToken,
    ...{ receive, keep, mark, change, read, instances, contacts, list },
  }

  /**
   * Stores the messages of a gateway's event; when it resolves, all of them are on the disk.
   * @throws AppError `webhook_not_found`, `no_message_event`
   */
  async function receive(
    token: string,
    body: unknown,
    { implied }: { readonly implied: 'messages' | 'statuses' | null },
  ): Promise<{ readonly stored: number }> {
    const owner = await gateways.findByToken(token)
    const { userId, gatewayId } = owner
    const event = readMessageEvent(body, { isImplied: implied === 'messages' })
    if (event) {
      const { instance, messages, ownJid } = event
      const kept = await keep(userId, { gatewayId, instance }, messages, ownJid)
      await gateways.noteEvent(owner)
      return kept
    }
    const progress = readStatusEvent(body, { isImplied: implied === 'statuses' })
    if (!progress) throw new AppError('no_message_event', gatewayId)
    const { instance, updates } = progress
    await mark(userId, { gatewayId, instance }, updates)
    await gateways.noteEvent(owner)
    return { stored: 0 }
  }

  /** Stores new messages, publishes them to the screens, and lets assistants answer. */
  async function keep(
    userId: string,
    instanceKey: InstanceKey,
    messages: readonly KnownMessage[],
    ownJid: string | null = null,
  ): Promise<{ readonly stored: number }> {
    if (messages.length === 0) return { stored: 0 }
    const known = messages.map((message) => ({
      ...message,
      sentAtSeconds: timeOf(message),
      ownJid,
      ...(isToBeRead(message) && { isUnread: true }),
    }))
    const added = await store.add(userId, instanceKey, known.map(toStored))
    if (added.size === 0) return { stored: 0 }
    publish(userId, { type: 'message', instance: instanceKey.instance })
    const unique = new Map(known.map((message) => [message.id, message]))
    onNew(
      userId,
      instanceKey,
      [...unique.values()].filter(({ id }) => added.has(id)),
    )
    return { stored: added.size }
  }

  /** Stores the progress of an instance's messages, and publishes it to the screens. */
  async function mark(
    userId: string,
    instanceKey: InstanceKey,
    updates: readonly StatusUpdate[],
  ): Promise<void> {
    if (updates.length === 0) return
    const count = await store.mark(userId, instanceKey, updates)
    if (count > 0) publish(userId, { type: 'message', instance: instanceKey.instance })
  }

  /** Stores that a message was edited or taken back, and publishes it to the screens. */
  async function change(
    userId: string,
    instanceKey: InstanceKey,
    { text, ...changed }: StoredChange,
  ): Promise<boolean> {
    const shown = text === null ? null : text.slice(0, TEXT_MAX_LENGTH)
    const isChanged = await store.change(userId, instanceKey, { ...changed, text: shown })
    if (isChanged) publish(userId, { type: 'message', instance: instanceKey.instance })
    return isChanged
  }

  /** Counts a chat as read, and publishes it to the screens. */
  async function read(
    userId: string,
    chat: InstanceKey & { readonly remoteJid: string; readonly upToId?: string | undefined },
  ): Promise<void> {
    const { gatewayId, instance, remoteJid, upToId } = chat
    const isChanged = await store.read(userId, {
      gatewayId,
      instance,
      remoteJid: normaliseJid(remoteJid) ?? remoteJid,
      upToId,
    })
    if (isChanged) publish(userId, { type: 'message', instance })
  }

  function timeOf({ sentAtSeconds }: ReportedMessage): number {
    const nowSeconds = Math.floor(now() / 1000)
    const isCredible = sentAtSeconds !== null && sentAtSeconds <= nowSeconds + MAX_AHEAD_SECONDS
    return isCredible ? sentAtSeconds : nowSeconds
  }

  async function instances(userId: string, { gatewayId }: Query<object>) {
    return store.instances(userId, await gateways.resolve(userId, gatewayId))
  }

  async function contacts(userId: string, query: Query<{ readonly instance: string }>) {
    return store.contacts(userId, await placeOf(userId, query))
  }

  async function list(
    userId: string,
    query: Query<{
      readonly instance: string
      readonly remoteJid: string | undefined
      readonly limit: number
      readonly edge?: PageEdge | undefined
    }>,
  ): Promise<readonly WebhookMessage[]> {
    const { remoteJid, limit, edge } = query
    const jid = remoteJid === undefined ? undefined : (normaliseJid(remoteJid) ?? remoteJid)
    return store.list(userId, { ...(await placeOf(userId, query)), remoteJid: jid, limit, edge })
  }

  async function placeOf(
    userId: string,
    { gatewayId, instance }: Query<{ readonly instance: string }>,
  ): Promise<InstanceKey> {
    return { gatewayId: await gateways.resolve(userId, gatewayId), instance }
  }
}

/** Signs such as a thumb on a message are nothing to be read. */
function isToBeRead({ isFromMe, type }: ReportedMessage): boolean {
  return !isFromMe && !wordlessKinds.has(type)
}

function toStored({ text: _, ownJid: _own, ...message }: NewMessage): StoredMessage {
  return message
}

import type { ChatPlace } from '../../api/chat.ts'
import { createStore, useStore } from '../../store.ts'

/** A message typed on this screen, before and beside what the server has stored. */
export type OwnMessage = {
  readonly key: string
  readonly text: string
  /** Epoch seconds. */
  readonly atSeconds: number
  readonly state: OwnState
  /** Ids that the server had stored when it was typed: none of those is this message. */
  readonly earlierIds: ReadonlySet<string>
}

export type OwnState =
  /** It exists on this screen only. */
  | { readonly kind: 'local' }
  | { readonly kind: 'sending' }
  | { readonly kind: 'sent'; readonly messageId: string }
  | { readonly kind: 'failed'; readonly sentence: string }

const none: readonly OwnMessage[] = []
const byChat = createStore<ReadonlyMap<string, readonly OwnMessage[]>>(new Map())
let serial = 0

/** Names a chat of one user: the next one on this browser may have another of the same name. */
export function chatKey(
  userId: string,
  {
    place: { gatewayId, instance },
    remoteJid,
  }: { readonly place: ChatPlace; readonly remoteJid: string },
): string {
  return JSON.stringify([userId, gatewayId, instance, remoteJid])
}

/** Messages typed in one chat since the page was loaded; they outlive a visit to another chat. */
export function useOwnMessages(chat: string): readonly OwnMessage[] {
  return useStore(byChat, (chats) => chats.get(chat) ?? none)
}

/** Adds a message at the end of a chat; returns its key. */
export function addOwnMessage(
  chat: string,
  { text, state, earlierIds }: Pick<OwnMessage, 'text' | 'state' | 'earlierIds'>,
): string {
  serial += 1
  const key = `proprio-${serial}`
  const message = { key, text, state, earlierIds, atSeconds: Math.floor(Date.now() / 1000) }
  change(chat, (messages) => [...messages, message])
  return key
}

export function setOwnState(chat: string, key: string, state: OwnState): void {
  change(chat, (messages) =>
    messages.map((message) => (message.key === key ? { ...message, state } : message)),
  )
}

function change(
  chat: string,
  to: (messages: readonly OwnMessage[]) => readonly OwnMessage[],
): void {
  const chats = byChat.get()
  byChat.set(new Map(chats).set(chat, to(chats.get(chat) ?? none)))
}

import type { ChatPlace } from '../../api/chat.ts'
import { createStore, useStore } from '../../store.ts'
import { keepMessages, keptMessages } from './kept-texts.ts'

/** A message typed on this screen, before and beside what the server has stored. */
export type OwnMessage = {
  readonly key: string
  readonly text: string
  /** It is noted, and sent to nobody. */
  readonly isNote: boolean
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
const byChat = createStore<ReadonlyMap<string, readonly OwnMessage[]>>(keptChats())

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
  message: Pick<OwnMessage, 'text' | 'isNote' | 'state' | 'earlierIds'>,
): string {
  const key = `proprio-${crypto.randomUUID()}`
  const added = { ...message, key, atSeconds: Math.floor(Date.now() / 1000) }
  change(chat, (messages) => [...messages, added])
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
  const changed = new Map(chats).set(chat, to(chats.get(chat) ?? none))
  byChat.set(changed)
  keepFailed(changed)
}

function keptChats(): ReadonlyMap<string, readonly OwnMessage[]> {
  const chats = new Map<string, readonly OwnMessage[]>()
  for (const { chat, ...message } of keptMessages()) {
    const state = { kind: 'failed', sentence: message.sentence } as const
    const own = { ...message, state, earlierIds: new Set<string>() }
    chats.set(chat, [...(chats.get(chat) ?? none), own])
  }
  return chats
}

/** Messages that were not sent outlive the page: what was typed is not lost with a reload. */
function keepFailed(chats: ReadonlyMap<string, readonly OwnMessage[]>): void {
  const failed = [...chats].flatMap(([chat, messages]) =>
    messages.flatMap(({ key, text, isNote, atSeconds, state }) =>
      state.kind === 'failed'
        ? [{ chat, key, text, isNote, atSeconds, sentence: state.sentence }]
        : [],
    ),
  )
  keepMessages(failed)
}

import type { ChatPlace } from '../../api/chat.ts'
import type { Attachment } from '../../parts/attachment/attachment.ts'
import { randomKey } from '../../random-key.ts'
import { createStore, useStore } from '../../store.ts'
import { keepMessages, keptMessages } from './kept-texts.ts'

/** A message typed on this screen, before and beside what the server has stored. */
export type OwnMessage = {
  readonly key: string
  readonly text: string
  /** What goes with it; its text is the caption. */
  readonly file: Attachment | null
  /** It is noted, and sent to nobody. */
  readonly isNote: boolean
  /** Epoch seconds. */
  readonly atSeconds: number
  readonly state: OwnState
  /** Names one try to send it: a try in doubt that is made again is the same one to the server. */
  readonly tryKey: string
  /** Ids that the server had stored when it was typed: none of those is this message. */
  readonly earlierIds: ReadonlySet<string>
}

export type OwnState =
  /** It exists on this screen only. */
  | { readonly kind: 'local' }
  | { readonly kind: 'sending' }
  | { readonly kind: 'sent'; readonly messageId: string }
  | {
      readonly kind: 'failed'
      readonly sentence: string
      /** No answer came: it may have been sent all the same. */
      readonly isInDoubt: boolean
    }

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
  message: Pick<OwnMessage, 'text' | 'file' | 'isNote' | 'state' | 'earlierIds'>,
): OwnMessage {
  const key = `proprio-${randomKey()}`
  const added = { ...message, key, tryKey: key, atSeconds: Math.floor(Date.now() / 1000) }
  change(chat, (messages) => [...messages, added])
  return added
}

export function setOwnState(chat: string, key: string, state: OwnState): void {
  changeOne(chat, key, (message) => ({ ...message, state }))
}

/** After an answer of the server the next try is another one; without an answer it is the same. */
export function setFailed(
  chat: string,
  key: string,
  failure: { readonly sentence: string; readonly isInDoubt: boolean; readonly isAnswered: boolean },
): void {
  const { isAnswered, ...rest } = failure
  const state = { kind: 'failed', ...rest } as const
  changeOne(chat, key, ({ tryKey, ...message }) => ({
    ...message,
    state,
    tryKey: isAnswered ? randomKey() : tryKey,
  }))
}

function changeOne(chat: string, key: string, to: (message: OwnMessage) => OwnMessage): void {
  change(chat, (messages) =>
    messages.map((message) => (message.key === key ? to(message) : message)),
  )
}

function change(
  chat: string,
  to: (messages: readonly OwnMessage[]) => readonly OwnMessage[],
): void {
  const chats = byChat.get()
  const changed = new Map(chats).set(chat, to(chats.get(chat) ?? none))
  byChat.set(changed)
  keepUnsent(changed)
}

function keptChats(): ReadonlyMap<string, readonly OwnMessage[]> {
  const chats = new Map<string, readonly OwnMessage[]>()
  for (const { chat, sentence, isInDoubt, earlierIds, ...message } of keptMessages()) {
    const state = { kind: 'failed', sentence, isInDoubt } as const
    const own = { ...message, state, earlierIds: new Set(earlierIds) }
    chats.set(chat, [...(chats.get(chat) ?? none), own])
  }
  return chats
}

/** Keeps messages not known to have been sent beyond the page, so that nothing typed is lost. */
function keepUnsent(chats: ReadonlyMap<string, readonly OwnMessage[]>): void {
  const unsent = [...chats].flatMap(([chat, messages]) =>
    messages.flatMap(({ state, ...message }) => {
      const kept = { chat, ...message, earlierIds: [...message.earlierIds] }
      if (state.kind === 'failed') return [{ ...kept, ...state }]
      return state.kind === 'sending' ? [{ ...kept, ...leftUnderWay }] : []
    }),
  )
  keepMessages(unsent)
}

/** The state of a message that was on its way when the page was left. */
const leftUnderWay = {
  sentence: 'A página foi recarregada antes da resposta do servidor.',
  isInDoubt: true,
}

import { previewOf } from '../../domain/webhooks/changed-message.ts'
import type { StoredMessage } from '../../domain/webhooks/webhook-message-store.ts'

/** The columns of a chat's row. */
export type ChatState = {
  readonly jid: string
  /** The chat's LID, where it is known. */
  readonly lid: string | null
  readonly messageCount: number
  readonly unreadCount: number
  /** Time of the newest message; `last` has further fields of it. */
  readonly lastAtSeconds: number
  readonly last: {
    readonly id: string
    readonly preview: string
    readonly type: string
    readonly isFromMe: boolean
  }
  /** The contact's latest name. */
  readonly name: { readonly atSeconds: number; readonly text: string } | null
}

/**
 * Assigns new messages of an instance to the chats of their contacts. Two chats whose jids turn out
 * to be of one contact are merged.
 */
export function createChatBook({
  chats: known,
  phones: knownPhones,
}: {
  /** All chats that the messages may belong to. */
  readonly chats: readonly ChatState[]
  /** The jids by LID under which their chats are kept. */
  readonly phones: ReadonlyMap<string, string>
}) {
  const chats = new Map(known.map((chat) => [chat.jid, chat]))
  const phones = new Map(knownPhones)
  const changedPhones = new Map<string, string>()
  const changed = new Set<string>()
  const merges: { readonly from: string; readonly to: string }[] = []
  const placed: { readonly message: StoredMessage; chat: string }[] = []

  return {
    add,
    placed: () => placed,
    /** Merges in the order in which they have to be carried out. */
    merges: () => merges,
    changedPhones: () => changedPhones,
    changedChats: () => [...chats.values()].filter(({ jid }) => changed.has(jid)),
  }

  function add(message: StoredMessage): void {
    const { remoteJid, lid } = message
    const jid = phones.get(remoteJid) ?? remoteJid
    put(chats.get(jid) ?? emptyChat(jid))
    if (lid !== null && lid !== jid) join(lid, jid)
    placed.push({ message, chat: jid })
    put(withMessage(chats.get(jid) ?? emptyChat(jid), message))
  }

  /** Merges the chats of two jids that are one contact's. */
  function join(lid: string, jid: string): void {
    if (phones.get(lid) !== jid) changedPhones.set(lid, jid)
    phones.set(lid, jid)
    const chat = { ...(chats.get(jid) ?? emptyChat(jid)), lid }
    const nameless = chats.get(lid)
    put(nameless ? together(chat, nameless) : chat)
    if (!nameless) return
    chats.delete(lid)
    merges.push({ from: lid, to: jid })
    for (const each of placed) if (each.chat === lid) each.chat = jid
  }

  function put(chat: ChatState): void {
    chats.set(chat.jid, chat)
    changed.add(chat.jid)
  }
}

function emptyChat(jid: string): ChatState {
  const last = { id: '', preview: '', type: '', isFromMe: false }
  const counts = { messageCount: 0, unreadCount: 0 }
  return { ...counts, jid, lid: null, lastAtSeconds: 0, last, name: null }
}

function withMessage(chat: ChatState, message: StoredMessage): ChatState {
  const { id, content, type, isFromMe, sentAtSeconds, pushName } = message
  const isNewest = sentAtSeconds >= chat.lastAtSeconds
  // On messages the instance sent, it is the instance's own name.
  const isNewerName = !isFromMe && pushName !== null && sentAtSeconds >= (chat.name?.atSeconds ?? 0)
  return {
    ...chat,
    messageCount: chat.messageCount + 1,
    unreadCount: chat.unreadCount + (message.isUnread ? 1 : 0),
    ...(isNewest && {
      lastAtSeconds: sentAtSeconds,
      last: { id, preview: previewOf(content), type, isFromMe },
    }),
    ...(isNewerName && { name: { atSeconds: sentAtSeconds, text: pushName } }),
  }
}

function together(chat: ChatState, other: ChatState): ChatState {
  const isOtherNewer = other.lastAtSeconds > chat.lastAtSeconds
  const isOtherName = (other.name?.atSeconds ?? -1) > (chat.name?.atSeconds ?? -1)
  return {
    ...chat,
    messageCount: chat.messageCount + other.messageCount,
    unreadCount: chat.unreadCount + other.unreadCount,
    ...(isOtherNewer && { lastAtSeconds: other.lastAtSeconds, last: other.last }),
    ...(isOtherName && { name: other.name }),
  }
}

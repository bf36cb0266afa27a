import { isGroupJid } from '../../contract/jid.ts'
import type { ChatContact } from '../../contract/messages/chat.ts'
import {
  hasOneStatus,
  isFurther,
  type SentStatus,
  type StatusUpdate,
} from '../../contract/messages/sent-status.ts'
import type { StoredMessage } from '../../domain/webhooks/webhook-messages.ts'

/** Position of a message's line. */
export type MessageLine = {
  /** Number of the segment. */
  readonly segment: number
  readonly offset: number
  readonly length: number
}

/** The part of a message that is in memory. */
export type IndexedMessage = MessageLine & { readonly status: SentStatus | null }

type Entry = MessageLine & {
  readonly id: string
  readonly sentAtSeconds: number
  /** Counts up with every message. */
  readonly order: number
  readonly isFromMe: boolean
  status: SentStatus | null
  chat: Chat
}

type Chat = {
  readonly jid: string
  /** The chat's LID, where it is known. */
  lid: string | null
  entries: Entry[]
  newest: { readonly sentAtSeconds: number; readonly preview: string }
  /** The contact's latest name. */
  pushName: { readonly sentAtSeconds: number; readonly name: string } | null
}

/** Characters of the newest message that a list of chats shows. */
const PREVIEW_LENGTH = 200

/** Indexes an instance's messages: texts stay on the disk. */
export function createMessageIndex() {
  const byId = new Map<string, Entry>()
  const entries: Entry[] = []
  const chats = new Map<string, Chat>()
  /** Phone jids by LID, for contacts known by both. */
  const phones = new Map<string, string>()
  let lastOrder = 0

  return {
    has: (id: string) => byId.has(id),
    count: () => entries.length,
    oldestSegment: () => entries[0]?.segment,
    nameOf,
    add,
    isFurtherStatus,
    mark,
    dropOldest,
    newest,
    contacts,
    counts,
  }

  /** The one jid under which all messages of a chat are kept. */
  function nameOf(jid: string): string {
    return phones.get(jid) ?? jid
  }

  function add(message: StoredMessage, line: MessageLine): void {
    const { id, remoteJid, lid, sentAtSeconds } = message
    if (byId.has(id)) return
    const name = nameOf(remoteJid)
    const chat = chats.get(name) ?? newChat(name)
    chats.set(name, chat)
    if (lid !== null && lid !== name) join({ lid, phone: name, chat })
    lastOrder += 1
    const entry = {
      segment: line.segment,
      offset: line.offset,
      length: line.length,
      id,
      sentAtSeconds,
      order: lastOrder,
      isFromMe: message.isFromMe,
      status: message.status,
      chat,
    }
    byId.set(id, entry)
    entries.push(entry)
    chat.entries.push(entry)
    if (sentAtSeconds >= chat.newest.sentAtSeconds) {
      chat.newest = { sentAtSeconds, preview: message.content.slice(0, PREVIEW_LENGTH) }
    }
    const isNewerName = sentAtSeconds >= (chat.pushName?.sentAtSeconds ?? 0)
    // On messages the instance sent, it is the instance's own name.
    if (!message.isFromMe && message.pushName !== null && isNewerName) {
      chat.pushName = { sentAtSeconds, name: message.pushName }
    }
  }

  /** Whether a status leads further for a known message that the instance sent to one person. */
  function isFurtherStatus({ id, status }: StatusUpdate): boolean {
    const entry = byId.get(id)
    if (!entry?.isFromMe || !hasOneStatus(entry.chat.jid)) return false
    return isFurther(status, entry.status)
  }

  function mark(update: StatusUpdate): void {
    const entry = byId.get(update.id)
    if (entry && isFurtherStatus(update)) entry.status = update.status
  }

  /** Merges the chats of two jids that turn out to be one contact's. */
  function join({ lid, phone, chat }: { lid: string; phone: string; chat: Chat }): void {
    phones.set(lid, phone)
    chat.lid = lid
    const nameless = chats.get(lid)
    if (!nameless) return
    chats.delete(lid)
    takeOver(chat, nameless)
  }

  function dropOldest(): MessageLine | undefined {
    const entry = entries.shift()
    if (!entry) return undefined
    byId.delete(entry.id)
    const { chat } = entry
    // Entries are in the order of arrival, so that the oldest of all is the oldest of its chat.
    chat.entries.shift()
    if (chat.entries.length === 0) forget(chat)
    return entry
  }

  function forget({ jid, lid }: Chat): void {
    chats.delete(jid)
    if (lid !== null && phones.get(lid) === jid) phones.delete(lid)
  }

  /** Returns the newest messages in ascending order, of one chat or of all. */
  function newest(remoteJid: string | undefined, limit: number): readonly IndexedMessage[] {
    const own = remoteJid === undefined ? entries : chats.get(nameOf(remoteJid))?.entries
    return [...(own ?? [])].sort(bySending).slice(-limit)
  }

  function counts() {
    const people = [...chats.keys()].filter((jid) => !isGroupJid(jid))
    return { messages: entries.length, contacts: people.length, chats: chats.size }
  }

  function contacts(): readonly ChatContact[] {
    return [...chats]
      .map(([remoteJid, { newest: last, pushName }]) => ({
        remoteJid,
        pushName: pushName?.name ?? null,
        lastMessage: last.preview,
        lastAtSeconds: last.sentAtSeconds,
      }))
      .sort((a, b) => b.lastAtSeconds - a.lastAtSeconds)
  }
}

function newChat(jid: string): Chat {
  return { jid, lid: null, entries: [], newest: { sentAtSeconds: 0, preview: '' }, pushName: null }
}

function takeOver(chat: Chat, other: Chat): void {
  for (const entry of other.entries) entry.chat = chat
  chat.entries = [...other.entries, ...chat.entries].sort((a, b) => a.order - b.order)
  if (other.newest.sentAtSeconds > chat.newest.sentAtSeconds) chat.newest = other.newest
  const isOtherNewer = (other.pushName?.sentAtSeconds ?? -1) > (chat.pushName?.sentAtSeconds ?? -1)
  if (isOtherNewer) chat.pushName = other.pushName
}

function bySending(a: Entry, b: Entry): number {
  return a.sentAtSeconds - b.sentAtSeconds || a.order - b.order
}

import { isGroupJid } from '../../contract/jid.ts'
import {
  hasOneStatus,
  isFurther,
  type SentStatus,
  type StatusUpdate,
} from '../../contract/messages/sent-status.ts'
import type { ChatSummary, StoredMessage } from '../../domain/webhooks/webhook-messages.ts'

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
  isUnread: boolean
  chat: Chat
}

type Chat = {
  readonly jid: string
  /** The chat's LID, where it is known. */
  lid: string | null
  entries: Entry[]
  newest: {
    readonly sentAtSeconds: number
    readonly preview: string
    readonly type: string
    readonly isFromMe: boolean
  }
  unreadCount: number
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
  /** Chats with unread messages. */
  let unreadChats = 0

  return {
    has: (id: string) => byId.has(id),
    count: () => entries.length,
    oldestSegment: () => entries[0]?.segment,
    nameOf,
    add,
    isFurtherStatus,
    mark,
    unreadChats: () => unreadChats,
    findUnread,
    read,
    dropOldest,
    newest,
    newestAt,
    chats: listChats,
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
      isUnread: false,
      chat,
    }
    if (message.isUnread) setUnread(entry, true)
    byId.set(id, entry)
    entries.push(entry)
    chat.entries.push(entry)
    if (sentAtSeconds >= chat.newest.sentAtSeconds) {
      const { type, isFromMe, content } = message
      chat.newest = { sentAtSeconds, preview: content.slice(0, PREVIEW_LENGTH), type, isFromMe }
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

  function setUnread(entry: Entry, isUnread: boolean): void {
    if (entry.isUnread === isUnread) return
    const { chat } = entry
    entry.isUnread = isUnread
    unreadChats -= Number(chat.unreadCount > 0)
    chat.unreadCount += isUnread ? 1 : -1
    unreadChats += Number(chat.unreadCount > 0)
  }

  /**
   * The message up to which a chat is to be read: the given one, or the newest. `undefined` where
   * nothing of it is unread, or the message is not one of the chat's.
   */
  function findUnread(remoteJid: string, upToId: string | undefined): string | undefined {
    const chat = chats.get(nameOf(remoteJid))
    if (!chat || chat.unreadCount === 0) return undefined
    if (upToId === undefined) return chat.entries.at(-1)?.id
    return byId.get(upToId)?.chat === chat ? upToId : undefined
  }

  /** Counts a chat as read up to one of its messages. */
  function read(upToId: string): void {
    const last = byId.get(upToId)
    if (!last) return
    const { chat, order } = last
    for (let place = chat.entries.length - 1; place >= 0 && chat.unreadCount > 0; place -= 1) {
      const entry = chat.entries[place]
      if (entry && entry.order <= order) setUnread(entry, false)
    }
  }

  /** Merges the chats of two jids that turn out to be one contact's. */
  function join({ lid, phone, chat }: { lid: string; phone: string; chat: Chat }): void {
    phones.set(lid, phone)
    chat.lid = lid
    const nameless = chats.get(lid)
    if (!nameless) return
    chats.delete(lid)
    unreadChats -= Number(chat.unreadCount > 0 && nameless.unreadCount > 0)
    takeOver(chat, nameless)
  }

  function dropOldest(): MessageLine | undefined {
    const entry = entries.shift()
    if (!entry) return undefined
    byId.delete(entry.id)
    setUnread(entry, false)
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

  function newestAt(remoteJid: string): number | undefined {
    return chats.get(nameOf(remoteJid))?.newest.sentAtSeconds
  }

  function counts() {
    const people = [...chats.keys()].filter((jid) => !isGroupJid(jid))
    return { messages: entries.length, contacts: people.length, chats: chats.size }
  }

  function listChats(): readonly ChatSummary[] {
    return [...chats]
      .map(([remoteJid, { newest: last, pushName, unreadCount, lid }]) => ({
        remoteJid,
        lid,
        pushName: pushName?.name ?? null,
        lastMessage: last.preview,
        lastType: last.type,
        isLastFromMe: last.isFromMe,
        lastAtSeconds: last.sentAtSeconds,
        unreadCount,
      }))
      .sort((a, b) => b.lastAtSeconds - a.lastAtSeconds)
  }
}

function newChat(jid: string): Chat {
  const newest = { sentAtSeconds: 0, preview: '', type: '', isFromMe: false }
  return { jid, lid: null, entries: [], newest, unreadCount: 0, pushName: null }
}

function takeOver(chat: Chat, other: Chat): void {
  for (const entry of other.entries) entry.chat = chat
  chat.unreadCount += other.unreadCount
  chat.entries = [...other.entries, ...chat.entries].sort((a, b) => a.order - b.order)
  if (other.newest.sentAtSeconds > chat.newest.sentAtSeconds) chat.newest = other.newest
  const isOtherNewer = (other.pushName?.sentAtSeconds ?? -1) > (chat.pushName?.sentAtSeconds ?? -1)
  if (isOtherNewer) chat.pushName = other.pushName
}

function bySending(a: Entry, b: Entry): number {
  return a.sentAtSeconds - b.sentAtSeconds || a.order - b.order
}

import { isGroupJid } from '../../contract/jid.ts'
import {
  hasOneStatus,
  isFurther,
  type SentStatus,
  type StatusUpdate,
} from '../../contract/messages/sent-status.ts'
import { previewOf } from '../../domain/webhooks/changed-message.ts'
import type { MessageFilter, PageEdge, StoredChange } from '../../domain/webhooks/message-query.ts'
import type { ChatSummary, StoredMessage } from '../../domain/webhooks/webhook-message-store.ts'
import { type Chat, type Entry, type MessageLine, newChat, takeOver } from './chat-entries.ts'
import { createTimeline, type Timeline } from './timeline.ts'

/** The part of a message that is in memory. */
export type IndexedMessage = MessageLine & {
  readonly status: SentStatus | null
  /** The line with the message's latest change; null: it is as it was sent. */
  readonly change: MessageLine | null
  /** Whether the message was taken back, which no later change undoes. */
  readonly isTakenBack: boolean
  readonly isUnread: boolean
}

/** Indexes an instance's messages: texts stay on the disk. */
export function createMessageIndex() {
  const byId = new Map<string, Entry>()
  const entries: Entry[] = []
  const timeline = createTimeline<Entry>()
  const chats = new Map<string, Chat>()
  /** Phone jids by LID, for contacts known by both. */
  const phones = new Map<string, string>()
  /** Names of types, so that all messages of a type share one string. */
  const typeNames = new Map<string, string>()
  let lastOrder = 0
  /** Chats with unread messages. */
  let unreadChats = 0

  return {
    has: (id: string) => byId.has(id),
    count: () => entries.length,
    /** In the order of their arrival. */
    arrived: (from: number, count: number): readonly (IndexedMessage & { readonly id: string })[] =>
      entries.slice(from, from + count),
    oldestSegment: () => entries[0]?.segment,
    nameOf,
    add,
    isFurtherStatus,
    mark,
    find,
    change,
    unreadChats: () => unreadChats,
    findUnread,
    read,
    dropOldest,
    page,
    newestAt,
    search,
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
      type: typeNames.get(message.type) ?? message.type,
      status: message.status,
      change: null,
      isTakenBack: false,
      isUnread: false,
      chat,
    }
    if (message.isUnread) setUnread(entry, true)
    typeNames.set(entry.type, entry.type)
    byId.set(id, entry)
    entries.push(entry)
    chat.entries.push(entry)
    chat.timeline.add(entry)
    timeline.add(entry)
    if (sentAtSeconds >= chat.newest.sentAtSeconds) {
      const { type, isFromMe, content } = message
      const preview = previewOf(content)
      chat.newest = { id, sentAtSeconds, preview, type, isFromMe }
    }
    const isNewerName = sentAtSeconds >= (chat.pushName?.sentAtSeconds ?? 0)
    // On messages the instance sent, it is the instance's own name.
    if (!message.isFromMe && message.pushName !== null && isNewerName) {
      chat.pushName = { sentAtSeconds, name: message.pushName }
    }
  }

  /**
   * Whether a status is further than the present one, of a known message that the instance sent to
   * one contact.
   */
  function isFurtherStatus({ id, status }: StatusUpdate): boolean {
    const entry = byId.get(id)
    if (!entry?.isFromMe || !hasOneStatus(entry.chat.jid)) return false
    return isFurther(status, entry.status)
  }

  function mark(update: StatusUpdate): void {
    const entry = byId.get(update.id)
    if (entry && isFurtherStatus(update)) entry.status = update.status
  }

  /** Finds a message, where it is in this chat and was written by this side. */
  function find(asked: Omit<StoredChange, 'text'>): IndexedMessage | undefined {
    const entry = byId.get(asked.id)
    const isTheirs = entry?.isFromMe === asked.isFromMe
    return isTheirs && entry.chat === chats.get(nameOf(asked.remoteJid)) ? entry : undefined
  }

  /** @param text null: the message was taken back */
  function change(id: string, text: string | null, { segment, offset, length }: MessageLine): void {
    const entry = byId.get(id)
    // A late edit does not bring back a message that was taken back.
    if (!entry || entry.isTakenBack) return
    entry.isTakenBack = text === null
    entry.change = { segment, offset, length }
    const { chat } = entry
    if (chat.newest.id === id) {
      chat.newest = { ...chat.newest, preview: previewOf(text) }
    }
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

  /** Marks a chat as read up to one of its messages. */
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
    chat.timeline.remove(entry)
    timeline.remove(entry)
    if (chat.entries.length === 0) forget(chat)
    return entry
  }

  function forget({ jid, lid }: Chat): void {
    chats.delete(jid)
    if (lid !== null && phones.get(lid) === jid) phones.delete(lid)
  }

  /** Messages in ascending order, of one chat or of all: the newest, or those beside an edge. */
  function page(
    remoteJid: string | undefined,
    limit: number,
    edge: PageEdge | undefined,
  ): readonly IndexedMessage[] {
    const timeline = timelineOf(remoteJid)
    if (!timeline) return []
    if (!edge) return timeline.newest(limit)
    const { id, sentAtSeconds } = edge
    const known = id === undefined ? undefined : byId.get(id)
    if (edge.side === 'before') {
      return timeline.before(known ?? { sentAtSeconds: sentAtSeconds + 1, order: 0 }, limit)
    }
    return timeline.after(
      known ? { ...known, order: known.order + 1 } : { sentAtSeconds, order: 0 },
      limit,
    )
  }

  /** The matching messages after `skip`, the newest first, and the count of all matches. */
  function search({ id, remoteJid, ...filter }: MessageFilter): {
    readonly total: number
    readonly lines: readonly IndexedMessage[]
  } {
    const timeline = id === undefined ? timelineOf(remoteJid) : aloneOf(id, remoteJid)
    const { total, found } = timeline?.search(filter) ?? { total: 0, found: [] }
    return { total, lines: found }
  }

  function timelineOf(remoteJid: string | undefined): Timeline<Entry> | undefined {
    return remoteJid === undefined ? timeline : chats.get(nameOf(remoteJid))?.timeline
  }

  /** One message by its id, where it stands in the chat that is asked for. */
  function aloneOf(id: string, remoteJid: string | undefined): Timeline<Entry> | undefined {
    const entry = byId.get(id)
    const isElsewhere = remoteJid !== undefined && entry?.chat !== chats.get(nameOf(remoteJid))
    if (!entry || isElsewhere) return undefined
    const alone = createTimeline<Entry>()
    alone.add(entry)
    return alone
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
        lastId: last.id,
        lastType: last.type,
        isLastFromMe: last.isFromMe,
        lastStatus: byId.get(last.id)?.status ?? null,
        lastAtSeconds: last.sentAtSeconds,
        unreadCount,
      }))
      .sort((a, b) => b.lastAtSeconds - a.lastAtSeconds)
  }
}

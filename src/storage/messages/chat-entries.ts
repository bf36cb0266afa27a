import type { SentStatus } from '../../contract/messages/sent-status.ts'
import { createTimeline, type Timeline } from './timeline.ts'

/** An instance's messages by their chats, as far as they are in memory. */

/** Position of a message's line. */
export type MessageLine = {
  /** Number of the segment. */
  readonly segment: number
  readonly offset: number
  readonly length: number
}

export type Entry = MessageLine & {
  readonly id: string
  readonly sentAtSeconds: number
  /** Counts up with every message. */
  readonly order: number
  readonly isFromMe: boolean
  readonly type: string
  status: SentStatus | null
  change: MessageLine | null
  isTakenBack: boolean
  isUnread: boolean
  chat: Chat
}

export type Chat = {
  readonly jid: string
  /** The chat's LID, where it is known. */
  lid: string | null
  /** In the order of arrival. */
  entries: Entry[]
  readonly timeline: Timeline<Entry>
  newest: {
    readonly id: string
    readonly sentAtSeconds: number
    readonly preview: string
    readonly type: string
    readonly isFromMe: boolean
  }
  unreadCount: number
  /** The contact's latest name. */
  pushName: { readonly sentAtSeconds: number; readonly name: string } | null
}

export function newChat(jid: string): Chat {
  const newest = { id: '', sentAtSeconds: 0, preview: '', type: '', isFromMe: false }
  return {
    jid,
    lid: null,
    entries: [],
    timeline: createTimeline<Entry>(),
    newest,
    unreadCount: 0,
    pushName: null,
  }
}

export function takeOver(chat: Chat, other: Chat): void {
  for (const entry of other.entries) {
    entry.chat = chat
    chat.timeline.add(entry)
  }
  chat.unreadCount += other.unreadCount
  chat.entries = [...other.entries, ...chat.entries].sort((a, b) => a.order - b.order)
  if (other.newest.sentAtSeconds > chat.newest.sentAtSeconds) chat.newest = other.newest
  const isOtherNewer = (other.pushName?.sentAtSeconds ?? -1) > (chat.pushName?.sentAtSeconds ?? -1)
  if (isOtherNewer) chat.pushName = other.pushName
}

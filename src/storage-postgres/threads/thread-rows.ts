import { z } from 'zod'
import { ChangeKind } from '../../contract/messages/chat.ts'
import { MessageRecord } from '../../contract/messages/message-record.ts'
import type { SentStatus } from '../../contract/messages/sent-status.ts'
import type { StoredMessage } from '../../domain/webhooks/webhook-message-store.ts'
import { fromColumn } from '../texts.ts'
import type { ChatState } from './chat-book.ts'

/** A message as it was stored or changed, without the fields that are columns of its row. */
const Body = MessageRecord.extend({ change: ChangeKind.optional() })

const Summary = z.object({
  last: z.object({
    id: z.string(),
    preview: z.string(),
    type: z.string(),
    isFromMe: z.boolean(),
  }),
  name: z.object({ atSeconds: z.number(), text: z.string() }).nullable(),
})

/** Statuses by their rank; rank 0: none is known. */
const ranked: readonly (SentStatus | null)[] = [null, 'sent', 'delivered', 'read']

export function rankOf(status: SentStatus | null): number {
  return ranked.indexOf(status)
}

export function statusOfRank(rank: number): SentStatus | null {
  return ranked[rank] ?? null
}

export const messageColumns = ['chat', 'status_rank', 'body'] as const

export function toBody({ status: _, isUnread: _unread, ...message }: StoredMessage): string {
  return JSON.stringify(message)
}

export function toMessage(row: {
  readonly chat: string
  readonly status_rank: number
  readonly body: unknown
}): StoredMessage {
  const status = statusOfRank(row.status_rank)
  return { ...Body.parse(row.body), remoteJid: fromColumn(row.chat), status }
}

export const chatColumns = [
  'jid',
  'lid',
  'message_count',
  'unread_count',
  'last_at_seconds',
  'summary',
] as const

export function toChat(row: {
  readonly jid: string
  readonly lid: string | null
  readonly message_count: number
  readonly unread_count: number
  readonly last_at_seconds: string
  readonly summary: unknown
}): ChatState {
  return {
    jid: fromColumn(row.jid),
    lid: row.lid === null ? null : fromColumn(row.lid),
    messageCount: row.message_count,
    unreadCount: row.unread_count,
    lastAtSeconds: Number(row.last_at_seconds),
    ...Summary.parse(row.summary),
  }
}

export function toSummary({ last, name }: Pick<ChatState, 'last' | 'name'>): string {
  return JSON.stringify({ last, name })
}

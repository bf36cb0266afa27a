import type { ColumnType, Generated, JSONColumnType } from 'kysely'

/** Messages of instances and bots, and events for webhooks. */
export type MessageTables = {
  readonly outboxes: OutboxTable
  readonly outbox_events: OutboxEventTable
  readonly bot_replies: BotReplyTable
  readonly thread_instances: ThreadInstanceTable
  readonly thread_chats: ThreadChatTable
  readonly thread_lids: ThreadLidTable
  readonly thread_messages: ThreadMessageTable
  readonly thread_early_statuses: ThreadEarlyStatusTable
}

type OutboxTable = {
  readonly user_id: string
  readonly instance: string
  readonly last_position: ColumnType<string, number | undefined, number>
  readonly waiting_count: Generated<number>
  readonly waiting_bytes: ColumnType<string, number | undefined, number>
}

type OutboxEventTable = {
  readonly user_id: string
  readonly instance: string
  readonly id: string
  readonly position: ColumnType<string, number, number>
  /** Null while it waits. */
  readonly ended_position: ColumnType<string | null, number | null | undefined, number | null>
  readonly attempt_count: number
  readonly bytes: number
  readonly held_by: string | null
  readonly held_until: Date | null
  readonly event: string
  readonly created_at: string
  readonly state: JSONColumnType<object>
  /** Null where a program of the release before ended it. */
  readonly body: JSONColumnType<object> | null
  /** Null, like `terms`, in rows of such a program, or where the event is about nobody. */
  readonly about: string | null
  readonly terms: string | null
  readonly attempts: ColumnType<object[] | null, object[] | null | undefined, object[] | null>
}

type BotReplyTable = {
  readonly user_id: string
  readonly gateway_id: string
  readonly bot: string
  readonly position: Generated<string>
  readonly remote_jid: string
  readonly reason: string | null
  readonly at: ColumnType<Date, string, never>
  readonly body: JSONColumnType<object>
}

type ThreadInstanceTable = {
  readonly number: Generated<string>
  readonly user_id: string
  readonly gateway_id: string
  readonly instance: string
  readonly last_position: ColumnType<string, number | undefined, number>
  readonly message_count: Generated<number>
  readonly is_removed: Generated<boolean>
}

type ThreadChatTable = {
  /** The number of the instance, as in the tables below. */
  readonly instance: string
  readonly jid: string
  readonly lid: string | null
  readonly message_count: number
  readonly unread_count: number
  readonly last_at_seconds: ColumnType<string, number, number>
  readonly summary: JSONColumnType<object>
}

type ThreadLidTable = {
  readonly instance: string
  readonly lid: string
  readonly jid: string
}

type ThreadMessageTable = {
  readonly instance: string
  readonly id: string
  readonly position: ColumnType<string, number, never>
  readonly chat: string
  readonly sent_at_seconds: ColumnType<string, number, never>
  readonly is_from_me: boolean
  readonly type: string
  readonly status_rank: number
  readonly is_unread: boolean
  readonly body: JSONColumnType<object>
}

type ThreadEarlyStatusTable = {
  readonly instance: string
  readonly message_id: string
  readonly position: Generated<string>
  readonly status_rank: number
}

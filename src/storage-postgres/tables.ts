import type { ColumnType, Generated, GeneratedAlways, JSONColumnType } from 'kysely'

/** The tables as queries see them; what they are for stands in the migrations that make them. */
export type Tables = {
  readonly records: RecordTable
  readonly record_keys: RecordKeyTable
  readonly campaign_places: CampaignPlaceTable
  readonly secrets: SecretTable
  readonly outboxes: OutboxTable
  readonly outbox_events: OutboxEventTable
  readonly bot_replies: BotReplyTable
  readonly direct_sends: DirectSendTable
  readonly leases: LeaseTable
  readonly nodes: NodeTable
  readonly ledgers: LedgerTable
  readonly recipients: RecipientTable
  readonly recipient_states: RecipientStateTable
  readonly contact_contents: ContactContentTable
  readonly contact_lists: ContactListTable
  readonly contacts: ContactTable
  readonly contact_counts: ContactCountTable
  readonly uploads: UploadTable
  readonly upload_chunks: UploadChunkTable
  readonly upload_usage: UploadUsageTable
  readonly last_messages: LastMessageTable
  readonly indexed_campaigns: IndexedCampaignTable
  readonly person_places: PersonPlaceTable
  readonly person_lids: PersonLidTable
  readonly thread_instances: ThreadInstanceTable
  readonly thread_chats: ThreadChatTable
  readonly thread_lids: ThreadLidTable
  readonly thread_messages: ThreadMessageTable
  readonly thread_early_statuses: ThreadEarlyStatusTable
}

type RecordTable = {
  readonly kind: string
  readonly user_id: string
  readonly id: string
  readonly position: Generated<string>
  readonly version: number
  readonly body: JSONColumnType<object>
  readonly removed_at: ColumnType<Date | null, string | null, string | null>
}

/** A number of 64 bits, which PostgreSQL's driver gives as text. */
type Long = ColumnType<string, number | string, number | string>

type ContactContentTable = {
  readonly content: Generated<string>
  readonly user_id: string
  readonly is_used: Generated<boolean>
  readonly begun_at: Generated<Date>
  readonly ended_at: ColumnType<Date | null, undefined, Date>
  readonly cleared_version: Generated<string>
}

type ContactListTable = {
  readonly user_id: string
  readonly id: string
  readonly position: Generated<string>
  readonly name: string
  readonly created_at: string
  readonly content: string
  readonly generation: ColumnType<string, undefined, number>
  readonly version: ColumnType<string, undefined, number>
  readonly last_place: Long
  readonly total: Long
  readonly field_names: string
  readonly removed_at: ColumnType<Date | null, undefined, Date | null>
}

type ContactTable = {
  readonly content: string
  readonly place: Long
  readonly since: Long
  readonly until: ColumnType<string | null, number | null, number | null>
  readonly ended_at: Date | null
  readonly user_id: string
  readonly person: Long
  readonly phone: Long
  readonly name: string
  readonly folded_name: string
  readonly headers: string | null
  readonly cells: string | null
  readonly folded_cells: string | null
  readonly created_at: string
  readonly origin: string
}

type ContactCountTable = {
  readonly user_id: string
  readonly counted: JSONColumnType<object>
}

type UploadTable = {
  readonly user_id: string
  readonly name: string
  readonly position: Generated<string>
  /** PostgreSQL's driver gives numbers of 64 bits as text. */
  readonly bytes: ColumnType<string, number>
  readonly body: JSONColumnType<object>
  readonly is_whole: Generated<boolean>
  readonly begun_at: Generated<Date>
}

type UploadChunkTable = {
  readonly user_id: string
  readonly name: string
  readonly place: number
  readonly bytes: Buffer
}

type UploadUsageTable = {
  readonly user_id: string
  readonly upload_count: ColumnType<string, number>
  readonly byte_count: ColumnType<string, number>
}

type RecordKeyTable = {
  readonly kind: string
  readonly key: string
  readonly digest: string
  readonly user_id: string
  readonly id: string
}

type CampaignPlaceTable = {
  readonly kind: string
  readonly user_id: string
  readonly id: string
  readonly number: ColumnType<string, number, number>
  readonly status: string
  readonly due_at: ColumnType<Date | null, string | null, string | null>
}

type SecretTable = {
  readonly name: string
  readonly value: string
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
  readonly ended_position: ColumnType<string | null, undefined, number | null>
  readonly attempt_count: number
  readonly bytes: number
  readonly held_by: string | null
  readonly held_until: Date | null
  readonly event: string
  readonly created_at: string
  readonly state: JSONColumnType<object>
  /** Null once it is of no use. */
  readonly body: JSONColumnType<object> | null
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

type DirectSendTable = {
  readonly index: number
  readonly user_id: string
  readonly at_ms: ColumnType<string, number, never>
  readonly image_name: string | null
  readonly is_proven: Generated<boolean>
  readonly body: JSONColumnType<object>
}

type LeaseTable = {
  readonly user_id: string
  readonly device_id: string
  readonly node_id: string
  readonly epoch: string
  readonly until: Date
}

type NodeTable = {
  readonly id: string
  readonly url: string
  readonly load: number
  readonly seen_at: Date
}

type LedgerTable = {
  readonly id: GeneratedAlways<string>
  readonly campaign_id: string
  readonly user_id: string
  readonly header: Json
  readonly recipient_count: number
  readonly bytes: string
  readonly is_live: boolean
  readonly changed_at: Date
}

type RecipientTable = {
  readonly ledger_id: string
  readonly index: number
  readonly addressee: Json
}

type RecipientStateTable = {
  readonly ledger_id: string
  readonly index: number
  /** Among the attempted ones. */
  readonly place: number | null
  /** Orders those that are in flight. */
  readonly handed_over: number | null
  readonly state: Json
}

type LastMessageTable = {
  readonly id: GeneratedAlways<string>
  readonly device_key: string
  readonly names: ColumnType<readonly string[], readonly number[], never>
  readonly campaign_number: number
  readonly index: number
  readonly at_ms: ColumnType<string, number, never>
}

type IndexedCampaignTable = {
  readonly campaign_number: number
  readonly user_id: string
  readonly attempts_read: number
  readonly is_complete: boolean
  readonly last_place: number
}

type PersonPlaceTable = {
  readonly user_id: string
  readonly person: string
  readonly campaign_number: number
  readonly index: number
}

type PersonLidTable = {
  readonly user_id: string
  readonly lid: string
  readonly person: string
  readonly campaign_number: number
}

/** Read as what it says, and written as its text. */
type Json = ColumnType<unknown, string, string>

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

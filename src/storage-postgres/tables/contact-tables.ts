import type { ColumnType, Generated, JSONColumnType } from 'kysely'

/** Contact lists and uploaded files. */
export type ContactTables = {
  readonly contact_contents: ContactContentTable
  readonly contact_lists: ContactListTable
  readonly contacts: ContactTable
  readonly contact_counts: ContactCountTable
  readonly uploads: UploadTable
  readonly upload_chunks: UploadChunkTable
  readonly upload_usage: UploadUsageTable
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

import type { Generated, JSONColumnType } from 'kysely'

/** The tables as queries see them; what they are for stands in the migrations that make them. */
export type Tables = {
  readonly records: RecordTable
  readonly record_keys: RecordKeyTable
}

type RecordTable = {
  readonly kind: string
  readonly user_id: string
  readonly id: string
  readonly position: Generated<string>
  readonly body: JSONColumnType<object>
}

type RecordKeyTable = {
  readonly kind: string
  readonly key: string
  readonly digest: string
  readonly user_id: string
  readonly id: string
}

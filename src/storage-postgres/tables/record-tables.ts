import type { ColumnType, Generated, JSONColumnType } from 'kysely'

/** Records of every kind, and what they are found by. */
export type RecordTables = {
  readonly records: RecordTable
  readonly record_keys: RecordKeyTable
  readonly campaign_places: CampaignPlaceTable
  readonly secrets: SecretTable
  readonly transfers: TransferTable
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
  readonly last_at: string | null
}

type TransferTable = { readonly begun_at: Generated<Date> }

type SecretTable = {
  readonly name: string
  readonly value: string
}

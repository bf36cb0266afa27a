import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

/** Keys of devices, and what arrived for them. */
export type DeviceTables = {
  readonly device_stores: DeviceStoreTable
  readonly device_keys: DeviceKeyTable
  readonly spooled_events: SpooledEventTable
}

type DeviceStoreTable = {
  readonly id: GeneratedAlways<string>
  readonly user_id: string
  readonly device_key: string
  /** Null: keys, and no label yet. */
  readonly server_key: string | null
  readonly is_paired: Generated<boolean>
  readonly keys_opening: string | null
  readonly spool_opening: string | null
  readonly aside: string | null
}

type DeviceKeyTable = {
  readonly store_id: string
  readonly name: string
  readonly value: string
}

type SpooledEventTable = {
  readonly store_id: string
  readonly number: ColumnType<string, number | string, never>
  readonly event: string
  readonly is_readable: Generated<boolean>
}

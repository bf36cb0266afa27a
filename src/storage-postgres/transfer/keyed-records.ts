import type { KeysOf, Owned } from '../../domain/store.ts'
import type { Portable } from '../../domain/transfer/portable.ts'
import type { RecordOptions, WriteBeside } from '../records.ts'
import { portableRecords } from './records.ts'

/**
 * Records that are also found by some of their values; in the source no two owners have the same
 * one.
 */
export function portableKeyedRecords<Record extends { readonly id: string }, Key extends string>({
  keysOf,
  digest,
  ...options
}: Omit<RecordOptions<Record>, 'only'> & {
  readonly keysOf: KeysOf<Record, Key>
  /** One-way: the table reveals nothing about a value. */
  readonly digest: (value: string) => string
}): Portable<Owned<Record>> {
  const { kind } = options
  return portableRecords(options, writeKeys)

  async function writeKeys(
    ...[tx, { userId, record }]: Parameters<WriteBeside<Record>>
  ): Promise<void> {
    const names = keysOf(record).map(([key, value]) => ({ key, digest: digest(value) }))
    if (names.length === 0) return
    await tx
      .insertInto('record_keys')
      .values(names.map((name) => ({ kind, user_id: userId, id: record.id, ...name })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

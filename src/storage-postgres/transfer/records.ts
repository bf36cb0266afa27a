import { sql, type Transaction } from 'kysely'
import type { Owned } from '../../domain/store.ts'
import { alone, headsOf, type Portable } from '../../domain/transfer/portable.ts'
import { inTransaction } from '../database.ts'
import { openRecords, type RecordOptions, recordRow, type WriteBeside } from '../records.ts'
import type { Tables } from '../tables.ts'
import { readingAll, rowsOf } from './reading.ts'

const ROWS_AT_ONCE = 500

type Row = { readonly user_id: string; readonly version: number; readonly body: object }

/**
 * Records of one kind, including removed ones, each user's in the order of their creation.
 * @param writeBeside writes the rows that the records are found by
 */
export function portableRecords<Record extends { readonly id: string }>(
  options: Omit<RecordOptions<Record>, 'only'>,
  writeBeside: WriteBeside<Record> = async () => undefined,
): Portable<Owned<Record>> {
  const { db, kind } = options
  const { parse } = openRecords(options)
  return { dump, fill }

  function dump() {
    return readingAll(db, async function* (tx) {
      const query = sql<Row>`
        select user_id, version, body from records where kind = ${sql.lit(kind)}
        order by user_id collate "C", position
      `
      for await (const rows of rowsOf(tx, query)) {
        for (const row of rows) yield alone({ userId: row.user_id, record: parse(row) })
      }
    })
  }

  async function fill(portions: Parameters<Portable<Owned<Record>>['fill']>[0]): Promise<void> {
    for await (const records of headsOf(portions, ROWS_AT_ONCE)) {
      await inTransaction(db, (tx) => write(tx, records))
    }
  }

  /** Positions follow the order of the rows in the statement. */
  async function write(tx: Transaction<Tables>, records: readonly Owned<Record>[]): Promise<void> {
    const rows = records.map((owned) => recordRow(options, owned))
    await tx.insertInto('records').values(rows).execute()
    for (const owned of records) await writeBeside(tx, owned)
  }
}

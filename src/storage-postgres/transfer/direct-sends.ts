import { sql } from 'kysely'
import { TEXT_RETENTION_MS } from '../../contract/limits.ts'
import type { Portable, Portion } from '../../domain/transfer/portable.ts'
import type { MovedDirectSend } from '../../domain/transfer/portions.ts'
import { asked, type Database } from '../database.ts'
import { directSendRow, parseDirectSend } from '../direct-sends.ts'
import { type Reading, readingAll, rowsOf } from './reading.ts'
import { goOnAfter, lastOf } from './settings.ts'

const ROWS_AT_ONCE = 500

type Row = { readonly index: number; readonly is_proven: boolean; readonly body: unknown }
type Next = { readonly nextIndex: number }

/** Single messages that phones may still ask for, and the index of the next one. */
export function portableDirectSends(
  db: Database,
  { nowMs }: { readonly nowMs: number },
): Portable<Next, MovedDirectSend> {
  return { dump, fill }

  function dump() {
    return readingAll(db, async function* (tx) {
      const nextIndex = (await lastOf(db, 'direct_send_index', -1)) + 1
      yield { head: { nextIndex }, rows: sendsOf(tx) }
    })
  }

  async function* sendsOf(tx: Reading): AsyncGenerator<readonly MovedDirectSend[]> {
    const sends = sql<Row>`
      select index, is_proven, body from direct_sends
      where at_ms > ${sql.lit(String(nowMs - TEXT_RETENTION_MS))}::bigint order by index
    `
    for await (const rows of rowsOf(tx, sends)) {
      yield rows.map(({ index, is_proven: isProven, body }) => ({
        ...{ index, isProven, send: parseDirectSend(body) },
      }))
    }
  }

  async function fill(portions: AsyncIterable<Portion<Next, MovedDirectSend>>): Promise<void> {
    for await (const { head, rows } of portions) {
      for await (const sends of rows) {
        for (let from = 0; from < sends.length; from += ROWS_AT_ONCE) {
          await write(sends.slice(from, from + ROWS_AT_ONCE))
        }
      }
      await goOnAfter(db, 'direct_send_index', { last: head.nextIndex - 1, first: 0 })
    }
  }

  async function write(sends: readonly MovedDirectSend[]): Promise<void> {
    const rows = sends.map(({ index, isProven, send }) => ({
      ...{ index, is_proven: isProven, ...directSendRow(send) },
    }))
    await asked(() => db.insertInto('direct_sends').values(rows).execute())
  }
}

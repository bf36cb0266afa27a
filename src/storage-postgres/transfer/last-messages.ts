import { sql } from 'kysely'
import { LAST_MESSAGES_KEPT_MS, type NotedMessage } from '../../domain/sending/last-messages.ts'
import type { Portable, Portion } from '../../domain/transfer/portable.ts'
import { asked, type Database } from '../database.ts'
import { lastMessageRow, type NotedRow, toNoted } from '../last-messages.ts'
import { type Reading, readingAll, rowsOf } from './reading.ts'

const ROWS_AT_ONCE = 2_000

/**
 * The messages that devices sent for campaigns within the last week, in the order they were noted.
 */
export function portableLastMessages(
  db: Database,
  { nowMs }: { readonly nowMs: number },
): Portable<null, NotedMessage> {
  return { dump, fill }

  function dump() {
    return readingAll(db, async function* (tx) {
      yield { head: null, rows: messagesOf(tx) }
    })
  }

  async function* messagesOf(tx: Reading): AsyncGenerator<readonly NotedMessage[]> {
    const messages = sql<NotedRow>`
      select device_key, names, campaign_number, index, at_ms from last_messages
      where at_ms >= ${sql.lit(String(nowMs - LAST_MESSAGES_KEPT_MS))}::bigint order by id
    `
    for await (const rows of rowsOf(tx, messages)) yield rows.map(toNoted)
  }

  async function fill(portions: AsyncIterable<Portion<null, NotedMessage>>): Promise<void> {
    for await (const { rows } of portions) {
      for await (const messages of rows) {
        for (let from = 0; from < messages.length; from += ROWS_AT_ONCE) {
          const some = messages.slice(from, from + ROWS_AT_ONCE).map(lastMessageRow)
          await asked(() => db.insertInto('last_messages').values(some).execute())
        }
      }
    }
  }
}

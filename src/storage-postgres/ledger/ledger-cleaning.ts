import { sql } from 'kysely'
import { asked, type Database } from '../database.ts'

/** Recipients whose rows one statement deletes. */
const ROWS_AT_ONCE = 5_000
/** A ledger that is not live for so long was left behind: nobody is making or removing it. */
const LEFT_AFTER_MS = 60 * 60_000

/** Removes ledgers, and what a crash left of one that was being made or removed. */
export function createLedgerCleaning(db: Database) {
  return { takeOut, purge, sweep }

  /** Marks a ledger as gone; its rows may still exist. */
  async function takeOut(id: string): Promise<void> {
    await asked(() =>
      db
        .updateTable('ledgers')
        .where('id', '=', id)
        .set({ is_live: false, changed_at: sql<Date>`clock_timestamp()` })
        .execute(),
    )
  }

  /** Deletes the rows of a ledger that is not live, some at a time, once nobody writes to it. */
  async function purge(id: string): Promise<void> {
    const ledger = await asked(() =>
      db
        .selectFrom('ledgers')
        .where('id', '=', id)
        .where('is_live', '=', false)
        .select('recipient_count')
        .forNoKeyUpdate()
        .executeTakeFirst(),
    )
    if (!ledger) return
    for (let from = 0; from < ledger.recipient_count; from += ROWS_AT_ONCE) {
      for (const table of ['recipient_states', 'recipients'] as const) {
        await asked(() =>
          db
            .deleteFrom(table)
            .where('ledger_id', '=', id)
            .where('index', '>=', from)
            .where('index', '<', from + ROWS_AT_ONCE)
            .execute(),
        )
      }
    }
    await asked(() => db.deleteFrom('ledgers').where('id', '=', id).execute())
  }

  async function sweep(
    userId?: string,
  ): Promise<{ readonly removed: number; readonly bytes: number }> {
    const gone = await asked(() => {
      const left = db
        .selectFrom('ledgers')
        .where('is_live', '=', false)
        .where(
          'changed_at',
          '<',
          sql<Date>`clock_timestamp() - ${LEFT_AFTER_MS} * interval '1 millisecond'`,
        )
      const own = userId === undefined ? left : left.where('user_id', '=', userId)
      return own.select(['id', 'bytes']).execute()
    })
    for (const { id } of gone) await purge(id)
    return {
      removed: gone.length,
      bytes: gone.reduce((total, { bytes }) => total + Number(bytes), 0),
    }
  }
}

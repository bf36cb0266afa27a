import { type RawBuilder, sql, type Transaction } from 'kysely'
import { asked, type Database, inTransaction } from './database.ts'
import { lockAlone } from './locks.ts'
import type { Tables } from './tables.ts'

/** The last numbers that were handed out. */
export type Numbers = {
  readonly campaigns: number
  /** Indices of single messages. */
  readonly singles: number
}

/**
 * The sequence of single messages begins anew behind its last number. A jump across that skips some
 * numbers, which does no harm.
 */
const SINGLE_COUNT = 2 ** 28

/**
 * The numbers that message ids are made of. A database that was put back from a backup has
 * forgotten the latest ones.
 */
export function openNumbers(db: Database) {
  return { last, leaveRoom }

  async function last(): Promise<Numbers> {
    return asked(() => lastIn(db))
  }

  /**
   * Skips numbers where the database has handed out less than was seen before. Of several nodes
   * that find this at the same moment only one skips.
   * @returns whether this call skipped numbers
   */
  async function leaveRoom(seen: Numbers, newJump: () => Numbers): Promise<boolean> {
    if (isCovered(seen, await last())) return false
    return inTransaction(db, async (tx) => {
      await lockAlone(tx, ['numbers'])
      const now = await lastIn(tx)
      if (isCovered(seen, now)) return false
      const jump = newJump()
      const singles = (Math.max(now.singles, seen.singles) + jump.singles) % SINGLE_COUNT
      await sql`
        select
          setval('campaign_numbers', ${Math.max(now.campaigns, seen.campaigns) + jump.campaigns}),
          setval('direct_send_index', ${singles})
      `.execute(tx)
      return true
    })
  }
}

function isCovered(seen: Numbers, { campaigns, singles }: Numbers): boolean {
  return campaigns >= seen.campaigns && singles >= seen.singles
}

async function lastIn(db: Pick<Transaction<Tables>, 'getExecutor'>): Promise<Numbers> {
  const { rows } = await sql<Record<keyof Numbers, string>>`
    select ${lastOf('campaign_numbers')} as campaigns, ${lastOf('direct_send_index')} as singles
  `.execute(db)
  return { campaigns: Number(rows[0]?.campaigns), singles: Number(rows[0]?.singles) }
}

/** The last number that a sequence gave: an unused one shows its first number as the last value. */
function lastOf(sequence: string): RawBuilder<string> {
  return sql`(select case when is_called then last_value else last_value - 1 end
    from ${sql.table(sequence)})`
}

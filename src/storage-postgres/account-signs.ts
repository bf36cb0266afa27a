import { sql } from 'kysely'
import { asked, type Database } from './database.ts'

/**
 * When each account's home last gave a sign of life, by the server's clock; its next home asks for
 * it.
 */
export function openAccountSigns(db: Database) {
  return { seenAtMs, sign, forgetGone }

  /** Null where the account never had a home. */
  async function seenAtMs(userId: string): Promise<number | null> {
    const query = db.selectFrom('account_signs').where('user_id', '=', userId).select('seen_at')
    const row = await asked(() => query.executeTakeFirst())
    return row ? row.seen_at.getTime() : null
  }

  /** Notes a sign of life for those of these accounts whose leases are this node's. */
  async function sign(userIds: readonly string[], nodeId: string): Promise<void> {
    if (userIds.length === 0) return
    const held = db
      .selectFrom('leases')
      .innerJoin('nodes', 'nodes.term', 'leases.term')
      .where('leases.user_id', '=', sql<string>`any(${[...userIds]}::text[])`)
      .where('nodes.id', '=', nodeId)
      .where('nodes.until', '>', sql<Date>`clock_timestamp()`)
      .select(['leases.user_id', sql<Date>`clock_timestamp()`.as('seen_at')])
    const query = db
      .insertInto('account_signs')
      .columns(['user_id', 'seen_at'])
      .expression(held)
      .onConflict((conflict) =>
        conflict.column('user_id').doUpdateSet(({ ref }) => ({ seen_at: ref('excluded.seen_at') })),
      )
    await asked(() => query.execute())
  }

  /** Deletes the signs of accounts that were removed. */
  async function forgetGone(): Promise<void> {
    const present = sql<boolean>`exists (
      select from records where kind = 'users' and user_id = account_signs.user_id
    )`
    await asked(() => db.deleteFrom('account_signs').where(sql<boolean>`not ${present}`).execute())
  }
}

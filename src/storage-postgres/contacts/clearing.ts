import { sql } from 'kysely'
import { REMOVED_KEPT_MS } from '../../domain/bin.ts'
import { asked, type Database, inTransaction } from '../database.ts'
import { createDrafts, ROWS_REMOVED_AT_ONCE } from './drafts.ts'
import { endContent } from './list-changes.ts'

/** Ended rows are kept for so long: a reader that began before may still need them. */
const ENDED_KEPT = '1 hour'
/** Longer than it takes to send a list: the draft of an older one was given up. */
const UNFINISHED_KEPT = '1 day'

/** Removes the rows that no list has any more, some time after they were last needed. */
export function createClearing({
  db,
  now,
}: {
  readonly db: Database
  /** Epoch milliseconds. */
  readonly now: () => number
}) {
  const { discard } = createDrafts(db)
  return { clear }

  async function clear(): Promise<void> {
    await endRemoved()
    await endUnfinished()
    for (const { user_id: userId, content } of await leftContents()) await discard(userId, content)
    while ((await clearRows()) === ROWS_REMOVED_AT_ONCE);
  }

  /** Ends the lists that can no longer be brought back. */
  async function endRemoved(): Promise<void> {
    await inTransaction(db, async (tx) => {
      const gone = await tx
        .deleteFrom('contact_lists')
        .where('removed_at', '<=', new Date(now() - REMOVED_KEPT_MS))
        .returning(['user_id', 'content'])
        .execute()
      for (const { user_id: userId, content } of gone) await endContent(tx, { userId, content })
    })
  }

  /** Ends drafts that nobody finished: no list can be made of them from now on. */
  async function endUnfinished(): Promise<void> {
    await asked(() =>
      db
        .updateTable('contact_contents')
        .set({ ended_at: sql<Date>`now()` })
        .where('is_used', '=', sql.lit(false))
        .where('begun_at', '<', sql<Date>`now() - ${UNFINISHED_KEPT}::interval`)
        .where('ended_at', 'is', null)
        .execute(),
    )
  }

  function leftContents() {
    return asked(() =>
      db
        .selectFrom('contact_contents')
        .where('ended_at', '<', sql<Date>`now() - ${ENDED_KEPT}::interval`)
        .select(['user_id', 'content'])
        .execute(),
    )
  }

  /**
   * Removes the rows that ended first, in the order of the index by their end, so that each is
   * looked at once, however many lists they are of. Each content notes up to which version it lacks
   * rows.
   */
  async function clearRows(): Promise<number> {
    const { numAffectedRows = 0n } = await inTransaction(db, (tx) =>
      sql`
        with old as materialized (
          select ctid as row, content, until from contacts
          where ended_at < now() - ${ENDED_KEPT}::interval
          order by ended_at limit ${ROWS_REMOVED_AT_ONCE}
        ), marked as (
          update contact_contents kept
          set cleared_version = greatest(kept.cleared_version, cleared.version)
          from (select content, max(until) as version from old group by content) as cleared
          where kept.content = cleared.content
        )
        delete from contacts where ctid = any (array(select row from old))
      `.execute(tx),
    )
    return Number(numAffectedRows)
  }
}

import { sql } from 'kysely'
import { asked, type Database } from '../database.ts'
import { contentIs } from './contact-rows.ts'
import { type Drafts, ROWS_REMOVED_AT_ONCE } from './drafts.ts'

/** What a reader that has begun may still need. */
const ENDED_KEPT = '1 hour'
/** Longer than anybody takes to send a list: whoever began it is no more. */
const UNFINISHED_KEPT = '1 day'
const CONTENTS_AT_ONCE = 100

/** Removes the rows that no list has any more, some time after they were last needed. */
export function createClearing(db: Database, { discard }: Pick<Drafts, 'discard'>) {
  return { clear }

  async function clear(): Promise<void> {
    await endUnfinished()
    for (const { user_id: userId, content } of await leftContents()) await discard(userId, content)
    for (const { user_id: userId, content } of await contentsWithEndedRows()) {
      await clearRows(userId, content)
    }
  }

  /** From now on no list can be made of them: their rows are nobody's. */
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

  function contentsWithEndedRows() {
    return asked(() =>
      db
        .selectFrom('contacts')
        .where('ended_at', '<', sql<Date>`now() - ${ENDED_KEPT}::interval`)
        .groupBy(['user_id', 'content'])
        .select(['user_id', 'content'])
        .limit(CONTENTS_AT_ONCE)
        .execute(),
    )
  }

  /** The content says first up to which version it is whole no more: who reads it looks there last. */
  async function clearRows(userId: string, content: string): Promise<void> {
    const old = () =>
      sql`user_id = ${userId}::text and ${contentIs('content', content)}
        and ended_at < now() - ${ENDED_KEPT}::interval`
    await asked(() =>
      sql`
        update contact_contents set cleared_version = greatest(cleared_version, coalesce(
          (select max(until) from contacts where ${old()}), 0
        ))
        where content = ${content}::bigint and user_id = ${userId}::text
      `.execute(db),
    )
    for (let removed = ROWS_REMOVED_AT_ONCE; removed === ROWS_REMOVED_AT_ONCE; ) {
      const { numAffectedRows = 0n } = await asked(() =>
        sql`
          delete from contacts where ctid = any (array(
            select ctid from contacts where ${old()} limit ${ROWS_REMOVED_AT_ONCE}
          ))
        `.execute(db),
      )
      removed = Number(numAffectedRows)
    }
  }
}

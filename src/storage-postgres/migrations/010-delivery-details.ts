import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/**
 * Whom deliveries are about, what they are found by, and the attempts of each, one JSON after the
 * other. Programs of the release before write none: theirs are found by all but their contents.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table outbox_events add column about text, add column terms text, add column attempts json[]`.execute(
    db,
  )
}

import type { Kysely } from 'kysely'
import { sql } from 'kysely'

/**
 * Whom or what a delivery is about, the terms that it is found by, and its attempts, each as JSON.
 * Programs of the release before write none: their deliveries are found by everything but their
 * contents.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table outbox_events add column about text, add column terms text, add column attempts json[]`.execute(
    db,
  )
}

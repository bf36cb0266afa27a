import { sql, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/** Waits until nobody else holds what these words name; held until the transaction ends. */
export async function lockAlone(tx: Transaction<Tables>, words: readonly string[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${JSON.stringify(words)}, 0))`.execute(tx)
}

/** Waits until nobody holds it alone. */
export async function lockAmongOthers(
  tx: Transaction<Tables>,
  words: readonly string[],
): Promise<void> {
  const name = JSON.stringify(words)
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${name}, 0))`.execute(tx)
}

import { sql, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'

/** Waits for the exclusive lock that these words name, and holds it until the transaction ends. */
export async function lockAlone(tx: Transaction<Tables>, words: readonly string[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${JSON.stringify(words)}, 0))`.execute(tx)
}

/** Waits for the shared lock of that name: it only excludes `lockAlone`. */
export async function lockAmongOthers(
  tx: Transaction<Tables>,
  words: readonly string[],
): Promise<void> {
  const name = JSON.stringify(words)
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${name}, 0))`.execute(tx)
}

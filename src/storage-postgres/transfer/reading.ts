import { type RawBuilder, sql, type Transaction } from 'kysely'
import { asked, type Database } from '../database.ts'
import type { Tables } from '../tables.ts'

export type Reading = Transaction<Tables>

const ROWS_AT_ONCE = 1_000
let cursorCount = 0

/** Runs `read` in one read-only snapshot of the database, however long it takes. */
export async function* readingAll<Item>(
  db: Database,
  read: (tx: Reading) => AsyncIterable<Item>,
): AsyncGenerator<Item> {
  const tx = await asked(() =>
    db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(),
  )
  try {
    yield* read(tx)
  } finally {
    await tx.rollback().execute()
  }
}

/** The rows of a query, in pieces from a cursor at the server. */
export async function* rowsOf<Row>(
  tx: Reading,
  query: RawBuilder<Row> | { toOperationNode: RawBuilder<Row>['toOperationNode'] },
  rowsAtOnce = ROWS_AT_ONCE,
): AsyncGenerator<readonly Row[]> {
  cursorCount += 1
  const cursor = sql.ref(`rows_${cursorCount}`)
  await asked(() => sql`declare ${cursor} no scroll cursor for ${query}`.execute(tx))
  for (;;) {
    const fetching = sql<Row>`fetch ${sql.lit(rowsAtOnce)} from ${cursor}`
    const { rows } = await asked(() => fetching.execute(tx))
    if (rows.length > 0) yield rows
    if (rows.length < rowsAtOnce) break
  }
  await asked(() => sql`close ${cursor}`.execute(tx))
}

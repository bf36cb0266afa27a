import { sql } from 'kysely'
import { openAccountSigns } from './account-signs.ts'
import { createClearing } from './contacts/clearing.ts'
import { asked, type Database } from './database.ts'
import { createLedgerCleaning } from './ledger/ledger-cleaning.ts'
import { deleteHidden } from './threads/thread-instances.ts'
import { removeUnfinishedUploads } from './uploads.ts'

const EVERY = '1 hour'

/**
 * Clears away rows that belong to nothing any more, whichever node left them: once an hour, at one
 * of the nodes.
 */
export function createCleaning({
  db,
  now,
  onFault,
}: {
  readonly db: Database
  /** Epoch milliseconds. */
  readonly now: () => number
  /** Called when a chore failed; the next cleaning does it again. */
  readonly onFault: (error: unknown) => void
}) {
  const chores: readonly (() => Promise<unknown>)[] = [
    createClearing({ db, now }).clear,
    () => removeUnfinishedUploads(db),
    () => deleteHidden({ db }),
    () => createLedgerCleaning(db).sweep(),
    openAccountSigns(db).forgetGone,
  ]

  return { cleanInTurn }

  /** Does nothing where any node has cleaned within the hour. */
  async function cleanInTurn(): Promise<void> {
    if (!(await takeTurn())) return
    for (const chore of chores) await chore().catch(onFault)
  }

  async function takeTurn(): Promise<boolean> {
    const next_at = sql<Date>`now() + ${EVERY}::interval`
    const query = db
      .insertInto('turns')
      .values({ name: 'cleaning', next_at })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet({ next_at })
          .where('turns.next_at', '<=', sql<Date>`now()`),
      )
      .returning('name')
    return (await asked(() => query.executeTakeFirst())) !== undefined
  }
}

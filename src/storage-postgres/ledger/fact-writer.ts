import { sql, type Transaction } from 'kysely'
import { AppError } from '../../contract/errors.ts'
import type { SendFact } from '../../domain/sending/recipient.ts'
import { createBatches } from '../batches.ts'
import { type Database, inTransaction } from '../database.ts'
import type { Tables } from '../tables.ts'

/** A recipient's row after the facts of a transaction. */
export type StateRow = {
  readonly index: number
  readonly place: number | null
  readonly handedOver: number | null
  readonly state: string
}

/** What the facts change in the rows of one ledger. */
export type Written = {
  readonly rows: readonly StateRow[]
  /** Recipients whose stored rows are deleted first: they may be wrong. */
  readonly outdated?: readonly number[]
  /** Called once the rows are durable. */
  readonly stored?: () => void
}

/** A ledger that takes facts. */
export type FactLedger = {
  readonly id: string
  /**
   * Returns the rows to write. Called again where the database ends a transaction and it is
   * repeated.
   */
  prepare(tx: Transaction<Tables>, facts: readonly SendFact[]): Promise<Written>
  /** Called when the rows of these facts may or may not have been stored. */
  doubted(facts: readonly SendFact[]): void
}

type Item = {
  readonly ledger: FactLedger
  readonly fact: SendFact
  readonly apply: () => void
}

export type FactWriter = ReturnType<typeof createFactWriter>

/** About how many bytes a fact takes in a query. */
const FACT_BYTES = 500

/** Writes facts of all ledgers in one transaction, which begins as the one before ends. */
export function createFactWriter(db: Database) {
  const add = createBatches(writeGroup, () => FACT_BYTES)

  return { write }

  /**
   * Calls `apply` once the fact is stored, in the order of the calls for one ledger.
   * @throws AppError `storage_unavailable`, `lease_lost`, `campaign_not_found`
   */
  async function write(ledger: FactLedger, fact: SendFact, apply: () => void): Promise<void> {
    const isStored = await add('', { ledger, fact, apply })
    if (!isStored) throw new AppError('campaign_not_found', 'the ledger is gone')
  }

  async function writeGroup(_: string, items: readonly Item[]): Promise<readonly boolean[]> {
    const factsOf = new Map<FactLedger, SendFact[]>()
    for (const { ledger, fact } of items) {
      const facts = factsOf.get(ledger) ?? []
      factsOf.set(ledger, facts)
      facts.push(fact)
    }
    try {
      const written = await inTransaction(db, (tx) => writeAll(tx, [...factsOf]))
      for (const { stored } of written) stored?.()
      const ids = new Set(written.map(({ id }) => id))
      const isStored = items.map(({ ledger }) => ids.has(ledger.id))
      for (const [place, { apply }] of items.entries()) if (isStored[place]) apply()
      return isStored
    } catch (error) {
      for (const [ledger, facts] of factsOf) ledger.doubted(facts)
      throw takenBack(error)
    }
  }
}

/**
 * Turns `storage_unsettled` into `storage_unavailable`: the next write of the ledger takes back
 * what may have been stored.
 */
function takenBack(error: unknown): unknown {
  if (!(error instanceof AppError) || error.code !== 'storage_unsettled') return error
  return new AppError('storage_unavailable', 'facts of a ledger', { cause: error })
}

type OfLedger = Written & { readonly id: string }

async function writeAll(
  tx: Transaction<Tables>,
  ledgers: readonly (readonly [FactLedger, readonly SendFact[]])[],
): Promise<readonly OfLedger[]> {
  const present = await lockLedgers(
    tx,
    ledgers.map(([{ id }]) => id),
  )
  const written: OfLedger[] = []
  for (const [ledger, facts] of ledgers) {
    if (!present.has(ledger.id)) continue
    written.push({ id: ledger.id, ...(await ledger.prepare(tx, facts)) })
  }
  await removeOutdated(tx, written)
  await writeRows(tx, written)
  return written
}

/**
 * Locks the ledgers, and so waits for an earlier transaction on them: one whose connection was lost
 * may go on at the server for a while.
 * @returns the ids of those that still exist
 */
async function lockLedgers(
  tx: Transaction<Tables>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const present = await tx
    .selectFrom('ledgers')
    .where('id', 'in', ids)
    .where('is_live', '=', true)
    .orderBy('id')
    .select('id')
    .forNoKeyUpdate()
    .execute()
  return new Set(present.map(({ id }) => id))
}

async function removeOutdated(
  tx: Transaction<Tables>,
  written: readonly OfLedger[],
): Promise<void> {
  const gone = written.flatMap(({ id, outdated = [] }) => outdated.map((index) => ({ id, index })))
  if (gone.length === 0) return
  const rows = sql`select * from unnest(
    ${gone.map(({ id }) => id)}::bigint[],
    ${gone.map(({ index }) => index)}::integer[]
  )`
  await tx
    .deleteFrom('recipient_states')
    .where(sql<boolean>`(ledger_id, index) in (${rows})`)
    .execute()
}

async function writeRows(tx: Transaction<Tables>, written: readonly OfLedger[]): Promise<void> {
  const all = written.flatMap(({ id, rows }) => rows.map((row) => ({ id, ...row })))
  if (all.length === 0) return
  await tx
    .insertInto('recipient_states')
    .columns(['ledger_id', 'index', 'place', 'handed_over', 'state'])
    .expression(sql`select ledger_id, index, place, handed_over, state::json from unnest(
      ${all.map(({ id }) => id)}::bigint[],
      ${all.map(({ index }) => index)}::integer[],
      ${all.map(({ place }) => place)}::integer[],
      ${all.map(({ handedOver }) => handedOver)}::integer[],
      ${all.map(({ state }) => state)}::text[]
    ) as row (ledger_id, index, place, handed_over, state)`)
    .onConflict((conflict) =>
      conflict.columns(['ledger_id', 'index']).doUpdateSet(({ ref }) => ({
        place: ref('excluded.place'),
        handed_over: ref('excluded.handed_over'),
        state: ref('excluded.state'),
      })),
    )
    .execute()
}

import { sql, type Transaction } from 'kysely'
import { AppError } from '../../contract/errors.ts'
import type { Addressee } from '../../domain/sending/recipient.ts'
import type { LedgerHeader } from '../../domain/sending/send-ledger.ts'
import { isStorageRefusal } from '../../domain/store.ts'
import { asked, type Database, inTransaction } from '../database.ts'
import type { Tables } from '../tables.ts'
import { readAttemptedCount } from './ledger-rows.ts'
import { encodeAddressee } from './recipient-rows.ts'

type NewLedger = {
  readonly header: LedgerHeader
  readonly addressees: Iterable<Addressee> | AsyncIterable<Addressee>
}

const ADDRESSEES_AT_ONCE = 1_000
/** Bytes that a row takes beside its text. */
const ROW_BYTES = 60

/**
 * Creates ledgers. The rows of a new one are invisible until a short transaction puts it in its
 * place. They are written in single statements as the audience comes: its source needs connections
 * of the same pool, and campaigns that begin together, each in a long transaction, would hold them
 * all.
 */
export function createLedgerCreation(
  db: Database,
  { purge }: { readonly purge: (id: string) => Promise<void> },
) {
  return { bringIn }

  /** @throws AppError `campaign_locked`, `lease_lost`; what `addressees` throws */
  async function bringIn({ header, addressees }: NewLedger): Promise<void> {
    await inTransaction(db, (tx) => makeWay(tx, header))
    const id = await begin(header)
    await fill(id, addressees).catch(async (error: unknown) => {
      await tidy(id)
      throw error
    })
    const replaced = await inTransaction(db, (tx) => putInPlace(tx, id, header)).catch(
      async (error: unknown) => {
        // After a lost answer the ledger may be in its place: the next cleaning finds out.
        if (!isStorageRefusal(error)) await tidy(id)
        throw error
      },
    )
    if (replaced !== undefined) await tidy(replaced)
  }

  /** Deletes a ledger that no longer counts; where that fails the next cleaning does it. */
  async function tidy(id: string): Promise<void> {
    await purge(id).catch(() => undefined)
  }

  /** @returns the id of the ledger that it replaces */
  async function putInPlace(
    tx: Transaction<Tables>,
    id: string,
    header: LedgerHeader,
  ): Promise<string | undefined> {
    const earlier = await makeWay(tx, header)
    const change = { changed_at: sql<Date>`clock_timestamp()` }
    if (earlier !== undefined) {
      await tx
        .updateTable('ledgers')
        .where('id', '=', earlier)
        .set({ ...change, is_live: false })
        .execute()
    }
    await tx
      .updateTable('ledgers')
      .where('id', '=', id)
      .set({ ...change, is_live: true })
      .returning('id')
      .executeTakeFirstOrThrow()
    return earlier
  }

  async function begin(header: LedgerHeader): Promise<string> {
    const { id } = await asked(() =>
      db
        .insertInto('ledgers')
        .values({
          ...{ campaign_id: header.campaignId, user_id: header.userId },
          ...{ header: JSON.stringify(header), recipient_count: 0, bytes: '0', is_live: false },
          changed_at: sql<Date>`clock_timestamp()`,
        })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
    return id
  }

  async function fill(id: string, addressees: NewLedger['addressees']): Promise<void> {
    let rows: string[] = []
    for await (const addressee of addressees) {
      rows.push(encodeAddressee(addressee))
      if (rows.length < ADDRESSEES_AT_ONCE) continue
      await add(id, rows)
      rows = []
    }
    if (rows.length > 0) await add(id, rows)
  }

  /**
   * Adds recipients behind the existing ones. The ledger's row counts them, for the cleaning of an
   * unfinished ledger, and its time shows that the ledger is still being made.
   */
  async function add(id: string, rows: readonly string[]): Promise<void> {
    const bytes = rows.reduce((sum, row) => sum + row.length + ROW_BYTES, 0)
    const { numAffectedRows } = await asked(() =>
      sql`
        with made as (
          update ledgers set recipient_count = recipient_count + ${rows.length}::integer,
            bytes = bytes + ${bytes}::bigint, changed_at = clock_timestamp()
          where id = ${id}::bigint
          returning id, recipient_count - ${rows.length}::integer as first
        )
        insert into recipients (ledger_id, index, addressee)
        select made.id, made.first + place - 1, addressee::json
        from made, unnest(${rows}::text[]) with ordinality as row (addressee, place)
      `.execute(db),
    )
    if (numAffectedRows === BigInt(rows.length)) return
    throw new AppError('storage_unavailable', 'a ledger that was being made was cleared away')
  }
}

/**
 * Locks the campaign against another ledger for it until the transaction ends.
 * @returns the id of an earlier ledger
 * @throws AppError `campaign_locked` where an earlier one has an attempted recipient, `lease_lost`
 */
async function makeWay(
  tx: Transaction<Tables>,
  { campaignId }: LedgerHeader,
): Promise<string | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`ledger ${campaignId}`}, 0))`.execute(
    tx,
  )
  const earlier = await tx
    .selectFrom('ledgers')
    .where('campaign_id', '=', campaignId)
    .where('is_live', '=', true)
    .select('id')
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (earlier && (await readAttemptedCount(tx, earlier.id)) > 0) {
    throw new AppError('campaign_locked', `campaign ${campaignId} has sent messages already`)
  }
  return earlier?.id
}

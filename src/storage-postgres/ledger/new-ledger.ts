import { sql, type Transaction } from 'kysely'
import { AppError } from '../../contract/errors.ts'
import type { Fence } from '../../domain/cluster/lease-store.ts'
import type { Addressee } from '../../domain/sending/recipient.ts'
import type { LedgerHeader } from '../../domain/sending/send-ledger.ts'
import { isStorageRefusal } from '../../domain/store.ts'
import { asked, type Database, inTransaction, ownValues } from '../database.ts'
import { requireFence } from '../leases.ts'
import type { Tables } from '../tables.ts'
import { readAttemptedCount } from './ledger-rows.ts'
import { encodeAddressee } from './recipient-rows.ts'

type NewLedger = {
  readonly header: LedgerHeader
  readonly addressees: Iterable<Addressee> | AsyncIterable<Addressee>
  /** Of the account that is going to send. */
  readonly fence: Fence | undefined
}

const ADDRESSEES_AT_ONCE = 1_000
/** What a row takes beside its text. */
const ROW_BYTES = 60

/**
 * Brings new ledgers in: their rows are written by one transaction, which takes as long as the
 * audience comes and holds nobody up, and another, short one puts the ledger in its place.
 */
export function createLedgerCreation(
  db: Database,
  { purge }: { readonly purge: (id: string) => Promise<void> },
) {
  return { bringIn }

  /** @throws AppError `campaign_locked`, `lease_lost`; what `addressees` throws */
  async function bringIn({ header, addressees, fence }: NewLedger): Promise<void> {
    await inTransaction(db, (tx) => makeWay(tx, { header, fence }))
    // Tried once: the audience comes no second time.
    const id = await asked(() =>
      db.transaction().execute((tx) => write(tx, { header, addressees })),
    )
    const replaced = await inTransaction(db, (tx) => putInPlace(tx, id, { header, fence })).catch(
      async (error: unknown) => {
        // Of a lost answer nobody knows whether the ledger is in its place: the next cleaning does.
        if (!isStorageRefusal(error)) await tidy(id)
        throw error
      },
    )
    if (replaced !== undefined) await tidy(replaced)
  }

  /** Deletes what counts for nothing any more; where that fails the next cleaning does it. */
  async function tidy(id: string): Promise<void> {
    await purge(id).catch(() => undefined)
  }

  /** @returns the id of the ledger that it replaces */
  async function putInPlace(
    tx: Transaction<Tables>,
    id: string,
    place: Pick<NewLedger, 'header' | 'fence'>,
  ): Promise<string | undefined> {
    const earlier = await makeWay(tx, place)
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

  async function write(
    tx: Transaction<Tables>,
    { header, addressees }: Pick<NewLedger, 'header' | 'addressees'>,
  ): Promise<string> {
    const { id } = await tx
      .insertInto('ledgers')
      .values({
        ...{ campaign_id: header.campaignId, user_id: header.userId },
        ...{ header: JSON.stringify(header), recipient_count: 0, bytes: '0', is_live: false },
        changed_at: sql<Date>`clock_timestamp()`,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    let [count, bytes] = [0, 0]
    let rows: string[] = []
    for await (const addressee of ownValues(addressees)) {
      rows.push(encodeAddressee(addressee))
      if (rows.length === ADDRESSEES_AT_ONCE) await add()
    }
    await add()
    await tx
      .updateTable('ledgers')
      .where('id', '=', id)
      .set({
        ...{ recipient_count: count, bytes: String(bytes) },
        changed_at: sql<Date>`clock_timestamp()`,
      })
      .execute()
    return id

    async function add(): Promise<void> {
      if (rows.length === 0) return
      await tx
        .insertInto('recipients')
        .columns(['ledger_id', 'index', 'addressee'])
        .expression(sql`select ${id}::bigint, ${count}::integer + place - 1, addressee::json
          from unnest(${rows}::text[]) with ordinality as row (addressee, place)`)
        .execute()
      count += rows.length
      bytes += rows.reduce((sum, row) => sum + row.length + ROW_BYTES, 0)
      rows = []
    }
  }
}

/**
 * Keeps others who make a ledger of the campaign waiting until the transaction ends.
 * @returns the id of an earlier one
 * @throws AppError `campaign_locked` where a recipient of one was attempted, `lease_lost`
 */
async function makeWay(
  tx: Transaction<Tables>,
  { header: { campaignId }, fence }: Pick<NewLedger, 'header' | 'fence'>,
): Promise<string | undefined> {
  await requireFence(tx, fence)
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

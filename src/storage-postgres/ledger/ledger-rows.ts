import type { Transaction } from 'kysely'
import { AppError } from '../../contract/errors.ts'
import {
  createRecipientTable,
  type RecipientTable,
} from '../../domain/sending/ledger/recipient-table.ts'
import type { AttemptedPage, LedgerHeader } from '../../domain/sending/send-ledger.ts'
import { asked, type Database } from '../database.ts'
import { isWithin, type Scope } from '../scope.ts'
import type { Tables } from '../tables.ts'
import { decodeHeader, decodeRecipient, phoneOf } from './recipient-rows.ts'

/** Rows that are read at once. Decoding these blocks the event loop for some milliseconds. */
const ROWS_AT_ONCE = 1_000

type Reading = Pick<Transaction<Tables>, 'selectFrom'>

/** Names the ledger of a campaign. With an owner, only that account's campaigns are found. */
export type LedgerPlace = Pick<Scope, 'ownerId'> & { readonly campaignId: string }

/** Finds the live ledger of a campaign. A ledger that replaces it has another id. */
export async function findLedger(db: Database, place: LedgerPlace) {
  return asked(() => selectLedger(db, place).executeTakeFirst())
}

function selectLedger(db: Reading, place: LedgerPlace) {
  return liveLedgers(db, place)
    .where('campaign_id', '=', place.campaignId)
    .select(['id', 'user_id', 'header', 'recipient_count', 'bytes'])
}

export function liveLedgers(db: Reading, scope: Pick<Scope, 'ownerId'>) {
  return db.selectFrom('ledgers').where('is_live', '=', true).where(isWithin(scope))
}

/** Waits for writes of this node whose answer was lost. */
export async function settle(db: Database, id: string): Promise<void> {
  await asked(() =>
    db.selectFrom('ledgers').where('id', '=', id).select('id').forNoKeyUpdate().execute(),
  )
}

type WholeLedger = {
  readonly id: string
  readonly header: LedgerHeader
  readonly table: RecipientTable
  /** Numbers of the recipients in flight, in the order they were handed over. */
  readonly handedOver: Map<number, number>
}

/**
 * Reads all recipients of a campaign as they are at one moment.
 * @throws AppError `campaign_not_found`, `ledger_damaged`
 */
export async function readWhole(db: Database, place: LedgerPlace): Promise<WholeLedger> {
  const reading = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return asked(() => reading.execute((tx) => readIn(tx, place)))
}

async function readIn(tx: Reading, place: LedgerPlace): Promise<WholeLedger> {
  const ledger = await selectLedger(tx, place).executeTakeFirst()
  if (!ledger) throw new AppError('campaign_not_found', `no ledger of campaign ${place.campaignId}`)
  const { id, recipient_count: recipientCount } = ledger
  const header = decodeHeader(ledger.header)
  const table = createRecipientTable(recipientCount, header)
  const handedOver = new Map<number, number>()
  for (let from = 0; from < recipientCount; from += ROWS_AT_ONCE) {
    const rows = await selectRecipients(tx, id, from)
    orDamaged(() => {
      for (const row of rows) {
        table.add(decodeRecipient(row))
        if (row.handed_over !== null) handedOver.set(row.index, row.handed_over)
      }
    })
  }
  orDamaged(() => {
    const inFlight = [...handedOver].sort(([, one], [, other]) => one - other)
    table.restoreInFlight(inFlight.map(([index]) => index))
    if (!table.isComplete()) throw new RangeError('recipients are missing')
  })
  return { id, header, table, handedOver }
}

function orDamaged(work: () => void): void {
  try {
    work()
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new AppError('ledger_damaged', error.message, { cause: error })
  }
}

function selectRecipients(tx: Reading, id: string, from: number) {
  return tx
    .selectFrom('recipients as frozen')
    .leftJoin('recipient_states as now', (join) =>
      join.onRef('now.ledger_id', '=', 'frozen.ledger_id').onRef('now.index', '=', 'frozen.index'),
    )
    .where('frozen.ledger_id', '=', id)
    .where('frozen.index', '>=', from)
    .where('frozen.index', '<', from + ROWS_AT_ONCE)
    .orderBy('frozen.index')
    .select(['frozen.index', 'frozen.addressee', 'now.place', 'now.handed_over', 'now.state'])
    .execute()
}

/** Reads attempted recipients, in the order of their attempts. */
export async function readPage(
  db: Database,
  { id, from, limit }: { readonly id: string; readonly from: number; readonly limit: number },
): Promise<Pick<AttemptedPage, 'attemptedCount' | 'rows'>> {
  const rows = await asked(() =>
    db
      .selectFrom('recipient_states as now')
      .innerJoin('recipients as frozen', (join) =>
        join
          .onRef('frozen.ledger_id', '=', 'now.ledger_id')
          .onRef('frozen.index', '=', 'now.index'),
      )
      .where('now.ledger_id', '=', id)
      .where('now.place', '>=', from)
      .where('now.place', '<', from + limit)
      .orderBy('now.place')
      .select(['now.index', 'now.place', 'now.state', 'frozen.addressee'])
      .execute(),
  )
  return {
    attemptedCount: await asked(() => readAttemptedCount(db, id)),
    rows: rows.map((row) => ({ index: row.index, recipient: decodeRecipient(row) })),
  }
}

/** Reads the count from the index by place, whose last place is the highest. */
export async function readAttemptedCount(db: Reading, id: string): Promise<number> {
  const { last } = await db
    .selectFrom('recipient_states')
    .where('ledger_id', '=', id)
    .select(({ fn }) => fn.max('place').as('last'))
    .executeTakeFirstOrThrow()
  return (last ?? -1) + 1
}

/** The phones of an audience, in its order. */
export async function* readPhones(db: Database, id: string): AsyncIterable<readonly string[]> {
  for (let from = 0; ; from += ROWS_AT_ONCE) {
    const rows = await asked(() =>
      db
        .selectFrom('recipients')
        .where('ledger_id', '=', id)
        .where('index', '>=', from)
        .where('index', '<', from + ROWS_AT_ONCE)
        .orderBy('index')
        .select('addressee')
        .execute(),
    )
    if (rows.length > 0) yield rows.map(({ addressee }) => phoneOf(addressee))
    if (rows.length < ROWS_AT_ONCE) return
  }
}

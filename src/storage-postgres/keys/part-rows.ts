import { sql, type Transaction } from 'kysely'
import type { Fence } from '../../domain/cluster/lease-store.ts'
import { type Database, inTransaction } from '../database.ts'
import { heldEpochs } from '../leases.ts'
import type { Tables } from '../tables.ts'
import { toColumn } from '../texts.ts'

/** The keys or the spool of a device, as it was opened. */
export type OpenPart = {
  readonly storeId: string
  readonly kind: 'keys' | 'spool'
  /** A new number with each opening: an earlier holder writes nothing more. */
  readonly opening: string
  readonly fence: Fence
}

/** Changes of a part that are to be stored. */
export type PartWork = {
  readonly part: OpenPart
  /** The newest value of each row; null removes it. */
  readonly rows: ReadonlyMap<string, string | null>
  /** Whether the part is closed with these changes. */
  readonly isReleased: boolean
}

type Row = { readonly storeId: string; readonly name: string; readonly value: string | null }

/**
 * Stores the changes of many devices' parts in one transaction, each part whole or not at all.
 * @returns the works that were stored; the parts of the others were opened elsewhere, or their
 * lease is over
 * @throws AppError `storage_unavailable`
 */
export async function storeParts(
  db: Database,
  works: readonly PartWork[],
): Promise<ReadonlySet<PartWork>> {
  return inTransaction(db, async (tx) => {
    const held = await heldEpochs(tx, [...new Set(works.map(({ part }) => part.fence))])
    const isOpen = await lockOpenings(tx, works)
    // Without rows to store a part may be released even after its lease.
    const stored = works.filter(
      ({ part, rows }) => isOpen(part) && (held.has(part.fence.epoch) || rows.size === 0),
    )
    await writeKeys(tx, rowsOf(stored, 'keys'))
    await writeEvents(tx, rowsOf(stored, 'spool'))
    await release(tx, stored)
    return new Set(stored)
  })
}

/**
 * Locks the devices, and so waits for an earlier transaction on them: one whose connection was lost
 * may go on at the server for a while.
 */
async function lockOpenings(
  tx: Transaction<Tables>,
  works: readonly PartWork[],
): Promise<(part: OpenPart) => boolean> {
  const ids = [...new Set(works.map(({ part }) => part.storeId))]
  const heads = await tx
    .selectFrom('device_stores')
    .where('id', '=', sql<string>`any(${ids}::bigint[])`)
    .orderBy('id')
    .select(['id', 'keys_opening', 'spool_opening'])
    .forNoKeyUpdate()
    .execute()
  const openings = new Map(
    heads.map(({ id, ...head }) => [id, { keys: head.keys_opening, spool: head.spool_opening }]),
  )
  return ({ storeId, kind, opening }) => openings.get(storeId)?.[kind] === opening
}

function rowsOf(works: readonly PartWork[], kind: OpenPart['kind']): readonly Row[] {
  return works.flatMap(({ part: { storeId, kind: own }, rows }) =>
    own === kind ? [...rows].map(([name, value]) => ({ storeId, name, value })) : [],
  )
}

async function writeKeys(tx: Transaction<Tables>, rows: readonly Row[]): Promise<void> {
  const { kept, gone } = apart(rows.map((row) => ({ ...row, name: toColumn(row.name) })))
  if (kept.ids.length > 0) {
    await tx
      .insertInto('device_keys')
      .columns(['store_id', 'name', 'value'])
      .expression(sql`select * from unnest(
        ${kept.ids}::bigint[], ${kept.names}::text[], ${kept.values}::text[]
      )`)
      .onConflict((conflict) =>
        conflict
          .columns(['store_id', 'name'])
          .doUpdateSet(({ ref }) => ({ value: ref('excluded.value') })),
      )
      .execute()
  }
  if (gone.ids.length === 0) return
  const removed = sql`select * from unnest(${gone.ids}::bigint[], ${gone.names}::text[])`
  await tx.deleteFrom('device_keys').where(sql<boolean>`(store_id, name) in (${removed})`).execute()
}

async function writeEvents(tx: Transaction<Tables>, rows: readonly Row[]): Promise<void> {
  const { kept, gone } = apart(rows)
  if (kept.ids.length > 0) {
    await tx
      .insertInto('spooled_events')
      .columns(['store_id', 'number', 'event'])
      .expression(sql`select * from unnest(
        ${kept.ids}::bigint[], ${kept.names}::bigint[], ${kept.values}::text[]
      )`)
      // An earlier transaction may have stored the event although its answer was lost.
      .onConflict((conflict) =>
        conflict
          .columns(['store_id', 'number'])
          .doUpdateSet(({ ref }) => ({ event: ref('excluded.event') })),
      )
      .execute()
  }
  if (gone.ids.length === 0) return
  const removed = sql`select * from unnest(${gone.ids}::bigint[], ${gone.names}::bigint[])`
  await tx
    .deleteFrom('spooled_events')
    .where(sql<boolean>`(store_id, number) in (${removed})`)
    .execute()
}

/** Splits rows into those to keep and those to remove, and each into columns. */
function apart(rows: readonly Row[]) {
  const kept = rows.filter(({ value }) => value !== null)
  const gone = rows.filter(({ value }) => value === null)
  return { kept: columnsOf(kept), gone: columnsOf(gone) }
}

function columnsOf(rows: readonly Row[]) {
  return {
    ids: rows.map(({ storeId }) => storeId),
    names: rows.map(({ name }) => name),
    values: rows.map(({ value }) => value),
  }
}

async function release(tx: Transaction<Tables>, works: readonly PartWork[]): Promise<void> {
  const released = works.filter(({ isReleased }) => isReleased).map(({ part }) => part)
  for (const kind of ['keys', 'spool'] as const) {
    const ids = released.filter((part) => part.kind === kind).map(({ storeId }) => storeId)
    if (ids.length === 0) continue
    const closed = kind === 'keys' ? { keys_opening: null } : { spool_opening: null }
    await tx
      .updateTable('device_stores')
      .set(closed)
      .where('id', '=', sql<string>`any(${ids}::bigint[])`)
      .execute()
  }
}

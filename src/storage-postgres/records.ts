import type { Transaction } from 'kysely'
import type { z } from 'zod'
import { AppError } from '../contract/errors.ts'
import type { Change, Owned, OwnedStore, Page, PageQuery } from '../domain/store.ts'
import { asked, type Database, inTransaction, ownWork } from './database.ts'
import type { Tables } from './tables.ts'

export type RecordOptions<Record> = {
  readonly db: Database
  /** Names the kind of record in its table. */
  readonly kind: string
  /** Validates plain JSON; its output must be valid input. */
  readonly schema: z.ZodType<Record>
}

/** What is written in the same transaction as a record, behind it. */
export type WriteBeside<Record> = (tx: Transaction<Tables>, written: Owned<Record>) => Promise<void>

export type StoredRecords<Record extends { readonly id: string }> = OwnedStore<Record> & {
  /** As `create`, as part of a transaction. */
  createIn(tx: Transaction<Tables>, userId: string, record: Record): Promise<boolean>
}

/**
 * Records of one kind, each a row. The row's lock keeps the changes of one record apart, whichever
 * program makes them.
 */
export function openRecords<Record extends { readonly id: string }>(
  { db, kind, schema }: RecordOptions<Record>,
  writeBeside: WriteBeside<Record> = async () => undefined,
): StoredRecords<Record> {
  const rows = () => db.selectFrom('records').where('kind', '=', kind)

  return { find, list, page, listAll, create, createIn, save, update, remove }

  async function find(userId: string, id: string): Promise<Record | undefined> {
    return asked(async () => {
      const query = db.selectFrom('records').where((row) => row.and(placeOf(userId, id)))
      const row = await query.select('body').executeTakeFirst()
      return row && parse(row.body)
    })
  }

  async function list(userId: string): Promise<readonly Record[]> {
    return asked(async () => {
      const query = rows().where('user_id', '=', userId).orderBy('position', 'desc')
      return (await query.select('body').execute()).map(({ body }) => parse(body))
    })
  }

  async function page(userId: string, { before, limit }: PageQuery): Promise<Page<Record>> {
    return asked(async () => {
      const own = rows().where('user_id', '=', userId)
      const query = before === null ? own : own.where('position', '<', before)
      // One more says whether there is a next page.
      const found = await query
        .orderBy('position', 'desc')
        .limit(limit + 1)
        .select(['position', 'body'])
        .execute()
      const shown = found.slice(0, limit)
      const last = found.length > limit ? shown.at(-1) : undefined
      return { records: shown.map(({ body }) => parse(body)), next: last?.position ?? null }
    })
  }

  async function listAll(): Promise<readonly Owned<Record>[]> {
    return asked(async () => {
      const query = rows().orderBy('position', 'desc').select(['user_id', 'body'])
      const found = await query.execute()
      return found.map(({ user_id: userId, body }) => ({ userId, record: parse(body) }))
    })
  }

  async function create(userId: string, record: Record): Promise<boolean> {
    return inTransaction(db, (tx) => createIn(tx, userId, record))
  }

  async function createIn(
    tx: Transaction<Tables>,
    userId: string,
    given: Record,
  ): Promise<boolean> {
    const record = ownWork(() => schema.parse(given))
    const added = await tx
      .insertInto('records')
      .values(rowOf(userId, record))
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!added) return false
    await writeBeside(tx, { userId, record })
    return true
  }

  async function save(userId: string, given: Record): Promise<void> {
    const record = schema.parse(given)
    const body = JSON.stringify(record)
    await inTransaction(db, async (tx) => {
      await tx
        .insertInto('records')
        .values(rowOf(userId, record))
        .onConflict((conflict) => conflict.columns(['kind', 'user_id', 'id']).doUpdateSet({ body }))
        .execute()
      await writeBeside(tx, { userId, record })
    })
  }

  async function update(
    userId: string,
    id: string,
    change: Change<Record>,
  ): Promise<Record | undefined> {
    return inTransaction(db, async (tx) => {
      const present = await lock(tx, userId, id)
      const record = present && ownWork(() => changed(present, change))
      if (!record) return present
      await tx
        .updateTable('records')
        .set({ body: JSON.stringify(record) })
        .where((row) => row.and(placeOf(userId, id)))
        .execute()
      await writeBeside(tx, { userId, record })
      return record
    })
  }

  async function remove(
    userId: string,
    id: string,
    isMeant: (present: Record) => boolean = () => true,
  ): Promise<Record | undefined> {
    return inTransaction(db, async (tx) => {
      const present = await lock(tx, userId, id)
      if (!present || !ownWork(() => isMeant(present))) return undefined
      await tx
        .deleteFrom('records')
        .where((row) => row.and(placeOf(userId, id)))
        .execute()
      return present
    })
  }

  /** Reads a record that nobody else may change until the transaction ends. */
  async function lock(
    tx: Transaction<Tables>,
    userId: string,
    id: string,
  ): Promise<Record | undefined> {
    const row = await tx
      .selectFrom('records')
      .select('body')
      .where((row) => row.and(placeOf(userId, id)))
      .forUpdate()
      .executeTakeFirst()
    return row && parse(row.body)
  }

  function placeOf(userId: string, id: string) {
    return { kind, user_id: userId, id }
  }

  function rowOf(userId: string, record: Record) {
    return { ...placeOf(userId, record.id), body: JSON.stringify(record) }
  }

  function parse(body: unknown): Record {
    const parsed = schema.safeParse(body)
    if (parsed.success) return parsed.data
    throw new AppError('storage_unavailable', `${kind}: ${parsed.error.message}`)
  }

  function changed(present: Record, change: Change<Record>): Record | undefined {
    const next = change(present)
    return next && schema.parse(next)
  }
}

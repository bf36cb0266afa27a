import type { Selectable, Transaction } from 'kysely'
import type { z } from 'zod'
import { AppError } from '../contract/errors.ts'
import type { Change, Owned, OwnedStore, Page, PageQuery } from '../domain/store.ts'
import { asked, inTransaction, ownWork } from './database.ts'
import { isWithin, type Scope } from './scope.ts'
import type { Tables } from './tables.ts'
import { toColumn } from './texts.ts'

export type RecordOptions<Record> = Scope & {
  /** Names the kind of record in its table. */
  readonly kind: string
  /** Validates plain JSON; its output must be valid input. */
  readonly schema: z.ZodType<Record>
  /** Each makes a body of the next version out of one of the version before it. */
  readonly migrations?: readonly ((older: unknown) => unknown)[]
  /** Leaves out removed records that can still be brought back. */
  readonly only?: 'present'
}

/** Writes further rows in the same transaction, after the record. */
export type WriteBeside<Record> = (
  tx: Transaction<Tables>,
  written: Owned<Record> & {
    /** The record before the change, where that is known. */
    readonly before?: Record
  },
) => Promise<void>

export type StoredRecords<Record extends { readonly id: string }> = OwnedStore<Record> & {
  /** As `create`, as part of a transaction. */
  createIn(tx: Transaction<Tables>, userId: string, record: Record): Promise<boolean>
  /** @throws AppError `storage_unavailable` for what is no record of this kind */
  parse(row: Pick<Row, 'version' | 'body'>): Record
}

type Row = Selectable<Tables['records']>

const whole = ['version', 'body'] as const

/**
 * Records of one kind, each a row. The lock of its row makes changes of one record wait for each
 * other, whichever program makes them.
 */
export function openRecords<Record extends { readonly id: string }>(
  { db, kind, schema, migrations = [], only, ownerId }: RecordOptions<Record>,
  writeBeside: WriteBeside<Record> = async () => undefined,
): StoredRecords<Record> {
  const rows = (from: Pick<Transaction<Tables>, 'selectFrom'> = db) => {
    const all = from.selectFrom('records').where('kind', '=', kind).where(isWithin({ ownerId }))
    return only === 'present' ? all.where('removed_at', 'is', null) : all
  }

  return { find, list, size, page, listAll, create, createIn, save, update, remove, parse }

  async function find(userId: string, id: string): Promise<Record | undefined> {
    return asked(async () => {
      const query = rows().where((row) => row.and(placeOf(userId, id)))
      const row = await query.select(whole).executeTakeFirst()
      return row && parse(row)
    })
  }

  async function list(userId: string): Promise<readonly Record[]> {
    return asked(async () => {
      const query = rows().where('user_id', '=', userId).orderBy('position', 'desc')
      return (await query.select(whole).execute()).map(parse)
    })
  }

  async function size(userId: string): Promise<number> {
    return asked(async () => {
      const query = rows().where('user_id', '=', userId)
      const { count } = await query
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .executeTakeFirstOrThrow()
      return Number(count)
    })
  }

  async function page(userId: string, { before, limit }: PageQuery): Promise<Page<Record>> {
    return asked(async () => {
      const own = rows().where('user_id', '=', userId)
      const query = before === null ? own : own.where('position', '<', before)
      // Reads one record more, which shows whether there is a next page.
      const found = await query
        .orderBy('position', 'desc')
        .limit(limit + 1)
        .select(['position', ...whole])
        .execute()
      const shown = found.slice(0, limit)
      const last = found.length > limit ? shown.at(-1) : undefined
      return { records: shown.map(parse), next: last?.position ?? null }
    })
  }

  async function listAll(): Promise<readonly Owned<Record>[]> {
    return asked(async () => {
      const query = rows()
        .orderBy('position', 'desc')
        .select(['user_id', ...whole])
      const found = await query.execute()
      return found.map((row) => ({ userId: row.user_id, record: parse(row) }))
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
      .values({ ...placeOf(userId, record.id), ...contentOf(record) })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!added) return false
    await writeBeside(tx, { userId, record })
    return true
  }

  async function save(userId: string, given: Record): Promise<void> {
    const record = schema.parse(given)
    await inTransaction(db, async (tx) => {
      await tx
        .insertInto('records')
        .values({ ...placeOf(userId, record.id), ...contentOf(record) })
        .onConflict((conflict) =>
          conflict.columns(['kind', 'user_id', 'id']).doUpdateSet(contentOf(record)),
        )
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
        .set(contentOf(record))
        .where((row) => row.and(placeOf(userId, id)))
        .execute()
      await writeBeside(tx, { userId, record, before: present })
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

  /** Reads a record, and locks it until the transaction ends. */
  async function lock(
    tx: Transaction<Tables>,
    userId: string,
    id: string,
  ): Promise<Record | undefined> {
    const row = await rows(tx)
      .select(whole)
      .where((row) => row.and(placeOf(userId, id)))
      .forUpdate()
      .executeTakeFirst()
    return row && parse(row)
  }

  function placeOf(userId: string, id: string) {
    return { kind, user_id: userId, id: toColumn(id) }
  }

  function contentOf(record: Record) {
    return recordContent(record, migrations)
  }

  function parse({ version, body }: Pick<Row, 'version' | 'body'>): Record {
    const newer = migrations
      .slice(version - 1)
      .reduce((older, next) => next(older), unknownOf(body))
    const parsed = schema.safeParse(newer)
    if (parsed.success) return parsed.data
    throw new AppError('storage_unavailable', `${kind}: ${parsed.error.message}`)
  }

  function changed(present: Record, change: Change<Record>): Record | undefined {
    const next = change(present)
    return next && schema.parse(next)
  }
}

/** A record's whole row. */
export function recordRow<Record extends { readonly id: string }>(
  { kind, migrations = [] }: Pick<RecordOptions<Record>, 'kind' | 'migrations'>,
  { userId, record }: Owned<Record>,
) {
  return { kind, user_id: userId, id: record.id, ...recordContent(record, migrations) }
}

function recordContent<Record extends object>(record: Record, migrations: readonly unknown[]) {
  const removedAt = 'removedAt' in record ? record.removedAt : null
  return {
    version: migrations.length + 1,
    body: JSON.stringify(record),
    removed_at: typeof removedAt === 'string' ? removedAt : null,
  }
}

function unknownOf(value: unknown): unknown {
  return value
}

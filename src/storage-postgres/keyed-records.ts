import type { Transaction } from 'kysely'
import { type KeyedStore, type KeysOf, type Owned, TakenError } from '../domain/store.ts'
import { asked, inTransaction, ownWork } from './database.ts'
import { lockAlone, lockAmongOthers } from './locks.ts'
import { openRecords, type RecordOptions } from './records.ts'
import { isWithin } from './scope.ts'
import type { Tables } from './tables.ts'
import { toColumn } from './texts.ts'

type Name<Key> = { readonly key: Key; readonly digest: string }

/**
 * Records that are also found by some of their values, whose digests are in a table. A write locks
 * its values until the transaction ends, so that two owners cannot take the same one.
 */
export function openKeyedRecords<Record extends { readonly id: string }, Key extends string>({
  keysOf,
  digest,
  ...options
}: RecordOptions<Record> & {
  readonly keysOf: KeysOf<Record, Key>
  /** One-way: the table reveals nothing about a value. */
  readonly digest: (value: string) => string
}): KeyedStore<Record, Key> {
  const { db, kind, ownerId } = options
  const { find, list, size, page, listAll, create, createIn, update, remove, parse } = openRecords(
    options,
    writeKeys,
  )

  return { find, list, size, page, listAll, create, createFirst, update, remove, findBy, count }

  async function findBy(key: Key, value: string): Promise<readonly Owned<Record>[]> {
    const rows = await asked(() =>
      db
        .selectFrom('record_keys as named')
        .innerJoin('records as record', (join) =>
          join
            .onRef('record.kind', '=', 'named.kind')
            .onRef('record.user_id', '=', 'named.user_id')
            .onRef('record.id', '=', 'named.id'),
        )
        .where('named.kind', '=', kind)
        .where('named.key', '=', key)
        .where('named.digest', '=', digest(value))
        .where(isWithin({ ownerId }, 'named.user_id'))
        .orderBy('record.position')
        .select(['record.user_id', 'record.version', 'record.body'])
        .execute(),
    )
    return rows.map((row) => ({ userId: row.user_id, record: parse(row) }))
  }

  /** Counts over all accounts, not only the own one: that other accounts exist is no secret. */
  async function count(key: Key): Promise<number> {
    return asked(() => countIn(db, key))
  }

  async function countIn(tx: Pick<Transaction<Tables>, 'selectFrom'>, key: Key): Promise<number> {
    const { count: found } = await tx
      .selectFrom('record_keys')
      .where('kind', '=', kind)
      .where('key', '=', key)
      .select(({ fn }) => fn.count<string>('digest').distinct().as('count'))
      .executeTakeFirstOrThrow()
    return Number(found)
  }

  async function createFirst(userId: string, record: Record, key: Key): Promise<boolean> {
    return inTransaction(db, async (tx) => {
      await lockAlone(tx, [kind, key])
      return (await countIn(tx, key)) > 0 ? false : createIn(tx, userId, record)
    })
  }

  /** Replaces a record's digests where they changed. */
  async function writeKeys(
    tx: Transaction<Tables>,
    { userId, record }: Owned<Record>,
  ): Promise<void> {
    const names = ownWork(() => namesOf(record))
    const own = { kind, user_id: userId, id: toColumn(record.id) }
    const before = await tx
      .selectFrom('record_keys')
      .where((at) => at.and(own))
      .select(['key', 'digest'])
      .execute()
    const left = before.filter((name) => !names.some((other) => isSame(name, other)))
    const fresh = names.filter((name) => !before.some((other) => isSame(name, other)))
    for (const name of left) {
      await tx
        .deleteFrom('record_keys')
        .where((at) => at.and({ ...own, ...name }))
        .execute()
    }
    for (const name of fresh) {
      await take(tx, userId, name)
      await tx
        .insertInto('record_keys')
        .values({ ...own, ...name })
        .execute()
    }
  }

  /** @throws TakenError */
  async function take(
    tx: Transaction<Tables>,
    userId: string,
    { key, digest: value }: Name<Key>,
  ): Promise<void> {
    await lockAmongOthers(tx, [kind, key])
    await lockAlone(tx, [kind, key, value])
    const other = await tx
      .selectFrom('record_keys')
      .where((at) => at.and({ kind, key, digest: value }))
      .where('user_id', '<>', userId)
      .select('id')
      .limit(1)
      .executeTakeFirst()
    ownWork(() => {
      if (other) throw new TakenError(key)
    })
  }

  /** Sorted, so that two transactions that take several values do not wait for each other. */
  function namesOf(record: Record): readonly Name<Key>[] {
    const names = keysOf(record).map(([key, value]) => ({ key, digest: digest(value) }))
    const distinct = new Map(names.map((name) => [JSON.stringify([name.key, name.digest]), name]))
    return [...distinct].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, name]) => name)
  }
}

function isSame<Key extends string>(one: Name<Key>, other: Name<Key>): boolean {
  return one.key === other.key && one.digest === other.digest
}

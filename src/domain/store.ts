import { AppError } from '../contract/errors.ts'

/**
 * What becomes of a record: the next one, or `undefined` to leave it as it is. It has no effects of
 * its own, since it may be asked again with a newer record; what it throws reaches the caller and
 * leaves the record as it is.
 */
export type Change<Record> = (present: Record) => Record | undefined

export type PageQuery = {
  /** Place in the order that an earlier page ended at; null: the newest first. */
  readonly before: string | null
  readonly limit: number
}

export type Page<Record> = {
  /** Newest first; they may be fewer than the limit. */
  readonly records: readonly Record[]
  /** Where the next page begins; null: this is the last one. */
  readonly next: string | null
}

/**
 * Records with an owner. Every method takes the owner first, so that another user's record is
 * simply not found. A promise resolves when the change is durable. Changes of one record, whoever
 * makes them, take effect one after the other: nobody outside needs to keep them apart.
 */
export type OwnedStore<Record extends { readonly id: string }> = {
  find(userId: string, id: string): Promise<Record | undefined>
  /** Newest first. */
  list(userId: string): Promise<readonly Record[]>
  /** Counts the records of the list without reading them. */
  size(userId: string): Promise<number>
  /**
   * A part of the list, as it is now: those that come, change or go between two pages move none of
   * the others.
   */
  page(userId: string, query: PageQuery): Promise<Page<Record>>
  /** Adds a record. Returns false, and changes nothing, where the id is taken. */
  create(userId: string, record: Record): Promise<boolean>
  /** Puts a record in the place of whatever is there. */
  save(userId: string, record: Record): Promise<void>
  /**
   * Puts what `change` makes of a record in its place; nothing else happens to the record in
   * between. Never makes one that is not there.
   * @returns the record as it now stands; `undefined` where there is none
   */
  update(userId: string, id: string, change: Change<Record>): Promise<Record | undefined>
  /**
   * Removes a record; where `isMeant` is given, only one that it says yes to.
   * @returns the record as it was; `undefined` where none was removed
   */
  remove(
    userId: string,
    id: string,
    isMeant?: (present: Record) => boolean,
  ): Promise<Record | undefined>
  /** Records of all owners, for work at the start of the daemon. */
  listAll(): Promise<readonly Owned<Record>[]>
}

export type Owned<Record> = { readonly userId: string; readonly record: Record }

/** The values that a record is found by. */
export type KeysOf<Record, Key extends string> = (
  record: Record,
) => readonly (readonly [Key, string])[]

/**
 * Records that are also found by values of theirs, whoever owns them. A value belongs to one owner:
 * `create` and `update` throw a `TakenError` where another owner's record has it.
 */
export type KeyedStore<Record extends { readonly id: string }, Key extends string> = Omit<
  OwnedStore<Record>,
  'save'
> & {
  /** As `create`; refused where any record has a value of this kind. */
  createFirst(userId: string, record: Record, key: Key): Promise<boolean>
  /**
   * The records that have this value. None where it is held only by a record whose removal is not
   * on the disk yet: `create` and `update` are refused then all the same.
   */
  findBy(key: Key, value: string): Promise<readonly Owned<Record>[]>
  /** How many values of this kind records have. */
  count(key: Key): Promise<number>
}

/** A value belongs to another owner. */
export class TakenError extends Error {
  readonly key: string

  constructor(key: string) {
    super(`another owner has this ${key}`)
    this.name = 'TakenError'
    this.key = key
  }
}

/**
 * Stores a record under an id of its own.
 * @throws Error where a record has this id already; that one stays as it is
 */
export async function addNew<Record extends { readonly id: string }>(
  store: Pick<OwnedStore<Record>, 'create'>,
  userId: string,
  record: Record,
): Promise<void> {
  if (await store.create(userId, record)) return
  throw new Error(`record ${record.id} is there already`)
}

/** A user's records, newest first, page by page, as they are when each is asked for. */
export async function* inPages<Record extends { readonly id: string }>(
  store: Pick<OwnedStore<Record>, 'page'>,
  userId: string,
  limit: number,
): AsyncGenerator<readonly Record[]> {
  for (let before: string | null = null; ; ) {
    const { records, next }: Page<Record> = await store.page(userId, { before, limit })
    if (records.length > 0) yield records
    if (next === null) return
    before = next
  }
}

/** Whether the disk refused to keep something, be it for certain or perhaps. */
export function isStorageRefusal(error: unknown): error is AppError {
  if (!(error instanceof AppError)) return false
  return error.code === 'storage_unavailable' || error.code === 'storage_unsettled'
}

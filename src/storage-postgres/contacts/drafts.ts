import { sql, type Transaction } from 'kysely'
import { AppError } from '../../contract/errors.ts'
import type { AppendInput, StoredContact } from '../../domain/contacts/contact-list-store.ts'
import { asked, type Database } from '../database.ts'
import type { Tables } from '../tables.ts'
import { countOf, insertRows, type NewRow, ownedBy, toRow, withHeaders } from './contact-rows.ts'

/** Rows of one statement: about half a megabyte. */
export const ROWS_AT_ONCE = 2_000
/** Rows that one statement removes: well below a query's time limit. */
export const ROWS_REMOVED_AT_ONCE = 10_000

/** Contacts that belong to no list yet: nobody sees them, and a day later they are cleared away. */
export type Draft = {
  readonly content: string
  readonly givenCount: number
  /** Distinct phones. */
  readonly size: number
  readonly lastPlace: number
  /** Headers of all contacts; with `update` also of contacts that a later duplicate replaced. */
  readonly fieldNames: readonly string[]
}

/**
 * Writes contacts as they come in, outside of any transaction: sending them may take minutes, and
 * may break off.
 */
export function createDrafts(db: Database) {
  return { fill, discard }

  /** @throws AppError `list_too_large`, and what the source of the contacts throws */
  async function fill(
    userId: string,
    { contacts, onDuplicate }: AppendInput,
    maxContacts: number,
  ): Promise<Draft> {
    const { content } = await asked(() =>
      db
        .insertInto('contact_contents')
        .values({ user_id: userId })
        .returning('content')
        .executeTakeFirstOrThrow(),
    )
    let [givenCount, size, lastPlace] = [0, 0, 0]
    let fieldNames: readonly string[] = []
    try {
      for await (const given of inBatches(contacts)) {
        const rows = distinct(given.map(toRow), onDuplicate)
        const placed = rows.map((row, at) => ({ ...row, place: lastPlace + at + 1 }))
        const groups = await asked(() =>
          insertRows(db, { userId, content, rows: placed, onDuplicate }),
        )
        givenCount += given.length
        lastPlace += placed.length
        size += countOf(groups)
        if (size > maxContacts) throw tooLarge(maxContacts)
        fieldNames = withHeaders(fieldNames, onDuplicate === 'update' ? headersOf(given) : groups)
      }
    } catch (error) {
      // What cannot be removed now is cleared away later.
      await discard(userId, content).catch(() => undefined)
      throw error
    }
    return { content, givenCount, size, lastPlace, fieldNames }
  }

  /** Removes a content with all its rows, in pieces. */
  async function discard(userId: string, content: string): Promise<void> {
    const rows = () => sql`content = ${content}::bigint and ${ownedBy(userId)}`
    const { rows: extent } = await asked(() =>
      sql<{ readonly last: string | null }>`
        select max(place) as last from contacts where ${rows()}
      `.execute(db),
    )
    const last = Number(extent[0]?.last ?? 0)
    for (let from = 0; from < last; from += ROWS_REMOVED_AT_ONCE) {
      const to = from + ROWS_REMOVED_AT_ONCE
      await asked(() =>
        sql`
          delete from contacts
          where ${rows()} and place > ${from}::bigint and place <= ${to}::bigint
        `.execute(db),
      )
    }
    await asked(() =>
      db
        .deleteFrom('contact_contents')
        .where((row) => row.and({ user_id: userId, content }))
        .execute(),
    )
  }
}

/** Refuses a draft that was cleared away since, because sending it took a day. @throws AppError */
export async function requireDraft(
  tx: Transaction<Tables>,
  userId: string,
  { content }: Pick<Draft, 'content'>,
): Promise<void> {
  const found = await tx
    .selectFrom('contact_contents')
    .where((row) => row.and({ user_id: userId, content }))
    .where('ended_at', 'is', null)
    .select('content')
    .forUpdate()
    .executeTakeFirst()
  if (!found) throw new AppError('storage_unavailable', 'contacts that came in were cleared away')
}

export function tooLarge(maxContacts: number): AppError {
  return new AppError('list_too_large', `more than ${maxContacts}`)
}

/** Merges duplicates, since one statement must not write one row twice. */
export function distinct(
  rows: readonly NewRow[],
  onDuplicate: AppendInput['onDuplicate'],
): readonly NewRow[] {
  const byPhone = new Map<number, NewRow>()
  for (const row of rows) {
    const before = byPhone.get(row.phone)
    if (!before) byPhone.set(row.phone, row)
    else if (onDuplicate === 'update') byPhone.set(row.phone, renewed(before, row))
  }
  return [...byPhone.values()]
}

/** A contact with name and columns of a later one. */
function renewed(before: NewRow, { name, foldedName, ...later }: NewRow): NewRow {
  const { headers, cells, foldedCells } = later.headers === null ? before : later
  return { ...before, name, foldedName, headers, cells, foldedCells }
}

function headersOf(given: readonly StoredContact[]) {
  const all = given.map(({ fields }) => (fields ? JSON.stringify(Object.keys(fields)) : null))
  return [...new Set(all)].map((headers) => ({ headers }))
}

/** Contacts in batches of one statement each, however they come in. */
export async function* inBatches(
  contacts: AppendInput['contacts'],
): AsyncGenerator<readonly StoredContact[]> {
  let batch: StoredContact[] = []
  for await (const some of Symbol.asyncIterator in contacts ? contacts : [contacts]) {
    for (const contact of some) {
      batch.push(contact)
      if (batch.length < ROWS_AT_ONCE) continue
      yield batch
      batch = []
    }
  }
  if (batch.length > 0) yield batch
}

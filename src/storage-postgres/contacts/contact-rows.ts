import { type Kysely, type RawBuilder, type SqlBool, sql, type Transaction } from 'kysely'
import { ContactOrigin } from '../../contract/contacts/contact-list.ts'
import { AppError } from '../../contract/errors.ts'
import { foldText } from '../../contract/fold.ts'
import { FIELD_NAME_LIMIT, type StoredContact } from '../../domain/contacts/contact-list-store.ts'
import { identityOf, phoneNumber } from '../../domain/contacts/phone-set.ts'
import type { Tables } from '../tables.ts'

/**
 * A contact as a row. Name and columns are JSON, which escapes what PostgreSQL's texts cannot hold.
 * The folded texts are only searched, and have a replacement character in place of that.
 */
export type NewRow = {
  readonly person: number
  readonly phone: number
  readonly name: string
  readonly foldedName: string
  /** The names of its further columns, and their values in the same order. */
  readonly headers: string | null
  readonly cells: string | null
  readonly foldedCells: string | null
  readonly createdAt: string
  readonly origin: string
}

export type PlacedRow = NewRow & { readonly place: number }

export type ContactCells = {
  readonly phone: string
  readonly name: string
  readonly headers: string | null
  readonly cells: string | null
  readonly created_at: string
  readonly origin: string
}

export function toRow(contact: StoredContact): NewRow {
  const { name, fields, createdAt, origin } = contact
  const cells = fields && Object.values(fields)
  return {
    ...{ person: identityOf(contact), phone: phoneNumber(contact), createdAt, origin },
    ...{ name: JSON.stringify(name), foldedName: searchable(name) },
    headers: fields ? JSON.stringify(Object.keys(fields)) : null,
    cells: cells ? JSON.stringify(cells) : null,
    foldedCells: cells ? searchable(cells.join('\n')) : null,
  }
}

export function toContact(row: ContactCells): StoredContact {
  const { phone, created_at: createdAt } = row
  const origin = ContactOrigin.options.find((known) => known === row.origin)
  const name: unknown = JSON.parse(row.name)
  if (typeof name !== 'string' || !origin) throw noContact()
  if (row.headers === null || row.cells === null) return { name, phone, createdAt, origin }
  const cells = textsOf(row.cells)
  const entries = textsOf(row.headers).map((header, at) => [header, cells[at] ?? ''] as const)
  return { name, phone, fields: Object.fromEntries(entries), createdAt, origin }
}

function textsOf(json: string): readonly string[] {
  const texts: unknown = JSON.parse(json)
  if (!isTexts(texts)) throw noContact()
  return texts
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((text) => typeof text === 'string')
}

function noContact(): AppError {
  return new AppError('storage_unavailable', 'a row that is no contact')
}

/** A zero byte, and halves of characters. */
const REFUSED = /[\0\p{Cs}]/gu
const REPLACEMENT = '\ufffd'

/** A folded text as PostgreSQL can hold it. */
function searchable(text: string): string {
  return foldText(text).replaceAll(REFUSED, REPLACEMENT)
}

/** A folded text that rows can be searched for; null where not every match would be found. */
export function needleOf(folded: string): string | null {
  return folded.search(REFUSED) < 0 ? folded : null
}

/**
 * Compares in a form that no index serves. A list's rows are to be found by their places, and a
 * person's rows by the person; of a list that was just made the server has no statistics, and would
 * choose the wrong index.
 */
export function ownedBy(userId: string): RawBuilder<SqlBool> {
  return sql<SqlBool>`user_id || '' = ${userId}::text`
}
export function contentIs(
  column: 'content' | 'old.content' | 'kept.content',
  content: string | null,
) {
  return sql<SqlBool>`${sql.ref(column)} + 0 = ${content}::bigint`
}

/** Contacts with the same further columns: how many were new, and where the first one is. */
export type AddedGroup = {
  readonly headers: string | null
  readonly count: string
  readonly first: string
}

/** Adds the headers of new contacts to those of a list, in the order they were first seen. */
export function withHeaders(
  known: readonly string[],
  groups: readonly Pick<AddedGroup, 'headers'>[],
): readonly string[] {
  const names = new Set(known)
  for (const { headers } of groups) {
    for (const name of headers === null ? [] : textsOf(headers)) {
      if (names.size < FIELD_NAME_LIMIT) names.add(name)
    }
  }
  return [...names]
}

export function countOf(groups: readonly Pick<AddedGroup, 'count'>[]): number {
  return groups.reduce((sum, { count }) => sum + Number(count), 0)
}

/**
 * Writes rows in one statement. Where the content already has a row of that phone, that row stays,
 * or takes name and columns of the new one.
 */
export async function insertRows(
  db: Kysely<Tables> | Transaction<Tables>,
  {
    userId,
    content,
    since = 1,
    rows,
    onDuplicate = 'keep',
    heirOf = null,
  }: {
    readonly userId: string
    readonly content: string
    readonly since?: number
    readonly rows: readonly PlacedRow[]
    readonly onDuplicate?: 'keep' | 'update'
    /**
     * Content whose contacts the rows replace: those with the same phone keep their date and
     * origin, and their columns where the new ones have none.
     */
    readonly heirOf?: string | null
  },
): Promise<readonly AddedGroup[]> {
  const duplicate =
    onDuplicate === 'keep'
      ? sql`do nothing`
      : sql`do update set name = excluded.name, folded_name = excluded.folded_name,
          headers = coalesce(excluded.headers, contacts.headers),
          cells = coalesce(excluded.cells, contacts.cells),
          folded_cells = coalesce(excluded.folded_cells, contacts.folded_cells)`
  const { rows: groups } = await sql<AddedGroup>`
    with given as (
      select * from unnest(
        ${rows.map(({ place }) => place)}::bigint[],
        ${rows.map(({ person }) => person)}::bigint[],
        ${rows.map(({ phone }) => phone)}::bigint[],
        ${rows.map(({ name }) => name)}::text[],
        ${rows.map(({ foldedName }) => foldedName)}::text[],
        ${rows.map(({ headers }) => headers)}::text[],
        ${rows.map(({ cells }) => cells)}::text[],
        ${rows.map(({ foldedCells }) => foldedCells)}::text[],
        ${rows.map(({ createdAt }) => createdAt)}::text[],
        ${rows.map(({ origin }) => origin)}::text[]
      ) as given (
        place, person, phone, name, folded_name, headers, cells, folded_cells, created_at, origin
      )
    ), added as (
      insert into contacts (
        content, place, since, user_id, person, phone,
        name, folded_name, headers, cells, folded_cells, created_at, origin
      )
      select
        ${content}::bigint, given.place, ${since}::bigint, ${userId}::text,
        given.person, given.phone, given.name, given.folded_name,
        coalesce(given.headers, kept.headers), coalesce(given.cells, kept.cells),
        coalesce(given.folded_cells, kept.folded_cells),
        coalesce(kept.created_at, given.created_at), coalesce(kept.origin, given.origin)
      from given
      left join contacts kept on kept.user_id = ${userId}::text and kept.person = given.person
        and kept.phone = given.phone and ${contentIs('kept.content', heirOf)} and kept.until is null
      order by given.place
      on conflict (user_id, person, phone, content) where until is null ${duplicate}
      returning place, headers, (xmax = 0) as is_new
    )
    select headers, count(*) as count, min(place) as first
    from added where is_new group by headers order by first
  `.execute(db)
  return groups
}

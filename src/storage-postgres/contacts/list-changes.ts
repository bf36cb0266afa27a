import { sql, type Transaction } from 'kysely'
import type {
  AppendInput,
  AppendResult,
  ContactListStore,
  StoredContact,
} from '../../domain/contacts/contact-list-store.ts'
import { identityOf, phoneNumber } from '../../domain/contacts/phone-set.ts'
import { ownWork } from '../database.ts'
import type { Tables } from '../tables.ts'
import {
  type AddedGroup,
  contentIs,
  countOf,
  insertRows,
  ownedBy,
  type PlacedRow,
  toContact,
  toRow,
  withHeaders,
} from './contact-rows.ts'
import { type Draft, distinct, inBatches, ROWS_AT_ONCE, requireDraft, tooLarge } from './drafts.ts'
import { type ListHead, updateHead } from './list-heads.ts'

/** Rows of a draft that one statement puts into a list: well below a query's time limit. */
const MERGED_AT_ONCE = 10_000

/** A change of a list: everything runs in one transaction, which holds the lock of the list. */
type Work = { readonly tx: Transaction<Tables>; readonly head: ListHead }

/**
 * Puts the contacts of a draft behind those of a list. Where the list has a phone already, the new
 * contact is left out, or gives the old one its name and columns.
 * @throws AppError `list_too_large`
 */
export async function mergeDraft(
  { tx, head }: Work,
  draft: Draft,
  { onDuplicate, maxContacts }: Pick<AppendInput, 'onDuplicate'> & { readonly maxContacts: number },
): Promise<AppendResult> {
  await requireDraft(tx, head.userId, draft)
  const version = head.version + 1
  const isUpdate = onDuplicate === 'update'
  let added = 0
  let { fieldNames, lastPlace } = head
  for (let from = 0; from < draft.lastPlace; from += MERGED_AT_ONCE) {
    const slice = { draft, from, to: from + MERGED_AT_ONCE, version, lastPlace }
    if (isUpdate) await renewRows({ tx, head }, slice)
    const groups = await addRows({ tx, head }, slice)
    added += countOf(groups)
    lastPlace = head.lastPlace + added
    fieldNames = withHeaders(fieldNames, groups)
  }
  const known = draft.givenCount - added
  const result = isUpdate
    ? { added, updated: known, duplicates: 0 }
    : { added, updated: 0, duplicates: known }
  const total = head.total + added
  ownWork(() => {
    if (added > 0 && total > maxContacts) throw tooLarge(maxContacts)
  })
  if (added + result.updated > 0) {
    await updateHead(tx, head, {
      ...{ version, total, lastPlace },
      generation: head.generation + (result.updated > 0 ? 1 : 0),
      fieldNames: isUpdate
        ? withHeaders(head.fieldNames, [{ headers: JSON.stringify(draft.fieldNames) }])
        : fieldNames,
    })
  }
  return { ...result, total }
}

type Slice = {
  readonly draft: Draft
  readonly from: number
  readonly to: number
  readonly version: number
  /** Place of the list's last contact so far. */
  readonly lastPlace: number
}

/** Adds contacts at places without gaps, so that adding known contacts again uses up no places. */
async function addRows(
  { tx, head }: Work,
  { draft, from, to, version, lastPlace }: Slice,
): Promise<readonly AddedGroup[]> {
  const { rows } = await sql<AddedGroup>`
    with added as (
      insert into contacts (
        content, place, since, user_id, person, phone,
        name, folded_name, headers, cells, folded_cells, created_at, origin
      )
      select
        ${head.content}::bigint, ${lastPlace}::bigint + row_number() over (order by place),
        ${version}::bigint, user_id, person, phone,
        name, folded_name, headers, cells, folded_cells, created_at, origin
      from contacts given
      where content = ${draft.content}::bigint
        and place > ${from}::bigint and place <= ${to}::bigint and ${ownedBy(head.userId)}
        and not exists (
          select from contacts old
          where old.user_id = given.user_id and old.person = given.person
            and old.phone = given.phone and ${contentIs('old.content', head.content)}
            and old.until is null
        )
      returning place, headers
    )
    select headers, count(*) as count, min(place) as first
    from added group by headers order by first
  `.execute(tx)
  return rows
}

/** Ends the rows of phones that a draft has too, and puts others in their places. */
async function renewRows({ tx, head }: Work, { draft, from, to, version }: Slice): Promise<void> {
  await sql`
    with ended as (
      update contacts old set until = ${version}::bigint, ended_at = now()
      from contacts given
      where given.content = ${draft.content}::bigint and given.user_id = ${head.userId}::text
        and given.place > ${from}::bigint and given.place <= ${to}::bigint
        and old.user_id = given.user_id and old.person = given.person
        and old.phone = given.phone and ${contentIs('old.content', head.content)}
        and old.until is null
      returning old.place, old.user_id, old.person, old.phone, old.created_at, old.origin,
        given.name, given.folded_name,
        coalesce(given.headers, old.headers) as headers,
        coalesce(given.cells, old.cells) as cells,
        coalesce(given.folded_cells, old.folded_cells) as folded_cells
    )
    insert into contacts (
      content, place, since, user_id, person, phone,
      name, folded_name, headers, cells, folded_cells, created_at, origin
    )
    select
      ${head.content}::bigint, place, ${version}::bigint, user_id, person, phone,
      name, folded_name, headers, cells, folded_cells, created_at, origin
    from ended
  `.execute(tx)
}

/** Puts other contacts in the place of all that a list has. @throws AppError `list_too_large` */
export async function replaceAll(
  { tx, head }: Work,
  { name, contacts }: Parameters<ContactListStore['replace']>[2],
  maxContacts: number,
): Promise<AppendResult> {
  const { userId } = head
  const { content } = await tx
    .insertInto('contact_contents')
    .values({ user_id: userId, is_used: true })
    .returning('content')
    .executeTakeFirstOrThrow()
  let [givenCount, total, lastPlace] = [0, 0, 0]
  let fieldNames: readonly string[] = []
  for await (const given of inBatches(contacts)) {
    const first = lastPlace + 1
    const rows = ownWork(() => distinct(given.map(toRow), 'keep')).map(
      (row, at): PlacedRow => ({ ...row, place: first + at }),
    )
    const groups = await insertRows(tx, { userId, content, rows, heirOf: head.content })
    givenCount += given.length
    lastPlace += rows.length
    total += countOf(groups)
    fieldNames = withHeaders(fieldNames, groups)
    ownWork(() => {
      if (total > maxContacts) throw tooLarge(maxContacts)
    })
  }
  await endContent(tx, head)
  await updateHead(tx, head, {
    ...{ name, content, total, lastPlace, fieldNames },
    ...{ generation: head.generation + 1, version: head.version + 1 },
  })
  return { added: total, updated: 0, duplicates: givenCount - total, total }
}

/** Ends a content. Its rows stay for a while, for readers that have begun. */
export async function endContent(
  tx: Transaction<Tables>,
  { userId, content }: Pick<ListHead, 'userId' | 'content'>,
): Promise<void> {
  await tx
    .updateTable('contact_contents')
    .set({ ended_at: sql<Date>`now()` })
    .where((row) => row.and({ user_id: userId, content }))
    .execute()
}

type StandingRow = Parameters<typeof toContact>[0] & { readonly place: string }

/**
 * Changes and removes single contacts as `decide` says, which gets those of the phones that exist.
 */
export async function amendRows(
  { tx, head }: Work,
  phones: readonly string[],
  decide: Parameters<ContactListStore['amend']>[3],
): Promise<{ readonly total: number }> {
  const standing = new Map<string, StandingRow>()
  for (const some of slices(phones.filter(isPhone), ROWS_AT_ONCE)) {
    for (const row of await findRows({ tx, head }, some)) standing.set(row.phone, row)
  }
  const current = new Map(
    [...standing].map(([phone, row]) => [phone, ownWork(() => toContact(row))]),
  )
  const [decided] = await Promise.allSettled([decide(current)])
  const changes = ownWork(() => {
    if (decided.status === 'rejected') throw decided.reason
    return [...decided.value].flatMap(([phone, to]) => {
      const row = standing.get(phone)
      return row ? [{ place: Number(row.place), to }] : []
    })
  })
  if (changes.length === 0) return { total: head.total }
  const version = head.version + 1
  const groups = await writeChanges({ tx, head }, changes, version)
  const total = head.total - changes.length + countOf(groups)
  await updateHead(tx, head, {
    ...{ total, version, generation: head.generation + 1 },
    fieldNames: withHeaders(head.fieldNames, groups),
  })
  return { total }
}

/** Ends all old rows before it adds new ones: two contacts may swap their phones. */
async function writeChanges(
  { tx, head }: Work,
  changes: readonly { readonly place: number; readonly to: StoredContact | null }[],
  version: number,
): Promise<readonly AddedGroup[]> {
  const { userId, content } = head
  for (const some of slices(changes, MERGED_AT_ONCE)) {
    await tx
      .updateTable('contacts')
      .set({ until: version, ended_at: sql<Date>`now()` })
      .where('content', '=', content)
      .where(ownedBy(userId))
      .where('place', '=', sql<string>`any (${some.map(({ place }) => place)}::bigint[])`)
      .where('until', 'is', null)
      .execute()
  }
  const rows = ownWork(() =>
    changes.flatMap(({ place, to }) => (to ? [{ ...toRow(to), place }] : [])),
  )
  const groups: AddedGroup[] = []
  for (const some of slices(rows, ROWS_AT_ONCE)) {
    groups.push(...(await insertRows(tx, { userId, content, since: version, rows: some })))
  }
  return groups
}

async function findRows(
  { tx, head }: Work,
  phones: readonly string[],
): Promise<readonly StandingRow[]> {
  const { rows } = await sql<StandingRow>`
    select place, phone, name, headers, cells, created_at, origin from contacts
    where user_id = ${head.userId}::text and ${contentIs('content', head.content)} and until is null
      and person = any (${phones.map((phone) => identityOf({ phone }))}::bigint[])
      and phone = any (${phones.map((phone) => phoneNumber({ phone }))}::bigint[])
  `.execute(tx)
  return rows
}

export function isPhone(text: string): boolean {
  return /^[1-9]\d{0,14}$/.test(text)
}

function* slices<Item>(items: readonly Item[], size: number): Generator<readonly Item[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size)
}

import { sql } from 'kysely'
import { AppError } from '../../contract/errors.ts'
import type { StoredContact } from '../../domain/contacts/contact-list-store.ts'
import type { ContactSearch } from '../../domain/contacts/contact-search.ts'
import { asked, type Database } from '../database.ts'
import { type ContactCells, needleOf, ownedBy, toContact } from './contact-rows.ts'
import type { ListHead } from './list-heads.ts'

type WindowRow = {
  readonly last: string | null
  readonly looked: string
  readonly bytes: string | null
  /** Null where nothing was found. */
  readonly place: string | null
} & ContactCells

/** A stretch of a list, of which a search may have found no row. */
type Window = {
  readonly rows: readonly { readonly place: number; readonly contact: StoredContact }[]
  /** The last place that was looked at; `bytes`: how much was read. */
  readonly last: number
  readonly bytes: number
  readonly isEnd: boolean
}

/** Bytes that a contact takes besides its texts. */
const BYTES_A_CONTACT = 64

export const WINDOW_ROWS = 2_000
/** Rows of a window in a search, which returns few of them. */
export const SEARCHED_ROWS = 20_000
/** Where few places have a contact, a window grows to so many times its places. */
const WIDEST = 16

/**
 * Reads a list as it was when its head was read, in windows from a place on. The server leaves out
 * rows that cannot match a search; the caller checks the others.
 */
export async function* readWindows(
  db: Database,
  head: ListHead,
  {
    after = 0,
    size,
    search,
    signal,
  }: {
    readonly after?: number
    readonly size: number
    readonly search?: ContactSearch | undefined
    readonly signal?: AbortSignal | undefined
  },
): AsyncGenerator<Window, void, undefined> {
  const needle = search ? needleOf(search.text) : null
  const digits = needle === null ? null : search?.digits || null
  let span = size
  for (let from = after; ; ) {
    signal?.throwIfAborted()
    const { lookedCount, ...window } = await readWindow({ from, to: from + span })
    yield window
    if (window.isEnd) return
    from = window.last
    span = lookedCount < span / 2 ? Math.min(span * 2, size * WIDEST) : size
  }

  /**
   * Bounds the places on both sides: without statistics of a new list the server might read
   * further.
   */
  async function readWindow({ from, to }: { readonly from: number; readonly to: number }) {
    const { content, version, lastPlace } = head
    const { rows: found } = await asked(() =>
      sql<WindowRow>`
        with looked as materialized (
          select * from contacts
          where content = ${content}::bigint
            and place > ${from}::bigint and place <= ${to}::bigint
            and ${ownedBy(head.userId)} and since <= ${version}::bigint
            and (until is null or until > ${version}::bigint)
          order by place limit ${size}::int
        ), extent as (
          select max(place) as last, count(*) as looked, sum(
            octet_length(name) + coalesce(octet_length(headers) + octet_length(cells), 0)
          ) as bytes from looked
        )
        select extent.*, found.place, found.phone, found.name, found.headers, found.cells,
          found.created_at, found.origin
        from extent left join looked found on ${needle}::text is null
          or strpos(found.folded_name, ${needle}::text) > 0
          or strpos(found.folded_cells, ${needle}::text) > 0
          or strpos(found.phone::text, ${digits}::text) > 0
        order by found.place
      `.execute(db),
    )
    const [extent] = found
    const lookedCount = Number(extent?.looked ?? 0)
    const last = lookedCount === size ? Number(extent?.last) : Math.min(to, lastPlace)
    return {
      rows: found.flatMap((row) =>
        row.place === null ? [] : [{ place: Number(row.place), contact: toContact(row) }],
      ),
      last,
      lookedCount,
      bytes: Number(extent?.bytes ?? 0) + lookedCount * BYTES_A_CONTACT,
      isEnd: last >= lastPlace,
    }
  }
}

/**
 * Called after rows of a list were read: rows that were replaced are kept for some time only.
 * @throws AppError `list_changed` where rows may have been missing
 */
export async function checkKept(
  db: Database,
  { userId, content, version }: ListHead,
): Promise<void> {
  const kept = await asked(() =>
    db
      .selectFrom('contact_contents')
      .where((row) => row.and({ user_id: userId, content }))
      .select('cleared_version')
      .executeTakeFirst(),
  )
  if (!kept || Number(kept.cleared_version) > version) {
    throw new AppError('list_changed', 'rows that were read are kept no more')
  }
}

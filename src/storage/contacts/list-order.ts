import type { FileHandle } from 'node:fs/promises'
import { toContactWire } from '../../contract/contacts/contact-list.ts'
import {
  createKeyOrder,
  createRowFilter,
  createRowRank,
  foldRow,
  type ListView,
  SEARCH_RANKS,
  type SortKey,
  sortKeyOf,
} from '../../contract/contacts/list-view.ts'
import { formatCount } from '../../contract/display.ts'
import { AppError } from '../../contract/errors.ts'
import type { StoredContact } from '../../domain/contacts/contact-list-store.ts'
import { contactSearch } from '../../domain/contacts/contact-search.ts'
import { phoneNumber } from '../../domain/contacts/phone-set.ts'
import { readParts } from './contact-file.ts'
import type { ListRecord } from './contact-recovery.ts'
import { sortInPieces } from './sort-in-pieces.ts'

/** Rows of one view whose places are known; further ones are found by a narrower view. */
const ORDERED_ROWS_MAX = 1_000_000
/** Their keys are in memory while they are put in order. */
const SORTED_ROWS_MAX = 250_000

export type OpenedList = {
  readonly file: Pick<FileHandle, 'read'>
  readonly path: string
  readonly record: ListRecord
}

/** Where the rows of a view stand in the file of their list, in the order of the view. */
export type ListOrder = {
  /** Rows that the view has; the places of no more than `ORDERED_ROWS_MAX` are kept. */
  readonly foundCount: number
  readonly size: number
  readonly starts: Float64Array
  readonly lengths: Uint32Array
  readonly phones: Float64Array
}

/**
 * Reads a whole list once, in pieces that leave the event loop free.
 * @throws AppError `invalid` where too many rows are to be sorted; DamagedFileError
 */
export async function readListOrder(
  { file, path, record }: OpenedList,
  { search, sorting, filter }: ListView,
  signal: AbortSignal | undefined,
): Promise<ListOrder> {
  const sought = contactSearch(search) ?? undefined
  const rankOf = sought && createRowRank(search)
  const isMet = filter ? createRowFilter(filter) : () => true
  const starts: number[] = []
  const lengths: number[] = []
  const phones: number[] = []
  const keys: SortKey[] = []
  const ranks: number[][] = Array.from({ length: rankOf ? SEARCH_RANKS : 1 }, () => [])
  let foundCount = 0
  const parts = readParts(file, { path, from: 0, to: record.bytes, search: sought })
  for await (const { contacts, starts: begins, ends } of parts) {
    signal?.throwIfAborted()
    for (const [place, contact] of contacts.entries()) {
      const row = toContactWire(contact)
      if (!isMet(row)) continue
      const rank = rankOf ? rankOf(row, foldRow(row)) : 0
      if (rank === null) continue
      foundCount += 1
      if (sorting && foundCount > SORTED_ROWS_MAX) throw tooManyToSort()
      if (foundCount > ORDERED_ROWS_MAX) continue
      ranks[rank]?.push(starts.length)
      const start = begins[place] ?? 0
      starts.push(start)
      lengths.push((ends[place] ?? 0) - start)
      phones.push(phoneNumber(contact))
      if (sorting) keys.push(sortKeyOf(row, sorting.column))
    }
  }
  const order: number[] = []
  const byKey = sorting && createKeyOrder(sorting)
  for (const rows of ranks) {
    const sorted = byKey
      ? await sortInPieces(rows, (a, b) => byKey(keys[a] ?? none, keys[b] ?? none))
      : rows
    for (const row of sorted) order.push(row)
  }
  return {
    foundCount,
    size: order.length,
    starts: Float64Array.from(order, (row) => starts[row] ?? 0),
    lengths: Uint32Array.from(order, (row) => lengths[row] ?? 0),
    phones: Float64Array.from(order, (row) => phones[row] ?? 0),
  }
}

const none: SortKey = { text: '', number: Number.NaN }

function tooManyToSort(): AppError {
  const message = `São postos em ordem até ${formatCount(SORTED_ROWS_MAX)} contatos; busque ou filtre antes.`
  return new AppError('invalid', 'too many rows to sort', { details: [{ path: 'ordem', message }] })
}

const READ_AT_ONCE = 16

/** Reads rows of a view by their places; those that lie together are read together. */
export async function readOrdered(
  { file, path }: Pick<OpenedList, 'file' | 'path'>,
  { starts, lengths, size }: ListOrder,
  { from, limit }: { readonly from: number; readonly limit: number },
): Promise<readonly StoredContact[]> {
  const spans: { readonly start: number; end: number }[] = []
  for (let place = from; place < Math.min(from + limit, size); place += 1) {
    const start = starts[place] ?? 0
    const end = start + (lengths[place] ?? 0)
    const last = spans.at(-1)
    if (last?.end === start) last.end = end
    else spans.push({ start, end })
  }
  const found: StoredContact[] = []
  for (let at = 0; at < spans.length; at += READ_AT_ONCE) {
    const read = await Promise.all(spans.slice(at, at + READ_AT_ONCE).map(readSpan))
    found.push(...read.flat())
  }
  return found

  async function readSpan({ start, end }: { readonly start: number; readonly end: number }) {
    const contacts: StoredContact[] = []
    for await (const part of readParts(file, { path, from: start, to: end })) {
      contacts.push(...part.contacts)
    }
    return contacts
  }
}

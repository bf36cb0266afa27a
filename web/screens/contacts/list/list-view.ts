import type { ListRow } from '#contract/contacts/list-rows.ts'
import {
  type Column,
  columnKey,
  createKeyOrder,
  createRowFilter,
  createRowRank,
  digitsOf,
  foldRow,
  type ListView,
  SEARCH_RANKS,
  type Sorting,
  sortKeyOf,
} from '#contract/contacts/list-view.ts'
import { foldText } from '#contract/fold.ts'
import { formatPhone } from '../../../format.ts'
import { onceEach } from '../../../once-each.ts'

export const nameColumn: Column = { kind: 'name' }
export const phoneColumn: Column = { kind: 'phone' }

export function columnsOf(headers: readonly string[]): readonly Column[] {
  return [nameColumn, phoneColumn, ...headers.map((header) => ({ kind: 'field', header }) as const)]
}

export function columnLabel(column: Column): string {
  if (column.kind === 'field') return column.header
  return column.kind === 'name' ? 'Nome' : 'Telefone'
}

/** Whether a cell may say nothing: a contact without a phone is none. */
export function mayBeEmpty({ kind }: Column): boolean {
  return kind !== 'phone'
}

/** What the person of a row is called. */
export function personOf({ name, phone }: ListRow): string {
  return name || formatPhone(phone)
}

export function sameColumn(a: Column, b: Column): boolean {
  return columnKey(a) === columnKey(b)
}

export function withCell(row: ListRow, column: Column, text: string): ListRow {
  if (column.kind === 'field') return { ...row, campos: { ...row.campos, [column.header]: text } }
  return { ...row, [column.kind]: text }
}

/** The rows that are shown, in their order: what matches the search best comes first. */
export function shownRows(
  rows: readonly ListRow[],
  { search, sorting, filter }: ListView,
): readonly ListRow[] {
  const filtered = filter ? rows.filter(createRowFilter(filter)) : rows
  const sorted = sorting ? sortedRows(filtered, sorting) : filtered
  return search.trim() === '' ? sorted : foundRows(sorted, search)
}

function sortedRows(rows: readonly ListRow[], { column, isDescending }: Sorting) {
  const order = createKeyOrder({ isDescending })
  const keyed = rows.map((row) => ({ row, key: sortKeyOf(row, column) }))
  keyed.sort((a, b) => order(a.key, b.key))
  return keyed.map(({ row }) => row)
}

const foldedOf = onceEach(foldRow)

function foundRows(rows: readonly ListRow[], search: string): readonly ListRow[] {
  const rankOf = createRowRank(search)
  const ranks: ListRow[][] = Array.from({ length: SEARCH_RANKS }, () => [])
  for (const row of rows) {
    const rank = rankOf(row, foldedOf(row))
    if (rank !== null) ranks[rank]?.push(row)
  }
  return ranks.flat()
}

export type Piece = { readonly text: string; readonly isMatch: boolean }

/** A text in pieces, with what the search found in it. */
export function piecesOf(text: string, search: string): readonly Piece[] {
  const wanted = foldText(search.trim())
  const digits = digitsOf(search)
  const found = wanted === '' ? null : placeOf(text, (letter) => foldText(letter), wanted)
  const place =
    found ?? (digits === '' ? null : placeOf(text, (letter) => letter.replace(/\D/, ''), digits))
  if (!place) return [{ text, isMatch: false }]
  const [from, to] = place
  return [
    { text: text.slice(0, from), isMatch: false },
    { text: text.slice(from, to), isMatch: true },
    { text: text.slice(to), isMatch: false },
  ].filter((piece) => piece.text !== '')
}

/** Where in the text what is sought stands, when each letter is written as `write` does. */
function placeOf(
  text: string,
  write: (letter: string) => string,
  wanted: string,
): readonly [number, number] | null {
  let written = ''
  const places: number[] = []
  for (let at = 0; at < text.length; at += 1) {
    const letters = write(text.charAt(at))
    for (const _ of letters) places.push(at)
    written += letters
  }
  const from = written.indexOf(wanted)
  if (from < 0) return null
  return [places[from] ?? 0, (places[from + wanted.length - 1] ?? 0) + 1]
}

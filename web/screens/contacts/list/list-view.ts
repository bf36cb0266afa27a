import { FilterOp } from '#contract/campaigns/filter-op.ts'
import type { ListRow } from '#contract/contacts/list-rows.ts'
import { foldText } from '#contract/fold.ts'

/** A column of a list: the name, the phone, or a further one by its header. */
export type Column =
  | { readonly kind: 'name' | 'phone' }
  | { readonly kind: 'field'; readonly header: string }

export type Sorting = { readonly column: Column; readonly isDescending: boolean }

export type RowFilter = {
  readonly column: Column
  readonly op: FilterOp
  readonly value: string
}

export type View = {
  readonly search: string
  readonly sorting: Sorting | null
  readonly filter: RowFilter | null
}

export const nameColumn: Column = { kind: 'name' }
export const phoneColumn: Column = { kind: 'phone' }

export function columnsOf(headers: readonly string[]): readonly Column[] {
  return [nameColumn, phoneColumn, ...headers.map((header) => ({ kind: 'field', header }) as const)]
}

export function columnLabel(column: Column): string {
  if (column.kind === 'field') return column.header
  return column.kind === 'name' ? 'Nome' : 'Telefone'
}

export function sameColumn(a: Column, b: Column): boolean {
  return columnKey(a) === columnKey(b)
}

export function columnKey(column: Column): string {
  return column.kind === 'field' ? `field ${column.header}` : column.kind
}

export function cellOf(row: ListRow, column: Column): string {
  return column.kind === 'field' ? (row.campos?.[column.header] ?? '') : row[column.kind]
}

export function withCell(row: ListRow, column: Column, text: string): ListRow {
  if (column.kind === 'field') return { ...row, campos: { ...row.campos, [column.header]: text } }
  return { ...row, [column.kind]: text }
}

/** The rows that are shown, in their order: what matches the search best comes first. */
export function shownRows(
  rows: readonly ListRow[],
  { search, sorting, filter }: View,
): readonly ListRow[] {
  const filtered = filter ? rows.filter(filterCheck(filter)) : rows
  const sorted = sorting ? sortedRows(filtered, sorting) : filtered
  return search.trim() === '' ? sorted : foundRows(sorted, search)
}

function filterCheck({ column, op, value }: RowFilter): (row: ListRow) => boolean {
  const wanted = foldText(value).trim()
  const cell = (row: ListRow) => foldText(cellOf(row, column)).trim()
  switch (op) {
    case FilterOp.equals:
      return (row) => cell(row) === wanted
    case FilterOp.differs:
      return (row) => cell(row) !== wanted
    case FilterOp.contains:
      return (row) => cell(row).includes(wanted)
    case FilterOp.empty:
      return (row) => cell(row) === ''
    case FilterOp.filled:
      return (row) => cell(row) !== ''
  }
}

/** By folded text, or by number where both are numbers; empty cells last either way. */
function sortedRows(
  rows: readonly ListRow[],
  { column, isDescending }: Sorting,
): readonly ListRow[] {
  const sign = isDescending ? -1 : 1
  const keyed = rows.map((row) => {
    const text = foldText(cellOf(row, column)).trim()
    const number = text === '' ? Number.NaN : Number(text.replace(',', '.'))
    return { row, text, number }
  })
  keyed.sort((a, b) => {
    if (a.text === '' || b.text === '') return Number(a.text === '') - Number(b.text === '')
    const isNumeric = !Number.isNaN(a.number) && !Number.isNaN(b.number)
    if (isNumeric) return (a.number - b.number) * sign
    if (a.text === b.text) return 0
    return a.text < b.text ? -sign : sign
  })
  return keyed.map(({ row }) => row)
}

type Folded = { readonly name: string; readonly others: string }

/** Each row is folded once: a search asks with every letter. */
const folded = new WeakMap<ListRow, Folded>()

function foldedOf(row: ListRow): Folded {
  const known = folded.get(row)
  if (known) return known
  const others = foldText(Object.values(row.campos ?? {}).join('\n'))
  const made = { name: foldText(row.name), others }
  folded.set(row, made)
  return made
}

/** Begins with it, has a word that does, has it in the name, in the phone, elsewhere. */
const RANKS = 5

function foundRows(rows: readonly ListRow[], search: string): readonly ListRow[] {
  const text = foldText(search.trim())
  const digits = digitsOf(search)
  const ranks: ListRow[][] = Array.from({ length: RANKS }, () => [])
  for (const row of rows) {
    const rank = rankOf(row, text, digits)
    if (rank !== null) ranks[rank]?.push(row)
  }
  return ranks.flat()
}

function rankOf(row: ListRow, text: string, digits: string): number | null {
  const { name, others } = foldedOf(row)
  const at = name.indexOf(text)
  if (at === 0) return 0
  if (at > 0) return name.includes(` ${text}`) ? 1 : 2
  if (digits !== '' && row.phone.includes(digits)) return 3
  return others.includes(text) ? 4 : null
}

/** Digits of a search that can only mean a phone. */
function digitsOf(search: string): string {
  return /^[\d\s()+.-]+$/.test(search) ? search.replace(/\D/g, '') : ''
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

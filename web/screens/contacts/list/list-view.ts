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
import { foundIn, type Place } from '../../../parts/found-in.ts'

export const nameColumn: Column = { kind: 'name' }
export const phoneColumn: Column = { kind: 'phone' }

export function columnsOf(headers: readonly string[]): readonly Column[] {
  return [nameColumn, phoneColumn, ...headers.map((header) => ({ kind: 'field', header }) as const)]
}

export function columnLabel(column: Column): string {
  if (column.kind === 'field') return column.header
  return column.kind === 'name' ? 'Nome' : 'Telefone'
}

/** Whether a cell may be empty: every contact needs a phone. */
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

/** Where in a text the search found something: as it is written, or else among its digits. */
export function foundInCell(text: string, search: string): readonly Place[] {
  const found = foundIn(text, [foldText(search.trim())])
  return found.length > 0 ? found : foundIn(text, [digitsOf(search)], digitOf)
}

const digitOf = (character: string) => character.replace(/\D/u, '')

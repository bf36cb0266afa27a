import { FilterOp } from '../campaigns/filter-op.ts'
import { foldText } from '../fold.ts'
import type { ListRow } from './list-rows.ts'

/**
 * How the rows of a list are shown: searched, filtered, in order. The console does it with the
 * rows of a short list, the server with those of a long one.
 */

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

export type ListView = {
  readonly search: string
  readonly sorting: Sorting | null
  readonly filter: RowFilter | null
}

export const wholeView: ListView = { search: '', sorting: null, filter: null }

const FIELD = 'campo:'

/** A column as an address names it. */
export function columnKey(column: Column): string {
  return column.kind === 'field' ? `${FIELD}${column.header}` : column.kind
}

/** Undefined where the key names none. */
export function columnOf(key: string): Column | undefined {
  if (key === 'name' || key === 'phone') return { kind: key }
  if (!key.startsWith(FIELD)) return undefined
  return { kind: 'field', header: key.slice(FIELD.length) }
}

export function cellOf(row: ListRow, column: Column): string {
  return column.kind === 'field' ? (row.campos?.[column.header] ?? '') : row[column.kind]
}

export function createRowFilter({ column, op, value }: RowFilter): (row: ListRow) => boolean {
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

/** What a row is sorted by. */
export type SortKey = { readonly text: string; readonly number: number }

export function sortKeyOf(row: ListRow, column: Column): SortKey {
  const text = foldText(cellOf(row, column)).trim()
  return { text, number: text === '' ? Number.NaN : Number(text.replace(',', '.')) }
}

/** Numbers by their size and before texts, these folded; empty cells last either way. */
export function createKeyOrder({ isDescending }: Pick<Sorting, 'isDescending'>) {
  const sign = isDescending ? -1 : 1
  return (a: SortKey, b: SortKey): number => {
    if (a.text === '' || b.text === '') return Number(a.text === '') - Number(b.text === '')
    const [isNumber, isOtherNumber] = [!Number.isNaN(a.number), !Number.isNaN(b.number)]
    if (isNumber !== isOtherNumber) return isNumber ? -sign : sign
    if (isNumber && a.number !== b.number) return a.number < b.number ? -sign : sign
    if (a.text === b.text) return 0
    return a.text < b.text ? -sign : sign
  }
}

/** Begins with it, has a word that does, has it in the name, in the phone, elsewhere. */
export const SEARCH_RANKS = 5

export type FoldedRow = { readonly name: string; readonly others: string }

export function foldRow({ name, campos }: ListRow): FoldedRow {
  return { name: foldText(name), others: foldText(Object.values(campos ?? {}).join('\n')) }
}

/** How well a row matches, 0 best; null: not at all. */
export function createRowRank(search: string) {
  const text = foldText(search.trim())
  const digits = digitsOf(search)
  return ({ phone }: Pick<ListRow, 'phone'>, { name, others }: FoldedRow): number | null => {
    const at = name.indexOf(text)
    if (at === 0) return 0
    if (at > 0) return name.includes(` ${text}`) ? 1 : 2
    if (digits !== '' && phone.includes(digits)) return 3
    return others.includes(text) ? 4 : null
  }
}

/** Digits of a search that can only mean a phone. */
export function digitsOf(search: string): string {
  return /^[\d\s()+.-]+$/.test(search) ? search.replace(/\D/g, '') : ''
}

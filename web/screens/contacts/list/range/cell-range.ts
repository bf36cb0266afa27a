import { CHANGED_ROWS_MAX } from '#contract/contacts/list-rows.ts'

/** A cell: its row of the view, and its column of those that are written into. */
export type CellPlace = { readonly row: number; readonly column: number }

/** From the cell that has the focus to the one that was led to. */
export type CellRange = { readonly anchor: CellPlace; readonly head: CellPlace }

/** First and last rows and columns, the last ones among them. */
export type CellBox = {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

/** As many rows as one call saves. */
export const RANGE_ROWS_MAX = CHANGED_ROWS_MAX

export function boxOf({ anchor, head }: CellRange): CellBox {
  return {
    top: Math.min(anchor.row, head.row),
    bottom: Math.max(anchor.row, head.row),
    left: Math.min(anchor.column, head.column),
    right: Math.max(anchor.column, head.column),
  }
}

export function sizeOf({ top, bottom, left, right }: CellBox) {
  return { rowCount: bottom - top + 1, columnCount: right - left + 1 }
}

export function samePlace(one: CellPlace, other: CellPlace): boolean {
  return one.row === other.row && one.column === other.column
}

/** Whether a range has as many rows as it may: it ends there, however far somebody leads it. */
export function isFull(box: CellBox): boolean {
  return sizeOf(box).rowCount >= RANGE_ROWS_MAX
}

/** Where a range ends that is led to a place: within the table, and not beyond what may be chosen. */
export function headFor(
  anchor: CellPlace,
  { row, column }: CellPlace,
  { rowCount, columnCount }: { readonly rowCount: number; readonly columnCount: number },
): CellPlace {
  const reach = RANGE_ROWS_MAX - 1
  const first = Math.max(0, anchor.row - reach)
  const last = Math.min(rowCount - 1, anchor.row + reach)
  return {
    row: Math.max(first, Math.min(row, last)),
    column: Math.max(0, Math.min(column, columnCount - 1)),
  }
}

/** Where a key with Shift leads the end of a range; undefined: it is no such key. */
export function ledBy(
  { key, isFar }: { readonly key: string /** With Ctrl. */; readonly isFar: boolean },
  { row, column }: CellPlace,
  pageRows: number,
): CellPlace | undefined {
  const step = isFar ? Number.POSITIVE_INFINITY : 1
  const places: Readonly<Record<string, CellPlace>> = {
    ArrowUp: { row: row - step, column },
    ArrowDown: { row: row + step, column },
    ArrowLeft: { row, column: column - step },
    ArrowRight: { row, column: column + step },
    PageUp: { row: row - pageRows, column },
    PageDown: { row: row + pageRows, column },
    Home: { row: isFar ? 0 : row, column: 0 },
    End: { row: isFar ? step : row, column: Number.POSITIVE_INFINITY },
  }
  return places[key]
}

/** What one row draws of a range: numbers alone, so that a row that draws the same is left alone. */
export type RowRange = {
  /** Its columns; -1: none. */
  readonly rangeFrom: number
  readonly rangeTo: number
  /** Whether it is the first row, and the last. */
  readonly isRangeTop: boolean
  readonly isRangeBottom: boolean
  /** The column of the cell that has the focus, where it is in this row; else -1. */
  readonly rangeAnchor: number
}

export const noRange: RowRange = {
  ...{ rangeFrom: -1, rangeTo: -1, isRangeTop: false, isRangeBottom: false, rangeAnchor: -1 },
}

export function rowRangeOf(range: CellRange | null, row: number): RowRange {
  if (!range) return noRange
  const { top, bottom, left, right } = boxOf(range)
  if (row < top || row > bottom) return noRange
  return {
    ...{ rangeFrom: left, rangeTo: right, isRangeTop: row === top, isRangeBottom: row === bottom },
    rangeAnchor: row === range.anchor.row ? range.anchor.column : -1,
  }
}

/** The sides of a cell that a range ends at, for the styles; undefined: it is not among the chosen. */
export function sidesOf(
  { rangeFrom, rangeTo, isRangeTop, isRangeBottom, rangeAnchor }: RowRange,
  column: number,
): string | undefined {
  if (column < rangeFrom || column > rangeTo) return undefined
  const sides = [
    'in',
    isRangeTop && 'top',
    isRangeBottom && 'bottom',
    column === rangeFrom && 'left',
    column === rangeTo && 'right',
    column === rangeAnchor && 'anchor',
  ]
  return sides.filter(Boolean).join(' ')
}

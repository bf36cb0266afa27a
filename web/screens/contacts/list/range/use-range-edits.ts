import type { ListRow } from '#contract/contacts/list-rows.ts'
import { type Column, cellOf } from '#contract/contacts/list-view.ts'
import { sentenceOf } from '../../../../api/calls/call-error.ts'
import { toastFailed, toastWarning } from '../../../../ui/overlays/toast.ts'
import { listMessages } from '../list-messages.ts'
import { mayBeEmpty } from '../list-view.ts'
import type { CellText, RowEdits } from '../use-row-edits.ts'
import type { ViewedRows } from '../use-viewed-rows.ts'
import { type CellBox, sizeOf } from './cell-range.ts'
import { rangeMessages } from './range-messages.ts'

/** What is written into cells that are chosen together, each time as one change. */
export function useRangeEdits(
  { edits, write }: Pick<RowEdits, 'edits' | 'write'>,
  { columns, readRows }: Pick<ViewedRows, 'readRows'> & { readonly columns: readonly Column[] },
) {
  return {
    empty: (box: CellBox) => settle(empty(box)),
    fillDown: (box: CellBox) => settle(fillDown(box)),
  }

  async function empty(box: CellBox): Promise<void> {
    const rows = await read(box)
    if (rows)
      put(
        box,
        rows.flatMap((row) => cellsOf(row, box, () => '')),
      )
  }

  /** The first row goes into those below it; a row alone gets what stands above it. */
  async function fillDown(box: CellBox): Promise<void> {
    const top = box.top === box.bottom ? box.top - 1 : box.top
    if (top < 0) return
    const [first, ...others] = (await read({ ...box, top })) ?? []
    if (!first) return
    const source = edits.get(first.phone)?.after ?? first
    const cells = others.flatMap((row) => cellsOf(row, box, (column) => cellOf(source, column)))
    put(box, cells)
  }

  /** All of the chosen rows, or null: with one of them missing nobody knows whose cells these are. */
  async function read(box: CellBox): Promise<readonly ListRow[] | null> {
    const { rowCount } = sizeOf(box)
    const read = await readRows(box.top, rowCount)
    const rows = read.filter((row) => row !== undefined)
    if (rows.length === rowCount) return rows
    toastWarning(rangeMessages.nothingChanged)
    return null
  }

  /** The cells of a row that somebody may write the same into as into others. */
  function cellsOf(
    row: ListRow,
    box: CellBox,
    textOf: (column: Column) => string,
  ): readonly CellText[] {
    return columnsIn(columns, box)
      .filter(mayBeEmpty)
      .map((column) => ({ row, column, text: textOf(column) }))
  }

  function put(box: CellBox, cells: readonly CellText[]): void {
    write(cells)
    if (!columnsIn(columns, box).every(mayBeEmpty)) toastWarning(rangeMessages.phonesKept)
  }
}

export function columnsIn(columns: readonly Column[], { left, right }: CellBox): readonly Column[] {
  return columns.slice(left, right + 1)
}

function settle(work: Promise<void>): void {
  work.catch((error: unknown) => toastFailed(sentenceOf(error, listMessages.viewFailed)))
}

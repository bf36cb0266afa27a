import { useCallback, useState } from 'react'
import type { Column } from '#contract/contacts/list-view.ts'
import { sentenceOf } from '../../../../api/calls/call-error.ts'
import { toastDone, toastFailed } from '../../../../ui/overlays/toast.ts'
import { listMessages } from '../list-messages.ts'
import type { CellBox } from '../range/cell-range.ts'
import type { RowEdits } from '../use-row-edits.ts'
import type { ViewedRows } from '../use-viewed-rows.ts'
import type { PasteArea } from './fit-block.ts'

/** Where a block is put: the place of the row in the view, and that of the column in the table. */
export type PastePlace = {
  readonly row: number
  readonly column: number
  /** The cells that are chosen to paste on, where they are several. */
  readonly area?: PasteArea
}

/** Puts copied blocks into the list, as changes to be saved; returns what the last one left out. */
export function usePaste(
  { edits, write }: Pick<RowEdits, 'edits' | 'write'>,
  { columns, readRows }: Pick<ViewedRows, 'readRows'> & { readonly columns: readonly Column[] },
) {
  const [leftOut, setLeftOut] = useState<string | null>(null)
  const dismiss = useCallback(() => setLeftOut(null), [])
  return {
    leftOut,
    dismiss,
    /** Returns the cells that the block came to. */
    paste: (text: string, place: PastePlace): Promise<CellBox | null> =>
      put(text, place).catch((error: unknown) => {
        toastFailed(sentenceOf(error, listMessages.pasteFailed))
        return null
      }),
  }

  async function put(text: string, { row, column, area }: PastePlace): Promise<CellBox | null> {
    const { pasteBlock } = await import('./paste-block.ts')
    const {
      cells,
      size,
      leftOut: words,
    } = await pasteBlock(text, {
      ...{ edits, columns: columns.slice(column), area },
      readRows: (count) => readRows(row, count),
    })
    write(cells)
    setLeftOut(words)
    if (words === null && cells.length === 0) toastDone(listMessages.pastedSame)
    const { rowCount, columnCount } = size
    if (rowCount === 0 || columnCount === 0) return null
    return { top: row, bottom: row + rowCount - 1, left: column, right: column + columnCount - 1 }
  }
}

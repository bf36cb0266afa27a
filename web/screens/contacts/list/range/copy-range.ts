import type { ListRow } from '#contract/contacts/list-rows.ts'
import type { Column } from '#contract/contacts/list-view.ts'
import { sentenceOf } from '../../../../api/calls/call-error.ts'
import { toastDone, toastFailed, toastWarning } from '../../../../ui/overlays/toast.ts'
import { writeBlock } from '../clipboard/write-block.ts'
import { listMessages } from '../list-messages.ts'
import type { ViewedRows } from '../use-viewed-rows.ts'
import { type CellBox, sizeOf } from './cell-range.ts'
import { rangeMessages } from './range-messages.ts'
import { columnsIn } from './use-range-edits.ts'

/**
 * Puts the chosen cells on the clipboard. Rows that are not here are read first: then they go there if
 * the browser lets the page write there later, or are here for the next copy.
 */
export function copyRange(
  box: CellBox,
  {
    rows,
    columns,
    nowOf,
    readRows,
    put,
    onCut,
  }: {
    readonly rows: readonly (ListRow | undefined)[]
    readonly columns: readonly Column[]
    readonly nowOf: (row: ListRow) => ListRow
    /** Puts a text on the clipboard at once, which browsers take only while they ask for it. */
    readonly put: (text: string) => void
    /** Called once the cells are on the clipboard; null: they are only copied. */
    readonly onCut: (() => void) | null
  } & Pick<ViewedRows, 'readRows'>,
): void {
  const { rowCount } = sizeOf(box)
  const text = textOf(rows.slice(box.top, box.bottom + 1))
  if (text === null) {
    later().catch((error: unknown) => toastFailed(sentenceOf(error, listMessages.viewFailed)))
    return
  }
  put(text)
  finish()

  function finish(): void {
    toastDone(rangeMessages.copied(box))
    onCut?.()
  }

  function textOf(chosen: readonly (ListRow | undefined)[]): string | null {
    const here = chosen.filter((row) => row !== undefined)
    if (here.length < rowCount) return null
    return writeBlock(here.map(nowOf), columnsIn(columns, box))
  }

  async function later(): Promise<void> {
    const read = textOf(await readRows(box.top, rowCount))
    if (read === null) toastWarning(rangeMessages.readFailed)
    else if (await isWritten(read)) finish()
    else toastWarning(onCut ? rangeMessages.cutAgain : rangeMessages.copyAgain)
  }
}

/** Whether the browser took a text without a key that asks for it. */
async function isWritten(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

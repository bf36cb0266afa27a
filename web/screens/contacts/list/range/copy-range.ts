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
 * The text of the chosen cells; null where some of their rows are not here: those are read, and go to
 * the clipboard where the browser lets the page write there later, or are there for the next copy.
 */
export function copyRange(
  box: CellBox,
  {
    rows,
    columns,
    nowOf,
    readRows,
  }: {
    readonly rows: readonly (ListRow | undefined)[]
    readonly columns: readonly Column[]
    readonly nowOf: (row: ListRow) => ListRow
  } & Pick<ViewedRows, 'readRows'>,
): string | null {
  const { rowCount } = sizeOf(box)
  const text = textOf(rows.slice(box.top, box.bottom + 1))
  if (text === null) {
    later().catch((error: unknown) => toastFailed(sentenceOf(error, listMessages.viewFailed)))
  } else toastDone(rangeMessages.copied(box))
  return text

  function textOf(chosen: readonly (ListRow | undefined)[]): string | null {
    const here = chosen.filter((row) => row !== undefined)
    if (here.length < rowCount) return null
    return writeBlock(here.map(nowOf), columnsIn(columns, box))
  }

  async function later(): Promise<void> {
    const read = textOf(await readRows(box.top, rowCount))
    if (read === null) toastWarning(rangeMessages.readFailed)
    else if (await isWritten(read)) toastDone(rangeMessages.copied(box))
    else toastWarning(rangeMessages.copyAgain)
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

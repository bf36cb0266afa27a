import { type RefObject, useEffect, useEffectEvent } from 'react'
import type { ListRow } from '#contract/contacts/list-rows.ts'
import { type Column, cellOf } from '#contract/contacts/list-view.ts'
import { formatPhone } from '../../../../format.ts'
import { toastDone, toastWarning } from '../../../../ui/overlays/toast.ts'
import { isElsewhere } from '../../page-keys.ts'
import type { PastePlace } from '../clipboard/use-paste.ts'
import { writeBlock } from '../clipboard/write-block.ts'
import { listMessages } from '../list-messages.ts'
import { type CellBox, sizeOf } from '../range/cell-range.ts'
import { copyRange } from '../range/copy-range.ts'
import type { RowEdit, RowEdits } from '../use-row-edits.ts'
import type { ViewedRows } from '../use-viewed-rows.ts'
import { type Grid, placeOf, WRITTEN } from './use-grid.ts'

/**
 * Copies the chosen cells, or the chosen rows, or else the cell that has the focus, and takes what is
 * pasted on cells. Cells can be cut as well. Listens on the document: browsers may not send these
 * events to what has the focus.
 */
export function useClipboard(
  { frame, focusOn }: Pick<Grid, 'frame' | 'focusOn'>,
  {
    rows,
    columns,
    edits,
    chosen,
    box,
    readRows,
    onType,
    onEmpty,
    onPaste,
  }: {
    readonly rows: readonly (ListRow | undefined)[]
    readonly columns: readonly Column[]
    readonly edits: ReadonlyMap<string, RowEdit>
    readonly chosen: ReadonlySet<string>
    /** The cells that are chosen together. */
    readonly box: CellBox | null
    readonly onType: RowEdits['type']
    readonly onEmpty: (box: CellBox) => void
    readonly onPaste: (text: string, place: PastePlace) => void
  } & Pick<ViewedRows, 'readRows'>,
): void {
  const nowOf = (row: ListRow) => edits.get(row.phone)?.after ?? row
  const focused = (controls: string) => {
    const control = focusedIn(frame, controls)
    const place = placeOf(control)
    const row = place && rows[place.row]
    const column = place && columns[place.column - 1]
    return row && column ? { control, place, row, column } : null
  }
  const put = (event: ClipboardEvent, text: string) => {
    event.clipboardData?.setData('text/plain', text)
    event.preventDefault()
  }
  const copyBox = (event: ClipboardEvent, from: CellBox, onCut: (() => void) | null) => {
    event.preventDefault()
    const here = { rows, columns, nowOf, readRows }
    copyRange(from, { ...here, put: (text) => put(event, text), onCut })
  }
  const copyCell = (event: ClipboardEvent) => {
    const cell = focused('button')
    if (!cell) return null
    const text = cellOf(nowOf(cell.row), cell.column)
    const isPhone = cell.column.kind === 'phone' && text === cell.row.phone
    put(event, isPhone ? formatPhone(text) : text)
    return cell
  }

  const copy = useEffectEvent((event: ClipboardEvent) => {
    if (!isOfTable(event)) return
    if (box) {
      copyBox(event, box, null)
      return
    }
    if (chosen.size === 0) {
      copyCell(event)
      return
    }
    const copied = rows.flatMap((row) => (row && chosen.has(row.phone) ? [nowOf(row)] : []))
    put(event, writeBlock(copied, columns))
    const isWhole = copied.length === chosen.size
    if (isWhole) toastDone(listMessages.copied(copied.length))
    else toastWarning(listMessages.copiedSome(copied.length, chosen.size))
  })
  const cut = useEffectEvent((event: ClipboardEvent) => {
    if (!isOfTable(event)) return
    if (box) {
      copyBox(event, box, () => onEmpty(box))
      return
    }
    const cell = copyCell(event)
    if (cell) onType(cell.row, cell.column, '')
  })
  const paste = useEffectEvent((event: ClipboardEvent) => {
    if (event.defaultPrevented || document.querySelector('dialog[open]')) return
    const text = event.clipboardData?.getData('text/plain') ?? ''
    // Into a field that is open goes the text of one cell; a block goes over the cells.
    const isBlock = /[\t\r\n]/.test(text.trimEnd())
    const cell = text === '' ? null : focused(isBlock ? `button, ${WRITTEN}` : 'button')
    if (!cell) return
    event.preventDefault()
    if (cell.control?.matches(WRITTEN)) {
      cell.control.blur()
      focusOn(cell.place)
    }
    if (box) onPaste(text, { row: box.top, column: box.left, area: sizeOf(box) })
    else onPaste(text, { row: cell.place.row, column: cell.place.column - 1 })
  })
  useEffect(() => {
    const listeners = [
      ['copy', (event: ClipboardEvent) => copy(event)],
      ['cut', (event: ClipboardEvent) => cut(event)],
      ['paste', (event: ClipboardEvent) => paste(event)],
    ] as const
    for (const [type, listener] of listeners) document.addEventListener(type, listener)
    return () => {
      for (const [type, listener] of listeners) document.removeEventListener(type, listener)
    }
  }, [])
}

function focusedIn(frame: RefObject<HTMLElement | null>, controls: string): HTMLElement | null {
  const active = document.activeElement
  const isHere = active instanceof HTMLElement && frame.current?.contains(active) === true
  return isHere && active.matches(controls) && active.closest('tbody') ? active : null
}

/** Whether a copy is not of a text: of a field, of a dialog, or one that is selected in the page. */
function isOfTable({ defaultPrevented }: ClipboardEvent): boolean {
  if (defaultPrevented || isElsewhere(document.activeElement)) return false
  return document.getSelection()?.isCollapsed !== false
}

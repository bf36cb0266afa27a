import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ListRow } from '#contract/contacts/list-rows.ts'
import type { Column } from '#contract/contacts/list-view.ts'
import { type Grid, placeOf, WRITTEN } from '../table/use-grid.ts'
import {
  boxOf,
  type CellBox,
  type CellPlace,
  type CellRange,
  headFor,
  ledBy,
  samePlace,
} from './cell-range.ts'

export type CellRangeChoice = ReturnType<typeof useCellRange>

/**
 * The cells that are chosen together, from the one that has the focus on. Shift leads their end;
 * any other way to another cell, Esc, and a cell that is written into drop them.
 */
export function useCellRange(
  { frame, stop, focusOn, pageRows }: Grid,
  {
    rows,
    columns,
    onEmpty,
    onFillDown,
  }: {
    readonly rows: readonly (ListRow | undefined)[]
    readonly columns: readonly Column[]
    readonly onEmpty: (box: CellBox) => void
    readonly onFillDown: (box: CellBox) => void
  },
) {
  const [last, setRange] = useState<CellRange | null>(null)
  const isSeen = useRef(true)
  const jump = useRef(0)
  const here: CellPlace = { row: stop.row, column: stop.column - 1 }
  const size = { rowCount: rows.length, columnCount: columns.length }
  const isThere =
    last !== null &&
    samePlace(last.anchor, here) &&
    samePlace(last.head, headFor(last.anchor, last.head, size))
  if (last && !isThere) setRange(null)
  const range = isThere ? last : null

  useLayoutEffect(() => {
    const table = frame.current
    if (!range || !table || isSeen.current) return
    // Only once: a user who scrolls elsewhere then is not thrown back by the next drawing.
    isSeen.current = true
    const { head } = range
    if (showCell(table, head)) return
    // Its row comes into the document once it is scrolled to.
    const shown = table.querySelector('tr[data-index]')
    const height = shown?.getBoundingClientRect().height ?? 0
    table.scrollTop = head.row * height
    jump.current = requestAnimationFrame(() => showCell(table, head))
  })

  const leadNow = useRef(lead)
  useEffect(() => {
    leadNow.current = lead
  })

  return { range, lead, take, drop: () => setRange(null), onKeyDown, onFocus }

  /** Chooses cells that something was done with, unless somebody has gone elsewhere meanwhile. */
  function take({ top, bottom, left, right }: CellBox): void {
    const { activeElement: active } = document
    if (!frame.current?.contains(active) || active?.matches(WRITTEN)) return
    leadNow.current(
      { row: bottom, column: right },
      { anchor: { row: top, column: left }, isSeen: true },
    )
  }

  /** Leads the end of the range to a cell, from the focus on or from another one. */
  function lead(
    to: CellPlace,
    { anchor = range?.anchor ?? startOf(here), isSeen: isInSight = false } = {} as {
      readonly anchor?: CellPlace
      readonly isSeen?: boolean
    },
  ): void {
    if (rows.length === 0) return
    const head = headFor(anchor, to, size)
    isSeen.current = isInSight
    cancelAnimationFrame(jump.current)
    // Where a cell was being written into, the focus is gone with its field.
    const isFocused = frame.current?.contains(document.activeElement) === true
    if (!isFocused || !samePlace(anchor, here)) {
      focusOn({ row: anchor.row, column: anchor.column + 1, part: 0 })
    }
    setRange(samePlace(anchor, head) ? null : { anchor, head })
  }

  function onFocus(target: Element): void {
    if (target.matches(WRITTEN)) setRange(null)
  }

  /** Called before the cell itself gets its keys. */
  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const { target, altKey } = event
    if (altKey || event.nativeEvent.isComposing || !isCell(target)) return
    if (!act(event)) return
    event.preventDefault()
    event.stopPropagation()
  }

  function act({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent<HTMLElement>): boolean {
    const isFar = ctrlKey || metaKey
    if (shiftKey) {
      const to = ledBy({ key, isFar }, range?.head ?? here, pageRows())
      if (to) lead(to)
      return to !== undefined
    }
    const letter = isFar ? key.toLowerCase() : ''
    if (letter === 'a') {
      lead({ row: rows.length - 1, column: columns.length - 1 }, { anchor: { row: 0, column: 0 } })
    } else if (letter === 'd')
      onFillDown(range ? boxOf(range) : boxOf({ anchor: here, head: here }))
    else if (range && key === 'Escape') setRange(null)
    else if (range && (key === 'Delete' || key === 'Backspace')) onEmpty(boxOf(range))
    else return false
    return true
  }
}

/** Brings a cell into sight, if its row is in the document. */
function showCell(table: HTMLElement, { row: index, column }: CellPlace): boolean {
  const row = table.querySelector(`tr[data-index="${index}"]`)
  const cell = row?.children[column + 1] ?? row
  cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  return row !== null
}

/** The cell that a range begins at where the focus is on none. */
function startOf({ row, column }: CellPlace): CellPlace {
  return { row: Math.max(0, row), column: Math.max(0, column) }
}

/** Whether it is a cell to write into that nobody writes into now. */
export function isCell(target: EventTarget | null): target is HTMLElement {
  return target instanceof HTMLElement && target.matches('tbody td + td button')
}

/** The cell around a part of the table; null: it is none that is written into. */
export function cellOf(part: Element | null | undefined): CellPlace | null {
  const cell = part?.closest('tbody td + td')
  const place = placeOf(cell)
  return place && { row: place.row, column: place.column - 1 }
}

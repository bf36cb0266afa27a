import {
  type FocusEvent,
  type KeyboardEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { ListRow } from '#contract/contacts/list-rows.ts'

/** The row of heads, above all others. */
const HEAD = -1

/** A control of the grid: the one that Tab comes to, and arrows lead on from. */
export type GridPlace = {
  readonly row: number
  readonly column: number
  /** Which of the controls in its cell. */
  readonly part: number
}

type Rows = readonly (ListRow | undefined)[]

/** The place, and whose row it is, wherever that row goes. */
type Stop = GridPlace & { readonly phone: string | undefined }

const FIRST_NAME: Stop = { row: 0, column: 1, part: 0, phone: undefined }
/** A cell that is being written into. */
export const WRITTEN = 'input:not([type="checkbox"])'

export type Grid = ReturnType<typeof useGrid>

/**
 * The keys of a grid with one tab stop, by the ARIA grid pattern. A row that is not read yet gets the
 * focus once it is there; until then the table has it, and the keys lead on from that row.
 */
export function useGrid(
  rows: Rows,
  {
    lastColumn,
    rowHeight,
    hasHead,
  }: {
    readonly lastColumn: number
    readonly rowHeight: number
    /** Whether the keys lead to the heads, too. */
    readonly hasHead: boolean
  },
) {
  const first = hasHead ? HEAD : 0
  const frame = useRef<HTMLDivElement>(null)
  /** Why the stop is to get the focus, and has not got it yet: keys led there, or its row went away. */
  const awaited = useRef<'led' | 'lost' | null>(null)
  const hasFocus = useRef(false)
  const [last, setStop] = useState(FIRST_NAME)
  // Looked for once for the rows as they are, not at every drawing.
  const row = useMemo(() => rowOf(last, rows, first), [last, rows, first])
  const phone = rows[row]?.phone
  // The stop moves along with its row; where that is gone, it goes to the row in its place.
  if (last.phone !== undefined && phone !== undefined) {
    if (row !== last.row || phone !== last.phone) setStop({ ...last, row, phone })
  }
  const stop = { row, column: Math.min(last.column, lastColumn), part: last.part }

  useLayoutEffect(() => {
    const table = frame.current?.querySelector('table')
    const active = document.activeElement
    const isLost = hasFocus.current && active === document.body
    const why = awaited.current ?? (isLost ? 'lost' : null)
    if (!table || !why) return
    const control = controlAt(table, stop)
    const isHere = active === document.body || table.contains(active)
    awaited.current = isHere && !control ? why : null
    // A user who has gone elsewhere meanwhile is not called back.
    if (!isHere) return
    const target = control ?? table
    target.focus({ preventScroll: true })
    // Nobody pressed a key: the table stays where it is scrolled to.
    if (why === 'lost') return
    const seen = control ?? rowAt(table, stop.row)
    seen?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })

  return { frame, stop, onKeyDown, onFocus, onBlur, focusOn, pageRows }

  /** Rows that a page of the keys has. */
  function pageRows(): number {
    const inSight = Math.min(frame.current?.clientHeight ?? 0, window.innerHeight)
    return Math.max(1, Math.floor(inSight / rowHeight) - 2)
  }

  /** Gives the focus to a control, once it is there. */
  function focusOn(next: GridPlace): void {
    awaited.current = 'led'
    setStop({ ...next, phone: rows[next.row]?.phone })
  }

  /** Not called for a control that goes out of the document. */
  function onBlur({ relatedTarget }: FocusEvent<HTMLElement>): void {
    hasFocus.current = frame.current?.contains(relatedTarget) === true
  }

  function onFocus({ target }: FocusEvent<HTMLElement>): void {
    hasFocus.current = true
    const place = placeOf(target)
    if (place) setStop({ ...place, phone: rows[place.row]?.phone })
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const { target, altKey } = event
    if (altKey || event.nativeEvent.isComposing || !(target instanceof HTMLElement)) return
    const from = target instanceof HTMLTableElement ? stop : placeOf(target)
    const next = from && nextOf(event, from, target)
    if (!next) return
    event.preventDefault()
    focusOn(next)
  }

  function nextOf(
    { key, ctrlKey, metaKey, shiftKey }: KeyboardEvent<HTMLElement>,
    from: GridPlace,
    target: HTMLElement,
  ): GridPlace | null {
    const end = rows.length - 1
    const to = (row: number, least = 0) => ({
      ...from,
      row: Math.max(least, Math.min(row, end)),
    })
    // In a field the keys stay with its text, but for those that end it.
    if (target.matches(WRITTEN)) {
      const step = shiftKey ? -1 : 1
      if (key === 'Enter') return to(from.row + step)
      return key === 'Tab' ? besideOf(from, step) : null
    }
    if (shiftKey) return null
    if (ctrlKey || metaKey) {
      if (key === 'Home') return { row: 0, column: 0, part: 0 }
      return key === 'End' ? { row: end, column: lastColumn, part: 0 } : null
    }
    const controls = controlsOf(target.closest('tr'))
    const at = controls.indexOf(target)
    const places: Readonly<Record<string, () => GridPlace | null>> = {
      ArrowUp: () => to(from.row - 1, first),
      ArrowDown: () => to(from.row + 1),
      PageUp: () => to(from.row - pageRows()),
      PageDown: () => to(from.row + pageRows()),
      ArrowLeft: () => placeOf(controls[at - 1] ?? target),
      ArrowRight: () => placeOf(controls[at + 1] ?? target),
      Home: () => placeOf(controls[0]),
      End: () => placeOf(controls.at(-1)),
    }
    return places[key]?.() ?? null
  }

  /** The next cell to write into, from row to row; null at the ends, where Tab leaves the grid. */
  function besideOf({ row: at, column }: GridPlace, step: 1 | -1): GridPlace | null {
    const next = column + step
    if (next >= FIRST_NAME.column && next <= lastColumn) return { row: at, column: next, part: 0 }
    const isThere = at + step >= 0 && at + step < rows.length
    const edge = step > 0 ? FIRST_NAME.column : lastColumn
    return isThere ? { row: at + step, column: edge, part: 0 } : null
  }
}

/** Whether Tab comes to a control of a row, of which `stop` says where it stops. */
export function tabIndexAt(stop: GridPlace | null, column: number, part?: number): 0 | -1 {
  const isStop = stop?.column === column && (part === undefined || stop.part === part)
  return isStop ? 0 : -1
}

/** Where the row stands now: others may have come before it, or it is gone. */
function rowOf({ row, phone }: Stop, rows: Rows, first: number): number {
  const end = Math.max(rows.length - 1, first)
  if (row < 0 || phone === undefined || rows[row]?.phone === phone) {
    return Math.max(first, Math.min(row, end))
  }
  const now = rows.findIndex((each) => each?.phone === phone)
  return now < 0 ? Math.min(row, end) : now
}

function rowAt(table: HTMLElement, row: number): Element | null {
  return table.querySelector(row === HEAD ? 'thead tr' : `tr[data-index="${row}"]`)
}

function controlAt(table: HTMLElement, { row, column, part }: GridPlace): HTMLElement | undefined {
  const cells = [...(rowAt(table, row)?.children ?? [])]
  const controls = controlsOf(cells[Math.min(column, cells.length - 1)])
  return controls[Math.min(part, controls.length - 1)]
}

/** Where a control of the grid stands. */
export function placeOf(control: Element | null | undefined): GridPlace | null {
  const cell = control?.closest('td, th')
  const row = cell?.closest('tr')
  if (!(control instanceof HTMLElement) || !cell || !row) return null
  const part = controlsOf(cell).indexOf(control)
  const index = row.dataset.index
  return {
    row: index === undefined ? HEAD : Number(index),
    column: [...row.children].indexOf(cell),
    part: Math.max(0, part),
  }
}

function controlsOf(part: Element | null | undefined): readonly HTMLElement[] {
  return [...(part?.querySelectorAll('button, a, input') ?? [])].filter(
    (control) => control instanceof HTMLElement,
  )
}

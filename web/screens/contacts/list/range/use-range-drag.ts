import { type MouseEvent, type PointerEvent, type RefObject, useEffect, useRef } from 'react'
import { WRITTEN } from '../table/use-grid.ts'
import { type CellPlace, samePlace } from './cell-range.ts'
import { type CellRangeChoice, cellOf, isCell } from './use-cell-range.ts'

type Point = { readonly x: number; readonly y: number }

/** Fastest scrolling with the pointer beyond the edge of the table, in pixels a frame. */
const FASTEST = 28

/** Chooses cells by a pointer that is dragged over them, and by a click with Shift. */
export function useRangeDrag(
  frame: RefObject<HTMLElement | null>,
  { lead }: Pick<CellRangeChoice, 'lead'>,
) {
  /** Whether a drag has begun, so that the click at its end is none. */
  const isDragged = useRef(false)
  const dragging = useRef<AbortController | null>(null)
  const leadNow = useRef(lead)
  useEffect(() => {
    leadNow.current = lead
  })
  useEffect(() => () => dragging.current?.abort(), [])
  return { onPointerDown, onMouseDown, onClick }

  function onPointerDown(event: PointerEvent): void {
    isDragged.current = false
    const { button, pointerType, shiftKey, target } = event
    // A finger scrolls.
    if (button !== 0 || pointerType === 'touch' || shiftKey || !isCellPart(target)) return
    const anchor = cellOf(target)
    if (anchor) follow(anchor)
  }

  /** A click with Shift leaves the focus where it is. */
  function onMouseDown(event: MouseEvent): void {
    if (!event.shiftKey || !isCellPart(event.target)) return
    event.preventDefault()
    const { activeElement } = document
    const isField = activeElement instanceof HTMLElement && activeElement.matches(WRITTEN)
    if (isField) activeElement.blur()
  }

  function onClick(event: MouseEvent): void {
    const { target, shiftKey, detail } = event
    const to = isCellPart(target) ? cellOf(target) : null
    const isLed = shiftKey && detail > 0 && to !== null
    // Keys press without a pointer, whatever was dragged before.
    const isEnd = isDragged.current && detail > 0
    if (!isLed && !isEnd) return
    isDragged.current = false
    event.preventDefault()
    event.stopPropagation()
    if (isLed) lead(to)
  }

  function follow(anchor: CellPlace): void {
    dragging.current?.abort()
    const controller = new AbortController()
    dragging.current = controller
    const { signal } = controller
    let point: Point | null = null
    let last = anchor
    let isRolling = false
    const go = () => {
      const to = point && frame.current && cellUnder(frame.current, point, last)
      if (!to || samePlace(to, last)) return
      isDragged.current = true
      last = to
      leadNow.current(to, { anchor, isSeen: true })
    }
    const roll = () => {
      const by = point && frame.current && beyond(frame.current, point)
      isRolling = !signal.aborted && by !== null && (by.x !== 0 || by.y !== 0)
      if (!isRolling || !by) return
      frame.current?.scrollBy(by.x, by.y)
      go()
      requestAnimationFrame(roll)
    }
    const listen = { signal }
    window.addEventListener(
      'pointermove',
      ({ clientX, clientY }) => {
        point = { x: clientX, y: clientY }
        go()
        if (isDragged.current && !isRolling) roll()
      },
      listen,
    )
    const stop = () => {
      controller.abort()
      // The click of this drag comes at once, or never, as when the pointer is let go elsewhere.
      setTimeout(() => {
        if (dragging.current === controller) isDragged.current = false
      })
    }
    for (const end of ['pointerup', 'pointercancel', 'blur']) {
      window.addEventListener(end, stop, listen)
    }
  }
}

function isCellPart(target: EventTarget | null): target is Element {
  return target instanceof Element && isCell(target.closest('button'))
}

/** What shows of the rows, below their heads. */
function edgesOf(frame: HTMLElement) {
  const { left, right, top, bottom } = frame.getBoundingClientRect()
  const head = frame.querySelector('thead')?.getBoundingClientRect().height ?? 0
  return {
    left,
    right: left + frame.clientWidth,
    top: top + head,
    bottom: Math.min(bottom, top + frame.clientHeight),
    isEmpty: right <= left,
  }
}

/** The cell under a point, or the nearest one that shows; of a row that is not read yet its column stays. */
function cellUnder(frame: HTMLElement, { x, y }: Point, last: CellPlace): CellPlace | null {
  const { left, right, top, bottom } = edgesOf(frame)
  const inside = (value: number, from: number, to: number) =>
    Math.max(from + 2, Math.min(value, to - 2))
  const part = document.elementFromPoint(inside(x, left, right), inside(y, top, bottom))
  const row = part?.closest<HTMLElement>('tr[data-index]')
  if (!part || !row || !frame.contains(row)) return null
  if (row.children.length === 1) return { row: Number(row.dataset.index), column: last.column }
  return cellOf(part) ?? { row: Number(row.dataset.index), column: 0 }
}

/** How far the table scrolls on for a pointer beyond its edges. */
function beyond(frame: HTMLElement, { x, y }: Point): Point {
  const { left, right, top, bottom } = edgesOf(frame)
  const past = (value: number, from: number, to: number) => {
    const by = value < from ? value - from : Math.max(0, value - to)
    return Math.sign(by) * Math.min(FASTEST, Math.ceil(Math.abs(by) / 3))
  }
  return { x: past(x, left, right), y: past(y, top, bottom) }
}

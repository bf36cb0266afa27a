import { type RefObject, useCallback, useLayoutEffect, useRef } from 'react'

/** A reader this close to the end is following the chat. */
const AT_END_PX = 48

/** Where a reader is: at the end, or where this message stands. */
type ReadingPlace =
  | { readonly kind: 'end' }
  | { readonly kind: 'message'; readonly key: string; readonly top: number }

/** Marks a row by which a place is kept. */
export const placeMark = (key: string) => ({ 'data-place': key })

/**
 * Keeps what is being read in its place, whatever comes above or below it or changes its width: the
 * end for a reader who is there, else the first message in sight.
 * @param rowsRef the list of rows, inside of what scrolls
 */
export function useReadingPlace({
  scrollRef,
  rowsRef,
  isLive,
  onEnd,
}: {
  readonly scrollRef: RefObject<HTMLElement | null>
  readonly rowsRef: RefObject<HTMLElement | null>
  /** The end is that of the thread. */
  readonly isLive: boolean
  /** Called with whether the reader is at the end; the same function each time. */
  readonly onEnd: (isAtEnd: boolean) => void
}) {
  const place = useRef<ReadingPlace>({ kind: 'end' })
  const wanted = useRef<string | null>(null)

  const note = useCallback(() => {
    const scroll = scrollRef.current
    if (!scroll) return
    const isNearEnd = scroll.scrollHeight - scroll.scrollTop - scroll.clientHeight < AT_END_PX
    place.current =
      (isNearEnd && isLive) || !rowsRef.current ? { kind: 'end' } : placeIn(scroll, rowsRef.current)
    onEnd(place.current.kind === 'end')
  }, [scrollRef, rowsRef, isLive, onEnd])

  const keep = useCallback(() => {
    const scroll = scrollRef.current
    if (!scroll) return
    const at = place.current
    if (at.kind === 'end') {
      scroll.scrollTop = scroll.scrollHeight
      return
    }
    const row = rowOf(rowsRef.current, at.key)
    if (!row) return
    scroll.scrollTop += row.offsetTop - at.top
    place.current = { ...at, top: row.offsetTop }
  }, [scrollRef, rowsRef])

  // Whatever is drawn anew may have moved the rows.
  useLayoutEffect(() => {
    const row = wanted.current === null ? undefined : rowOf(rowsRef.current, wanted.current)
    if (!row) {
      keep()
      return
    }
    wanted.current = null
    row.scrollIntoView({ block: 'center' })
    note()
  })

  // A longer text below, or a keyboard that comes up, takes room from what is in sight.
  useLayoutEffect(() => {
    const scroll = scrollRef.current
    if (!scroll) return
    const observer = new ResizeObserver(keep)
    observer.observe(scroll)
    return () => observer.disconnect()
  }, [scrollRef, keep])

  const goToEnd = () => {
    wanted.current = null
    place.current = { kind: 'end' }
    onEnd(true)
    keep()
  }
  /** Brings a message to the middle, as soon as it is shown. */
  const reveal = (key: string) => {
    wanted.current = key
    const row = rowOf(rowsRef.current, key)
    if (!row) return
    wanted.current = null
    row.scrollIntoView({ block: 'center' })
    note()
  }
  return { note, goToEnd, reveal }
}

/** The first marked row that is in sight, found by halves: a scroll costs no more in a long list. */
function placeIn(scroll: HTMLElement, rows: HTMLElement): ReadingPlace {
  const all = rows.children
  let low = 0
  let high = all.length
  while (low < high) {
    const middle = (low + high) >>> 1
    const row = all[middle]
    if (row instanceof HTMLElement && row.offsetTop + row.offsetHeight <= scroll.scrollTop) {
      low = middle + 1
    } else high = middle
  }
  for (let at = low; at < all.length; at += 1) {
    const row = all[at]
    const key = row instanceof HTMLElement ? row.dataset.place : undefined
    if (row instanceof HTMLElement && key) return { kind: 'message', key, top: row.offsetTop }
  }
  return { kind: 'end' }
}

function rowOf(rows: HTMLElement | null, key: string): HTMLElement | undefined {
  for (const row of rows?.children ?? []) {
    if (row instanceof HTMLElement && row.dataset.place === key) return row
  }
  return undefined
}

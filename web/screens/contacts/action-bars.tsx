import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import { useKeyDown } from '../../ui/use-key-down.ts'
import styles from './action-bars.module.css'
import { isElsewhere } from './page-keys.ts'

/**
 * The bars that come with a choice and with changes. They show below the rows and are read before
 * them: F6 leads there from any row, and back; Esc chooses nobody.
 */
export function ActionBars({
  onClear,
  children,
}: {
  /** Null: nobody is chosen, or the choice is being worked on. */
  readonly onClear: (() => void) | null
  readonly children: ReactNode
}) {
  const bars = useRef<HTMLDivElement>(null)
  const cameFrom = useRef<Element | null>(null)
  useRoomKept(bars)
  useKeyDown((event: KeyboardEvent) => {
    const { key, target } = event
    const first = bars.current?.querySelector('button:not([disabled])')
    if (event.defaultPrevented || !(first instanceof HTMLElement) || isElsewhere(target)) return
    const isInside = bars.current?.contains(document.activeElement) ?? false
    const back = cameFrom.current
    if (key === 'F6') {
      event.preventDefault()
      if (!isInside) {
        cameFrom.current = document.activeElement
        first.focus()
      } else if (back instanceof HTMLElement) back.focus()
    } else if (key === 'Escape' && onClear) {
      if (isInside && back instanceof HTMLElement) back.focus()
      onClear()
    }
  })
  return (
    <div ref={bars} className={styles.bars}>
      {children}
    </div>
  )
}

/** Between the bars and what ends above them. */
const GAP = 12

/** Tells the styles of the list how much room its bars take; what has the focus stays clear of them. */
function useRoomKept(bars: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = bars.current
    const list = element?.parentElement
    if (!element || !list) return
    const observer = new ResizeObserver(() => {
      const focused = focusedIn(list, element)
      const height = element.offsetHeight
      list.style.setProperty('--bars', `${height > 0 ? height + GAP : 0}px`)
      focused?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [bars])
}

/** The focused element, where it shows or only the bars cover it; null once it is scrolled away. */
function focusedIn(list: HTMLElement, bars: HTMLElement): Element | null {
  const { activeElement } = document
  if (!activeElement || !list.contains(activeElement) || bars.contains(activeElement)) return null
  const { left, top, width, height } = activeElement.getBoundingClientRect()
  const shown = document.elementFromPoint(left + width / 2, top + height / 2)
  return activeElement.contains(shown) || bars.contains(shown) ? activeElement : null
}

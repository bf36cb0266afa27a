import { type ReactNode, useEffect, useRef } from 'react'
import styles from './list-screen.module.css'
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
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
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
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [onClear])
  return (
    <div ref={bars} className={styles.bars}>
      {children}
    </div>
  )
}

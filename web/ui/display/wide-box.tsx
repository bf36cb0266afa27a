import { type ReactNode, useRef } from 'react'
import { classNames } from '../class-names.ts'
import { useEdgeFade } from './edge-fade.ts'
import styles from './wide-box.module.css'

/** What may be wider than its place: it scrolls sideways in there, by keyboard too. */
export function WideBox({
  label,
  className,
  children,
}: {
  readonly label: string
  /** Class of the box around, whose border does not fade. */
  readonly className?: string | undefined
  readonly children: ReactNode
}) {
  const scroller = useRef<HTMLElement>(null)
  const fade = useEdgeFade(scroller)
  return (
    <div className={classNames(styles.box, className)}>
      <section
        ref={scroller}
        className={classNames(styles.scroller, fade)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={label}
      >
        {children}
      </section>
    </div>
  )
}

import { useState } from 'react'
import { useNow } from '../ui/display/relative-time.tsx'
import styles from './time-left.module.css'

const TICK_MS = 500

/** Counts down from when it was first shown. Seconds are not read aloud one by one. */
export function TimeLeft({
  seconds,
  label,
  overLabel,
}: {
  /** Length of the whole span, read once: give another span another `key`. */
  readonly seconds: number
  readonly label: string
  readonly overLabel: string
}) {
  const [endMs] = useState(() => Date.now() + seconds * 1000)
  const now = useNow(TICK_MS)
  const left = Math.max(0, Math.ceil((endMs - now) / 1000))
  return (
    <p className={styles.left} role="timer" aria-live="off">
      {left > 0 ? `${label} ${left} s` : `${overLabel}…`}
    </p>
  )
}

import styles from './progress.module.css'

/** How much of something long is done. */
export function ProgressBar({
  label,
  value,
  max,
}: {
  readonly label: string
  readonly value: number
  readonly max: number
}) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={Math.min(value, max)}
      className={styles.track}
    >
      <div className={styles.done} style={{ width: `${share * 100}%` }} />
    </div>
  )
}

/** A share as a picture; the number stands beside it in words. */
export function ShareBar({ percent }: { readonly percent: number }) {
  return (
    <div className={styles.track} aria-hidden>
      <div className={styles.done} style={{ width: `${Math.min(100, Math.max(0, percent))}%` }} />
    </div>
  )
}

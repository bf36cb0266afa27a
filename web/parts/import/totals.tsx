import { formatCount } from '../../format.ts'
import styles from './totals.module.css'

/** A few counts side by side. */
export function Totals({
  counts,
}: {
  readonly counts: readonly (readonly [label: string, count: number])[]
}) {
  return (
    <dl className={styles.totals}>
      {counts.map(([label, count]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{formatCount(count)}</dd>
        </div>
      ))}
    </dl>
  )
}

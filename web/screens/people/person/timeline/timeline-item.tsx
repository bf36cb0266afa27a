import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatClock, formatDateTime } from '../../../../format.ts'
import styles from './timeline.module.css'

/** One event: a sign for its kind, what it was in a line, when, and what there is to say of it. */
export function TimelineItem({
  icon: Icon,
  title,
  at,
  isUndated = false,
  children,
}: {
  readonly icon: LucideIcon
  readonly title: ReactNode
  readonly at: string
  /** It stands under no day. */
  readonly isUndated?: boolean
  readonly children?: ReactNode
}) {
  return (
    <li className={styles.item}>
      <span className={styles.sign}>
        <Icon size={16} aria-hidden />
      </span>
      <div className={styles.body}>
        <div className={styles.head}>
          <div className={styles.title}>{title}</div>
          <time dateTime={at} title={formatDateTime(at)} className={styles.time}>
            {isUndated ? formatDateTime(at) : formatClock(at)}
          </time>
        </div>
        {children}
      </div>
    </li>
  )
}

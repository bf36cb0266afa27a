import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './planned-state.module.css'

/** What is to be known of a campaign that has not begun, and below it when something was, or will be. */
export function PlannedState({
  title,
  icon: Icon,
  when,
  children,
}: {
  readonly title: string
  /** Icon of the line below. */
  readonly icon: LucideIcon
  readonly when: ReactNode
  /** Items of a list, each an icon and words. */
  readonly children: ReactNode
}) {
  return (
    <>
      <div className={styles.state}>
        <h3>{title}</h3>
        <ul>{children}</ul>
      </div>
      <p className={styles.when}>
        <Icon size={16} aria-hidden />
        <span>{when}</span>
      </p>
    </>
  )
}

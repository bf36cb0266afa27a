import { CircleAlert, Inbox, type LucideIcon, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../forms/button.tsx'
import styles from './states.module.css'

/** Nothing here yet: what this is for, and the one next step. */
export function EmptyState({
  icon: Icon = Inbox,
  title,
  children,
  action,
}: {
  readonly icon?: LucideIcon
  readonly title: string
  readonly children?: ReactNode
  readonly action?: ReactNode
}) {
  return (
    <div className={styles.state}>
      <span className={styles.icon}>
        <Icon size={24} aria-hidden />
      </span>
      <p className={styles.title}>{title}</p>
      {children && <div className={styles.text}>{children}</div>}
      {action}
    </div>
  )
}

/** Something failed: what, the server's own sentence, and another try. */
export function ErrorState({
  title,
  detail,
  onRetry,
}: {
  readonly title: string
  readonly detail?: string | undefined
  readonly onRetry: () => void
}) {
  return (
    <div className={styles.state} role="alert">
      <span className={styles.failed}>
        <CircleAlert size={24} aria-hidden />
      </span>
      <p className={styles.title}>{title}</p>
      {detail && detail !== title && <p className={styles.text}>{detail}</p>}
      <Button icon={RotateCw} onClick={onRetry}>
        Tentar novamente
      </Button>
    </div>
  )
}

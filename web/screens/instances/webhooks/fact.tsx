import { CircleHelp, type LucideIcon } from 'lucide-react'
import { classNames } from '../../../ui/class-names.ts'
import styles from './instance-watch-row.module.css'

/** One thing that is known of an instance. */
export function Fact({
  icon: Icon,
  tone,
  children,
}: {
  readonly icon: LucideIcon
  readonly tone: 'ok' | 'warn' | 'danger' | 'unknown'
  readonly children: React.ReactNode
}) {
  return (
    <p className={styles.fact}>
      <Icon size={16} aria-hidden className={classNames(styles.icon, styles[tone])} />
      <span>{children}</span>
    </p>
  )
}

/** Its webhook could not be read: it may lead anywhere, or nowhere. */
export function UnreadWebhookFact() {
  return (
    <Fact icon={CircleHelp} tone="unknown">
      Não foi possível conferir o webhook
    </Fact>
  )
}

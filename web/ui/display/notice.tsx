import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './notice.module.css'

type NoticeTone = 'info' | 'ok' | 'warn' | 'danger'

const icons: Readonly<Record<NoticeTone, LucideIcon>> = {
  info: Info,
  ok: CircleCheck,
  warn: TriangleAlert,
  danger: CircleAlert,
}

/** Words that stay beside what they are about; a failure is also read aloud at once. */
export function Notice({
  tone,
  detail,
  children,
}: {
  readonly tone: NoticeTone
  /** Further words, such as the server's own sentence. */
  readonly detail?: string | undefined
  readonly children: ReactNode
}) {
  const Icon = icons[tone]
  return (
    <div
      className={classNames(styles.notice, styles[tone])}
      role={tone === 'danger' ? 'alert' : 'note'}
    >
      <Icon size={18} aria-hidden />
      <div className={styles.words}>
        {children}
        {detail && <p className={styles.detail}>{detail}</p>}
      </div>
    </div>
  )
}

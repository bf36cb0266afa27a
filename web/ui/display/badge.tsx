import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './badge.module.css'

export type BadgeTone = 'gold' | 'muted' | 'ok' | 'warn' | 'danger'

/** A short state in words; a colour never stands for it alone. */
export function Badge({
  tone,
  icon: Icon,
  children,
}: {
  readonly tone: BadgeTone
  readonly icon?: LucideIcon
  readonly children: ReactNode
}) {
  return (
    <span className={classNames(styles.badge, styles[tone])}>
      {Icon && <Icon size={12} aria-hidden />}
      {children}
    </span>
  )
}

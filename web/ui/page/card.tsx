import type { ComponentProps, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './card.module.css'

/** A surface with a quiet line around it. */
export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return <section {...rest} className={classNames(styles.card, className)} />
}

/** A card's title, with what belongs at its right. */
export function CardHead({
  title,
  children,
}: {
  readonly title: ReactNode
  readonly children?: ReactNode
}) {
  return (
    <div className={styles.head}>
      <h2>{title}</h2>
      {children}
    </div>
  )
}

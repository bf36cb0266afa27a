import type { ComponentProps, ReactNode } from 'react'
import styles from './radio-cards.module.css'

/** One answer of a few; each stands on a card of its own. */
export function RadioCards({
  legend,
  children,
  disabled,
}: {
  /** For those who don't see the cards. */
  readonly legend: string
  readonly children: ReactNode
  readonly disabled?: boolean | undefined
}) {
  return (
    <fieldset className={styles.cards} disabled={disabled}>
      <legend className="visually-hidden">{legend}</legend>
      {children}
    </fieldset>
  )
}

export function RadioCard({
  title,
  hint,
  picture,
  ...input
}: {
  readonly title: string
  readonly hint?: string
  readonly picture?: ReactNode
} & Omit<ComponentProps<'input'>, 'type' | 'title'>) {
  return (
    <label className={styles.card}>
      <input type="radio" {...input} />
      {picture}
      <span>
        <b>{title}</b>
        {hint !== undefined && <small>{hint}</small>}
      </span>
    </label>
  )
}

import { type ReactNode, useId } from 'react'
import { classNames } from '../../ui/class-names.ts'
import { Card } from '../../ui/page/card.tsx'
import styles from './settings-card.module.css'
import { useAskedCard } from './use-asked-card.ts'

/** One subject of a tab: its title, what it is for, and what is set there. */
export function SettingsCard({
  id,
  title,
  help,
  aside,
  tone = 'plain',
  children,
}: {
  /** What the address calls it, for those that can be found by a search. */
  readonly id?: string
  readonly title: string
  readonly help?: ReactNode
  /** What belongs at the title's right. */
  readonly aside?: ReactNode
  readonly tone?: 'plain' | 'danger'
  readonly children?: ReactNode
}) {
  const titleId = useId()
  return (
    <Card
      ref={useAskedCard(id)}
      id={id}
      aria-labelledby={titleId}
      className={classNames(styles.card, tone === 'danger' && styles.danger)}
    >
      <div className={styles.head}>
        <div className={styles.words}>
          <h2 id={titleId}>{title}</h2>
          {help && <p>{help}</p>}
        </div>
        {aside}
      </div>
      {children}
    </Card>
  )
}

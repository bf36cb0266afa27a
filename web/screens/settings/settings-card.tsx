import type { ReactNode } from 'react'
import { Card } from '../../ui/page/card.tsx'
import styles from './settings-card.module.css'

/** One subject of a tab: its title, what it is for, and what is set there. */
export function SettingsCard({
  title,
  help,
  aside,
  tone = 'plain',
  children,
}: {
  readonly title: string
  readonly help?: ReactNode
  /** What belongs at the title's right. */
  readonly aside?: ReactNode
  readonly tone?: 'plain' | 'danger'
  readonly children?: ReactNode
}) {
  return (
    <Card className={tone === 'danger' ? styles.danger : undefined}>
      <div className={styles.head}>
        <div className={styles.words}>
          <h2>{title}</h2>
          {help && <p>{help}</p>}
        </div>
        {aside}
      </div>
      {children}
    </Card>
  )
}

import type { ReactNode } from 'react'
import { isSimulator } from '../page-facts.ts'
import { usePageTitle } from '../ui/page/page.tsx'
import { Brand } from './brand.tsx'
import styles from './entry.module.css'
import { SimulatorBanner } from './shell.tsx'

/** The frame of a page for visitors: the brand, and one thing to do. */
export function Entry({
  title,
  hint,
  children,
  foot,
}: {
  readonly title: string
  readonly hint: ReactNode
  readonly children: ReactNode
  /** The way elsewhere, under the card. */
  readonly foot?: ReactNode
}) {
  usePageTitle(title)
  return (
    <main className={styles.entry}>
      <div className={styles.column}>
        <Brand />
        <div className={styles.card}>
          <div className={styles.head}>
            <h1>{title}</h1>
            <p>{hint}</p>
          </div>
          {children}
        </div>
        {foot && <p className={styles.foot}>{foot}</p>}
        {isSimulator && (
          <div className={styles.banner}>
            <SimulatorBanner />
          </div>
        )}
      </div>
    </main>
  )
}

import { type ReactNode, useEffect } from 'react'
import styles from './page.module.css'

const PRODUCT = 'disparo'

/** A screen: its title (also the tab's), the actions beside it, and what it shows. */
export function Page({
  title,
  hint,
  actions,
  children,
}: {
  readonly title: string
  /** A quiet line under the title. */
  readonly hint?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}) {
  useEffect(() => {
    document.title = `${title} · ${PRODUCT}`
  }, [title])
  return (
    <div className={styles.page}>
      <div className={styles.top}>
        <div className={styles.titles}>
          <h1 id="titulo">{title}</h1>
          {hint && <p>{hint}</p>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {children}
    </div>
  )
}

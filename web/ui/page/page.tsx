import { type ReactNode, useEffect } from 'react'
import styles from './page.module.css'

const PRODUCT = 'disparo'

/** What the browser calls the page, in its tab and its history. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · ${PRODUCT}`
  }, [title])
}

/** A screen: its title (also the tab's), the actions beside it, and what it shows. */
export function Page({
  title,
  hint,
  actions,
  isTitleHidden = false,
  children,
}: {
  readonly title: string
  /** A quiet line under the title. */
  readonly hint?: ReactNode
  readonly actions?: ReactNode
  /** What it shows needs all of a phone's height: only screen readers get the title. */
  readonly isTitleHidden?: boolean
  readonly children: ReactNode
}) {
  usePageTitle(title)
  return (
    <div className={styles.page}>
      <div className={isTitleHidden ? 'visually-hidden' : styles.top}>
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

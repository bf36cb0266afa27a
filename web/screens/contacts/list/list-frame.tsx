import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'wouter'
import { BackLink } from '../../../ui/page/back-link.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { useIsNarrow } from '../../../ui/use-media.ts'
import { listsFoundBefore } from '../lists/lists-address.ts'
import styles from './list-frame.module.css'

/** The page of a list in any state, with the way back; where it is narrow all of its head is one line. */
export function ListFrame({
  title,
  actions,
  children,
}: {
  readonly title: string
  readonly actions?: ReactNode
  readonly children: ReactNode
}) {
  const isNarrow = useIsNarrow()
  const [lists] = useState(listsFoundBefore)
  return (
    <Page
      title={title}
      hint={
        isNarrow ? (
          <Link href={lists} aria-label="Contatos" className={styles.back}>
            <ArrowLeft size={20} aria-hidden />
          </Link>
        ) : (
          <BackLink to={lists} label="Contatos" />
        )
      }
      actions={
        isNarrow ? (
          <div data-compact className={styles.actions}>
            {actions}
          </div>
        ) : (
          actions
        )
      }
    >
      {children}
    </Page>
  )
}

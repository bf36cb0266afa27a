import { Loading } from '../../ui/display/skeleton.tsx'
import { SectionSkeleton } from '../../ui/page/section-skeleton.tsx'
import styles from './settings-screen.module.css'

/** The shape of a tab that is still on its way. */
export function TabSkeleton() {
  return (
    <Loading className={styles.tab}>
      <SectionSkeleton />
      <SectionSkeleton fields={['var(--control)', 'var(--control)']} />
    </Loading>
  )
}

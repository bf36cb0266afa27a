import { Loading, Skeleton } from '../../ui/display/skeleton.tsx'
import styles from './settings-screen.module.css'

/** The shape of a tab that is still on its way. */
export function TabSkeleton() {
  return (
    <Loading className={styles.tab}>
      <Skeleton height="11rem" />
      <Skeleton height="9rem" />
    </Loading>
  )
}

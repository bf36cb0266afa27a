import { Loading, Skeleton } from '../display/skeleton.tsx'
import styles from './page.module.css'

/** The shape of a screen whose script is still loading. */
export function PageSkeleton() {
  return (
    <Loading className={styles.page}>
      <Skeleton width="14rem" height="2rem" />
      <Skeleton height="9rem" />
      <Skeleton height="18rem" />
    </Loading>
  )
}

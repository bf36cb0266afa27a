import { Loading, Skeleton } from '../../ui/display/skeleton.tsx'
import { Card } from '../../ui/page/card.tsx'
import styles from './instance-list.module.css'

/** The shape of the instances that are about to come. */
export function InstancesSkeleton() {
  return (
    <Loading className={styles.grid}>
      {['a', 'b', 'c'].map((key) => (
        <Card key={key} className={styles.waiting}>
          <Skeleton width="60%" height="2.5rem" />
          <Skeleton width="40%" />
          <Skeleton height="3.5rem" />
          <Skeleton width="70%" />
          <Skeleton height="40px" />
        </Card>
      ))}
    </Loading>
  )
}

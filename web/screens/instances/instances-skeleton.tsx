import { Loading, Skeleton } from '../../ui/display/skeleton.tsx'
import { Card } from '../../ui/page/card.tsx'
import styles from './instance-list.module.css'

/** The shape of the instances that are about to come. */
export function InstancesSkeleton() {
  return (
    <Loading className={styles.grid}>
      {['a', 'b', 'c'].map((key) => (
        <Card key={key} className={styles.waiting}>
          <Skeleton width="60%" height="56px" />
          <Skeleton width="40%" height="24px" />
          <Skeleton height="42px" />
          <Skeleton width="80%" height="40px" />
          <Skeleton width="70%" height="66px" />
          <Skeleton height="62px" />
          <Skeleton height="42px" />
        </Card>
      ))}
    </Loading>
  )
}

import { Skeleton, SkeletonLine } from '../../ui/display/skeleton.tsx'
import { Card } from '../../ui/page/card.tsx'
import styles from './connections-screen.module.css'

/** The shape of a device that sends: as high as its card. */
export function DeviceCardSkeleton() {
  return (
    <Card className={styles.card}>
      <div className={styles.head}>
        <div className={styles.who}>
          <h2>
            <SkeletonLine width="16ch" />
          </h2>
          <p>
            <SkeletonLine width="14ch" />
          </p>
        </div>
      </div>
      <Skeleton width="7rem" height="24px" />
      <div className={styles.facts}>
        <SkeletonLine width="14ch" />
        <div>
          <SkeletonLine width="100%" />
          <SkeletonLine width="100%" />
        </div>
        <SkeletonLine width="7ch" />
        <SkeletonLine width="100%" />
        <SkeletonLine width="18ch" />
        <SkeletonLine width="100%" />
      </div>
      <div className={styles.settings}>
        <Skeleton width="80%" height="var(--control)" />
      </div>
    </Card>
  )
}

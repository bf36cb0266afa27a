import { useLastCount } from '../../last-count.ts'
import { Loading, Skeleton, SkeletonLine } from '../../ui/display/skeleton.tsx'
import { Card } from '../../ui/page/card.tsx'
import { AssistantShape } from './assistants/instance-assistant.tsx'
import cardStyles from './instance-card.module.css'
import styles from './instance-list.module.css'
import stateStyles from './instance-state.module.css'
import watchStyles from './webhooks/instance-watch-row.module.css'

/** What their last count is kept under. */
export const INSTANCES = 'instancias'

/** The shape of the instances that are about to come, each as high as its card. */
export function InstancesSkeleton() {
  const count = useLastCount(INSTANCES)
  return (
    <Loading className={styles.grid}>
      {Array.from({ length: count }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: shapes without anything of their own
        <InstanceShape key={place} />
      ))}
    </Loading>
  )
}

function InstanceShape() {
  return (
    <Card className={cardStyles.card}>
      <div className={cardStyles.head}>
        <Skeleton width="44px" height="44px" />
        <div className={cardStyles.who}>
          <h2>
            <SkeletonLine width="14ch" />
          </h2>
          <p>
            <SkeletonLine width="16ch" />
          </p>
          <p>
            <SkeletonLine width="18ch" />
          </p>
        </div>
      </div>
      <div className={stateStyles.row}>
        <Skeleton width="7rem" height="24px" />
      </div>
      <Skeleton height="42px" />
      <dl className={cardStyles.counts}>
        {['messages', 'contacts', 'chats'].map((each) => (
          <div key={each}>
            <dt>
              <SkeletonLine width="8ch" />
            </dt>
            <dd>
              <SkeletonLine width="3ch" />
            </dd>
          </div>
        ))}
      </dl>
      <div className={watchStyles.watch}>
        <div className={watchStyles.facts}>
          <SkeletonLine width="90%" />
          <SkeletonLine width="60%" />
          <SkeletonLine width="65%" />
        </div>
      </div>
      <AssistantShape />
      <div className={cardStyles.actions}>
        <Skeleton height="var(--control)" />
      </div>
    </Card>
  )
}

import { Loading, Skeleton } from '../../ui/display/skeleton.tsx'
import { Card } from '../../ui/page/card.tsx'
import styles from './settings.module.css'
import screen from './settings-screen.module.css'

/** The shape of a tab that is still on its way. */
export function TabSkeleton() {
  return (
    <Loading className={screen.tab}>
      <Lines count={3} />
      <Lines count={2} />
    </Loading>
  )
}

function Lines({ count }: { readonly count: number }) {
  return (
    <Card>
      <div className={screen.head}>
        <Skeleton width="8rem" height="1.35rem" />
        <Skeleton width="min(100%, 24rem)" height="1rem" />
      </div>
      {Array.from({ length: count }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: shapes without anything of their own
        <div key={place} className={styles.row}>
          <Skeleton width="7rem" height="1rem" />
          <Skeleton width="min(100%, 20rem)" height="var(--control)" />
        </div>
      ))}
    </Card>
  )
}

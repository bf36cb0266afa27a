import { Skeleton } from '../display/skeleton.tsx'
import { Card } from './card.tsx'
import styles from './section-skeleton.module.css'

/** The shape of a card with a title and fields, each of its height. Put `Loading` around them. */
export function SectionSkeleton({
  fields = ['var(--control)'],
}: {
  readonly fields?: readonly string[]
}) {
  return (
    <Card className={styles.section}>
      <Skeleton width="8rem" height="1.35rem" />
      {fields.map((height, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: shapes without anything of their own
        <div key={place} className={styles.field}>
          <Skeleton width="6rem" height="1rem" />
          <Skeleton height={height} />
        </div>
      ))}
    </Card>
  )
}

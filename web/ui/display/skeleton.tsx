import type { CSSProperties } from 'react'
import styles from './skeleton.module.css'

/** The shape of what is about to come. Put `Loading` around a group of them. */
export function Skeleton({
  width = '100%',
  height = '1em',
}: {
  readonly width?: CSSProperties['width']
  readonly height?: CSSProperties['height']
}) {
  return <span className={styles.skeleton} style={{ width, height }} />
}

/** The shape of a line of text, which two of below each other leave apart. */
export function SkeletonLine({ width }: { readonly width: CSSProperties['width'] }) {
  return <span className={`${styles.skeleton} ${styles.line}`} style={{ width }} />
}

/** Several of one shape, below each other. */
export function Skeletons({
  count,
  height,
}: {
  readonly count: number
  readonly height: CSSProperties['height']
}) {
  // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
  return Array.from({ length: count }, (_, place) => <Skeleton key={place} height={height} />)
}

/** Announces to screen readers that a group is being loaded. */
export function Loading({
  children,
  className,
}: {
  readonly children: React.ReactNode
  readonly className?: string | undefined
}) {
  return (
    <div role="status" aria-busy className={className}>
      <span className="visually-hidden">Carregando…</span>
      {children}
    </div>
  )
}

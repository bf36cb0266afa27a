import type { ReactNode } from 'react'
import { Loading, Skeletons } from './skeleton.tsx'
import { ErrorState } from './states.tsx'

/** A list, or what stands in its place: the shape of what comes, what failed, or what it is for. */
export function Listed<Item>({
  items,
  error,
  failed,
  onRetry,
  waiting: { count, height },
  className,
  empty,
  children,
}: {
  /** Undefined until they were read. */
  readonly items: readonly Item[] | undefined
  readonly error: { readonly message: string } | undefined
  /** What could not be read, as a sentence. */
  readonly failed: string
  readonly onRetry: () => void
  /** How many shapes are drawn, and how tall each. */
  readonly waiting: { readonly count: number; readonly height: string }
  /** How the shapes stand: as the list will. */
  readonly className: string | undefined
  readonly empty: ReactNode
  /** Draws the items, of which there is at least one. */
  readonly children: (items: readonly Item[]) => ReactNode
}) {
  if (items) return items.length === 0 ? empty : children(items)
  if (error) return <ErrorState title={failed} detail={error.message} onRetry={onRetry} />
  return (
    <Loading className={className}>
      <Skeletons count={count} height={height} />
    </Loading>
  )
}

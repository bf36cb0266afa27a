import { useVirtualizer } from '@tanstack/react-virtual'
import { type ReactNode, useCallback, useEffect, useRef } from 'react'
import { classNames } from '../class-names.ts'
import styles from './windowed-list.module.css'

const OVERSCAN_ROWS = 8

/**
 * A long list of which only what shows is in the document. Screen readers hear the whole count.
 */
export function WindowedList<Item>({
  label,
  items,
  rowHeight,
  keyOf,
  renderItem,
  onEndNear,
  reveal,
  className,
}: {
  readonly label: string
  readonly items: readonly Item[]
  /** Estimate in pixels; rows are measured. */
  readonly rowHeight: number
  readonly keyOf: (item: Item) => string
  readonly renderItem: (item: Item, index: number) => ReactNode
  /** Called when the last rows come into sight: time to load more. */
  readonly onEndNear?: () => void
  /** The item to scroll to; each new object scrolls once. */
  readonly reveal?: { readonly index: number } | null
  readonly className?: string | undefined
}) {
  const scrollRef = useRef<HTMLDivElement>(null)
  // Another function would mean that every row is laid out anew.
  const rowKey = useCallback(
    (index: number) => {
      const item = items[index]
      return item === undefined ? index : keyOf(item)
    },
    [items, keyOf],
  )
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN_ROWS,
    getItemKey: rowKey,
  })
  const rows = virtual.getVirtualItems()
  const lastIndex = rows.at(-1)?.index ?? 0
  useEffect(() => {
    if (items.length > 0 && lastIndex >= items.length - OVERSCAN_ROWS) onEndNear?.()
  }, [lastIndex, items.length, onEndNear])
  const scrollToIndex = virtual.scrollToIndex
  useEffect(() => {
    if (reveal) scrollToIndex(reveal.index, { align: 'auto' })
  }, [reveal, scrollToIndex])
  return (
    <section
      ref={scrollRef}
      className={classNames(styles.scroll, className)}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={label}
    >
      <ul className={styles.whole} style={{ height: virtual.getTotalSize() }}>
        {rows.map(({ key, index, start }) => {
          const item = items[index]
          return (
            item !== undefined && (
              <li
                key={key}
                aria-setsize={items.length}
                aria-posinset={index + 1}
                data-index={index}
                ref={virtual.measureElement}
                className={styles.row}
                style={{ transform: `translateY(${start}px)` }}
              >
                {renderItem(item, index)}
              </li>
            )
          )
        })}
      </ul>
    </section>
  )
}

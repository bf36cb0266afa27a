import { useWindowVirtualizer } from '@tanstack/react-virtual'
import {
  type ReactNode,
  type RefObject,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import styles from './windowed-grid.module.css'

/** Rows this far beyond the window are drawn, too: a card is much to draw. */
const OVERSCAN_PX = 300
const GAP = 16

/**
 * Many cards in as many columns as fit, of which only those near the window are in the document.
 * The page itself scrolls. Screen readers hear the whole count.
 */
export function WindowedGrid<Item>({
  label,
  items,
  minWidth,
  rowHeight,
  keyOf,
  renderItem,
}: {
  readonly label: string
  readonly items: readonly Item[]
  /** Least width of a column, in pixels. */
  readonly minWidth: number
  /** Estimate in pixels; rows are measured. */
  readonly rowHeight: number
  readonly keyOf: (item: Item) => string
  readonly renderItem: (item: Item) => ReactNode
}) {
  const ref = useRef<HTMLDivElement>(null)
  const { width, top } = usePlace(ref)
  const columnCount = Math.max(1, Math.floor((width + GAP) / (minWidth + GAP)))
  // Another function would mean that every row is laid out anew.
  const rowKey = useCallback(
    (row: number) => {
      const first = items[row * columnCount]
      return first === undefined ? row : keyOf(first)
    },
    [items, columnCount, keyOf],
  )
  const virtual = useWindowVirtualizer<HTMLLIElement>({
    count: Math.ceil(items.length / columnCount),
    estimateSize: () => rowHeight,
    overscan: Math.ceil(OVERSCAN_PX / rowHeight),
    gap: GAP,
    scrollMargin: top,
    getItemKey: rowKey,
  })
  const rows = virtual.getVirtualItems()
  const firstIndex = (rows[0]?.index ?? 0) * columnCount
  const endIndex = ((rows.at(-1)?.index ?? -1) + 1) * columnCount
  const start = (rows[0]?.start ?? top) - top
  return (
    <div ref={ref} style={{ height: virtual.getTotalSize() }}>
      <ul
        aria-label={label}
        className={styles.grid}
        style={{
          gap: GAP,
          gridTemplateColumns: `repeat(${columnCount}, minmax(0, 1fr))`,
          transform: `translateY(${start}px)`,
        }}
      >
        {items.slice(firstIndex, endIndex).map((item, offset) => {
          const index = firstIndex + offset
          // The cards of a row are as tall as its tallest, so its first one tells.
          const measured = index % columnCount === 0
          return (
            <li
              key={keyOf(item)}
              aria-setsize={items.length}
              aria-posinset={index + 1}
              data-index={Math.floor(index / columnCount)}
              ref={measured ? virtual.measureElement : null}
            >
              {renderItem(item)}
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** How wide an element is, and how far from the top of the page. */
function usePlace(ref: RefObject<HTMLElement | null>): {
  readonly width: number
  readonly top: number
} {
  const [place, setPlace] = useState({ width: 0, top: 0 })
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => {
      const box = element.getBoundingClientRect()
      const next = { width: box.width, top: box.top + window.scrollY }
      setPlace((last) => (last.width === next.width && last.top === next.top ? last : next))
    }
    measure()
    // What stands above may grow and push it down, which changes the height of the page.
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [ref])
  return place
}

import {
  defaultRangeExtractor,
  type Range,
  useVirtualizer,
  useWindowVirtualizer,
} from '@tanstack/react-virtual'
import {
  type CSSProperties,
  Fragment,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { classNames } from '../class-names.ts'
import { Skeleton } from '../display/skeleton.tsx'
import styles from './windowed-table.module.css'

const OVERSCAN_ROWS = 8

export type TableHead = {
  readonly key: string
  readonly cell: ReactNode
  /** How the rows are sorted by it. */
  readonly sort?: 'ascending' | 'descending' | undefined
  /** What the column is called, where its head says more. */
  readonly label?: string
  readonly style?: CSSProperties
}

/**
 * A long table of which only the rows in sight are in the document. It scrolls with whatever
 * scrolls around it, and is a list of cards on a narrow page. Screen readers hear the whole count.
 */
export function WindowedTable<Item>({
  label,
  columns,
  items,
  rowHeight,
  keyOf,
  renderCells,
  onShow,
  onSight,
  onEndNear,
  role,
  keptIndex,
  className,
  rowClassName,
}: {
  readonly label: string
  /** What they are called, or what stands in their heads. */
  readonly columns: readonly (string | TableHead)[]
  /** Undefined: not here yet. */
  readonly items: readonly (Item | undefined)[]
  /** Estimate in pixels; rows are measured. */
  readonly rowHeight: number
  readonly keyOf: (item: Item) => string
  /** One `td` a column. */
  readonly renderCells: (item: Item, index: number) => ReactNode
  /** Called with the items that are in the document. */
  readonly onShow?: (items: readonly Item[]) => void
  /** Called with the places that are in the document, the end not among them, and with the kept one. */
  readonly onSight?: ((first: number, end: number, kept: number | undefined) => void) | undefined
  /** Called when the last rows come into sight, and again whenever it is another function. */
  readonly onEndNear?: () => void
  readonly role?: 'grid' | undefined
  /** The row that has the focus, or is to get it: it is in the document wherever the table is scrolled. */
  readonly keptIndex?: number | undefined
  readonly className?: string | undefined
  readonly rowClassName?: string | undefined
}) {
  const ref = useRef<HTMLTableSectionElement>(null)
  const { scroller, top } = useScroller(ref)
  // Another function would mean that every row is laid out anew.
  const rowKey = useCallback(
    (index: number) => {
      const item = items[index]
      return item === undefined ? index : keyOf(item)
    },
    [items, keyOf],
  )
  const rangeExtractor = useCallback(
    (range: Range) => {
      const places = defaultRangeExtractor(range)
      const isThere = keptIndex !== undefined && keptIndex >= 0 && keptIndex < range.count
      if (!isThere || places.includes(keptIndex)) return places
      return [...places, keptIndex].sort((a, b) => a - b)
    },
    [keptIndex],
  )
  const isOfPage = scroller === document.documentElement
  const common = {
    count: items.length,
    estimateSize: () => rowHeight,
    overscan: OVERSCAN_ROWS,
    scrollMargin: top,
    getItemKey: rowKey,
    rangeExtractor,
  }
  // What shows of a page, and how far it is scrolled, only its window knows: its element is as long as all of it.
  const inPage = useWindowVirtualizer<HTMLTableRowElement>({ ...common, enabled: isOfPage })
  const inElement = useVirtualizer<HTMLElement, HTMLTableRowElement>({
    ...{ ...common, enabled: !isOfPage },
    getScrollElement: () => scroller,
  })
  const virtual = isOfPage ? inPage : inElement
  const rows = virtual.getVirtualItems()
  // Without a row that is kept elsewhere.
  const { range } = virtual
  const firstIndex = Math.max(0, (range?.startIndex ?? 0) - OVERSCAN_ROWS)
  const endIndex = range ? Math.min(items.length, range.endIndex + OVERSCAN_ROWS + 1) : 0
  useEffect(
    () => onShow?.(items.slice(firstIndex, endIndex).filter((item) => item !== undefined)),
    [items, firstIndex, endIndex, onShow],
  )
  useEffect(
    () => onSight?.(firstIndex, endIndex, keptIndex),
    [firstIndex, endIndex, keptIndex, onSight],
  )
  useEffect(() => {
    if (endIndex >= items.length - OVERSCAN_ROWS) onEndNear?.()
  }, [endIndex, items.length, onEndNear])

  const below = virtual.getTotalSize() - ((rows.at(-1)?.end ?? top) - top)
  const isUnread = keptIndex !== undefined && keptIndex >= 0 && items[keptIndex] === undefined
  const waitingTabIndex = role === 'grid' && isUnread ? 0 : -1
  return (
    <table
      role={role}
      // The keys wait on the table for a row that is not here yet; Tab then comes to it, too.
      tabIndex={keptIndex === undefined ? undefined : waitingTabIndex}
      aria-label={label}
      aria-rowcount={items.length + 1}
      // Cells of a grid are chosen together.
      {...(role === 'grid' && { 'aria-multiselectable': true })}
      className={classNames(styles.table, className)}
    >
      <thead>
        <tr aria-rowindex={1}>
          {columns.map((column) => {
            const { key, cell, sort, label: name, style } = headOf(column)
            return (
              <th
                key={key}
                scope="col"
                aria-label={name}
                style={style}
                {...(sort && { 'aria-sort': sort })}
              >
                {cell}
              </th>
            )
          })}
        </tr>
      </thead>
      <tbody ref={ref}>
        {rows.map(({ key, index, start }, place) => {
          const item = items[index]
          const above = start - (rows[place - 1]?.end ?? top)
          return (
            <Fragment key={key}>
              <Space height={above} columnCount={columns.length} />
              <tr
                ref={item === undefined ? null : virtual.measureElement}
                data-index={index}
                aria-rowindex={index + 2}
                aria-busy={item === undefined}
                className={classNames(styles.row, item !== undefined && rowClassName)}
                style={item === undefined ? { height: rowHeight } : undefined}
              >
                {item === undefined ? (
                  <td colSpan={columns.length}>
                    <Skeleton height="1.5em" />
                  </td>
                ) : (
                  renderCells(item, index)
                )}
              </tr>
            </Fragment>
          )
        })}
        <Space height={below} columnCount={columns.length} />
      </tbody>
    </table>
  )
}

function headOf(column: string | TableHead): TableHead {
  return typeof column === 'string' ? { key: column, cell: column } : column
}

/** Stands for the rows that are not in the document. */
function Space({ height, columnCount }: { readonly height: number; readonly columnCount: number }) {
  return (
    height > 0 && (
      <tr aria-hidden className={styles.space}>
        <td colSpan={columnCount} style={{ height }} />
      </tr>
    )
  )
}

/** What scrolls around an element, and how far below its top the element begins. */
function useScroller(ref: RefObject<HTMLElement | null>): {
  readonly scroller: HTMLElement | null
  readonly top: number
} {
  const [found, setFound] = useState<{ scroller: HTMLElement | null; top: number }>({
    scroller: null,
    top: 0,
  })
  useLayoutEffect(() => {
    const element = ref.current
    const scroller = scrollerAround(element)
    if (!element || !scroller) return
    const measure = () => {
      const above = element.getBoundingClientRect().top - scroller.getBoundingClientRect().top
      // The element of a page moves along with what scrolls in it.
      const isPage = scroller === document.documentElement
      const top = Math.round(isPage ? above : above + scroller.scrollTop)
      setFound((last) =>
        last.scroller === scroller && last.top === top ? last : { scroller, top },
      )
    }
    measure()
    // What stands above may grow, such as an image that has just come.
    const observer = new ResizeObserver(measure)
    observer.observe(scroller)
    for (const part of scroller.children) observer.observe(part)
    return () => observer.disconnect()
  }, [ref])
  return found
}

function scrollerAround(element: HTMLElement | null): HTMLElement | null {
  for (let at = element?.parentElement ?? null; at; at = at.parentElement) {
    if (/auto|scroll/.test(getComputedStyle(at).overflowY)) return at
  }
  return document.documentElement
}

import { useMemo, useState } from 'react'
import { type Column, columnKey, type ListView } from '#contract/contacts/list-view.ts'
import { formatCount } from '../../../format.ts'
import { Button } from '../../../ui/forms/button.tsx'
import styles from './list-screen.module.css'

/** Columns that a page draws at first, and with each press more: two hundred in each row would hold it up for seconds. */
const COLUMNS_A_STEP = 20

/** The columns of a list that its table has: the first ones, and whatever it is sorted or filtered by. */
export function useShownColumns(columns: readonly Column[], { sorting, filter }: ListView) {
  const [count, setCount] = useState(COLUMNS_A_STEP)
  const sortedBy = sorting && columnKey(sorting.column)
  const filteredBy = filter && columnKey(filter.column)
  const shown = useMemo(
    () =>
      columns.filter(
        (column, place) =>
          place < count || [sortedBy, filteredBy].some((key) => key === columnKey(column)),
      ),
    [columns, count, sortedBy, filteredBy],
  )
  return { shown, showMore: () => setCount((last) => last + COLUMNS_A_STEP) }
}

/** How many of the columns stand in the table, and the way to more of them. */
export function ColumnsLeft({
  shownCount,
  count,
  onMore,
}: {
  readonly shownCount: number
  readonly count: number
  readonly onMore: () => void
}) {
  const left = count - shownCount
  if (left <= 0) return null
  return (
    <div className={styles.columns}>
      <p role="status">
        Aparecem {formatCount(shownCount)} de {formatCount(count)} colunas; a busca e o filtro
        alcançam todas.
      </p>
      <Button onClick={onMore}>Mostrar mais {formatCount(Math.min(left, COLUMNS_A_STEP))}</Button>
    </div>
  )
}

import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import { type Column, columnKey, type Sorting } from '#contract/contacts/list-view.ts'
import { ChoiceBox } from '../../../../ui/forms/choice-box.tsx'
import type { TableHead } from '../../../../ui/lists/windowed-table.tsx'
import { columnLabel, sameColumn } from '../list-view.ts'
import { ColumnEdge, moveEdge } from './column-edge.tsx'
import styles from './list-table.module.css'
import { columnStyle, type useColumnWidths } from './use-column-widths.ts'
import type { GridPlace } from './use-grid.ts'

export type HeadProps = {
  readonly columns: readonly Column[]
  readonly sorting: Sorting | null
  /** Whether all rows of the view are chosen. */
  readonly isAllChosen: boolean
  readonly onChooseAll: (isChosen: boolean) => void
  readonly onSort: (sorting: Sorting | null) => void
}

/** What stands above the columns: it chooses all, sorts, and makes them wider. */
export function headsOf(
  { columns, sorting, isAllChosen, onSort, onChooseAll }: HeadProps,
  {
    stop: { row, column: stopColumn },
    widths: { widthOf, change },
  }: {
    readonly stop: GridPlace
    readonly widths: Pick<ReturnType<typeof useColumnWidths>, 'widthOf' | 'change'>
  },
): readonly TableHead[] {
  const tabIndexOf = (place: number) => (row < 0 && place === stopColumn ? 0 : -1)
  return [
    {
      key: 'chosen',
      cell: (
        <ChoiceBox
          label="Escolher todos os que aparecem"
          tabIndex={tabIndexOf(0)}
          isChosen={isAllChosen}
          onChoose={({ isChosen }) => onChooseAll(isChosen)}
        />
      ),
    },
    ...columns.map((column, place) => ({
      key: columnKey(column),
      label: columnLabel(column),
      style: columnStyle(place),
      cell: (
        <>
          <SortButton
            {...{ column, sorting, onSort }}
            tabIndex={tabIndexOf(place + 1)}
            onWidth={(width) => change(column, width)}
          />
          <ColumnEdge
            label={columnLabel(column)}
            width={widthOf(column)}
            onWidth={(width) => change(column, width)}
          />
        </>
      ),
      sort: sorting && sameColumn(sorting.column, column) ? sortWord(sorting) : undefined,
    })),
  ]
}

function sortWord({ isDescending }: Sorting): 'ascending' | 'descending' {
  return isDescending ? 'descending' : 'ascending'
}

/** Up, down, and the list's own order again. */
function SortButton({
  column,
  sorting,
  tabIndex,
  onSort,
  onWidth,
}: Pick<HeadProps, 'sorting' | 'onSort'> & {
  readonly column: Column
  readonly tabIndex: number
  readonly onWidth: (width: number) => void
}) {
  const isMine = sorting !== null && sameColumn(sorting.column, column)
  const next = () => {
    if (!isMine) return { column, isDescending: false }
    return sorting.isDescending ? null : { column, isDescending: true }
  }
  const SortedIcon = isMine && sorting.isDescending ? ArrowDown : ArrowUp
  const Icon = isMine ? SortedIcon : ArrowUpDown
  const label = columnLabel(column)
  return (
    <button
      type="button"
      className={styles.sort}
      title={label}
      tabIndex={tabIndex}
      onClick={() => onSort(next())}
      onKeyDown={(event) => moveEdge(event, onWidth)}
    >
      <span>{label}</span>
      <Icon size={14} aria-hidden className={isMine ? undefined : styles.offered} />
    </button>
  )
}

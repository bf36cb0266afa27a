import { ArrowDown, ArrowUp, UserRound } from 'lucide-react'
import { memo } from 'react'
import { Link } from 'wouter'
import { personPage } from '#contract/console-routes.ts'
import type { ListRow } from '#contract/contacts/list-rows.ts'
import { type Column, cellOf, columnKey, type Sorting } from '#contract/contacts/list-view.ts'
import { formatPhone } from '../../../format.ts'
import { WindowedTable } from '../../../ui/lists/windowed-table.tsx'
import { useMedia } from '../../../ui/use-media.ts'
import { EditableCell } from './editable-cell.tsx'
import { ListOrder } from './list-order.tsx'
import styles from './list-table.module.css'
import { columnLabel, sameColumn } from './list-view.ts'
import type { RowEdit, RowEdits } from './use-row-edits.ts'

const ROW_HEIGHT = 49
/** Where the table has no head to see: rows stand as blocks, as in its styles. */
const NARROW = '(max-width: 640px)'

type Props = {
  /** Undefined: not here yet. */
  readonly rows: readonly (ListRow | undefined)[]
  readonly columns: readonly Column[]
  /** What the rows can be sorted by, where no heads offer it. */
  readonly allColumns: readonly Column[]
  readonly edits: ReadonlyMap<string, RowEdit>
  readonly chosen: ReadonlySet<string>
  readonly search: string
  readonly sorting: Sorting | null
  /** Whether all rows of the view are chosen. */
  readonly isAllChosen: boolean
  readonly onType: RowEdits['type']
  readonly onChoose: (phone: string, isChosen: boolean) => void
  readonly onChooseAll: (isChosen: boolean) => void
  readonly onSort: (sorting: Sorting | null) => void
  /** Told which places are in sight. */
  readonly onSight: ((first: number, end: number) => void) | undefined
}

/** All columns of a list: cells to write into, rows to choose, headers to sort by. */
export function ListTable({
  rows,
  columns,
  allColumns,
  edits,
  chosen,
  search,
  sorting,
  isAllChosen,
  onType,
  onChoose,
  onChooseAll,
  onSort,
  onSight,
}: Props) {
  const isNarrow = useMedia(NARROW)
  const headers = [
    {
      key: 'chosen',
      cell: isNarrow ? (
        'Escolha'
      ) : (
        <input
          type="checkbox"
          aria-label="Escolher todos os que aparecem"
          checked={isAllChosen}
          onChange={({ target }) => onChooseAll(target.checked)}
        />
      ),
    },
    ...columns.map((column) => ({
      key: columnKey(column),
      cell: isNarrow ? (
        columnLabel(column)
      ) : (
        <SortButton column={column} sorting={sorting} onSort={onSort} />
      ),
      sort: sorting && sameColumn(sorting.column, column) ? sortWord(sorting) : undefined,
    })),
  ]
  return (
    <div className={styles.frame}>
      {isNarrow && (
        <ListOrder
          columns={allColumns}
          sorting={sorting}
          isAllChosen={isAllChosen}
          onSort={onSort}
          onChooseAll={onChooseAll}
        />
      )}
      <WindowedTable
        label="Contatos da lista"
        columns={headers}
        items={rows}
        rowHeight={ROW_HEIGHT}
        keyOf={phoneOf}
        onSight={onSight}
        className={styles.table}
        rowClassName={styles.row}
        renderCells={(row) => (
          <Cells
            row={row}
            columns={columns}
            edit={edits.get(row.phone)}
            isChosen={chosen.has(row.phone)}
            search={search}
            onType={onType}
            onChoose={onChoose}
          />
        )}
      />
    </div>
  )
}

const phoneOf = ({ phone }: ListRow) => phone

function sortWord({ isDescending }: Sorting): 'ascending' | 'descending' {
  return isDescending ? 'descending' : 'ascending'
}

/** Up, down, and the list's own order again. */
function SortButton({
  column,
  sorting,
  onSort,
}: Pick<Props, 'sorting' | 'onSort'> & { readonly column: Column }) {
  const isMine = sorting !== null && sameColumn(sorting.column, column)
  const next = () => {
    if (!isMine) return { column, isDescending: false }
    return sorting.isDescending ? null : { column, isDescending: true }
  }
  const Icon = isMine && sorting.isDescending ? ArrowDown : ArrowUp
  return (
    <button type="button" className={styles.sort} onClick={() => onSort(next())}>
      {columnLabel(column)}
      {isMine && <Icon size={14} aria-hidden />}
    </button>
  )
}

const Cells = memo(function Cells({
  row,
  columns,
  edit,
  isChosen,
  search,
  onType,
  onChoose,
}: Pick<Props, 'columns' | 'search' | 'onType' | 'onChoose'> & {
  readonly row: ListRow
  readonly edit: RowEdit | undefined
  readonly isChosen: boolean
}) {
  const { after = row, refusal } = edit ?? {}
  const person = row.name || formatPhone(row.phone)
  return (
    <>
      <td className={styles.choice}>
        <input
          type="checkbox"
          aria-label={`Escolher ${person}`}
          checked={isChosen}
          onChange={({ target }) => onChoose(row.phone, target.checked)}
        />
        <Link
          href={personPage(row.phone)}
          className={styles.person}
          title="Ver tudo desta pessoa"
          aria-label={`Ver tudo de ${person}`}
        >
          <UserRound size={16} aria-hidden />
        </Link>
      </td>
      {columns.map((column) => (
        <td
          key={columnKey(column)}
          className={styles[column.kind]}
          data-label={columnLabel(column)}
        >
          <EditableCell
            column={column}
            text={cellOf(after, column)}
            person={person}
            search={search}
            isChanged={cellOf(after, column) !== cellOf(edit?.before ?? row, column)}
            problem={refusal?.campo === column.kind ? refusal.message : undefined}
            onType={(text) => onType(row, column, text)}
          />
        </td>
      ))}
    </>
  )
})

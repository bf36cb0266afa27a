import { UserRound } from 'lucide-react'
import { memo } from 'react'
import { Link } from 'wouter'
import { personPage } from '#contract/console-routes.ts'
import type { ListRow } from '#contract/contacts/list-rows.ts'
import { type Column, cellOf, columnKey } from '#contract/contacts/list-view.ts'
import { type Choice, ChoiceBox } from '../../../../ui/forms/choice-box.tsx'
import { personOf } from '../list-view.ts'
import { type RowRange, sidesOf } from '../range/cell-range.ts'
import type { RowEdit, RowEdits } from '../use-row-edits.ts'
import { EditableCell } from './editable-cell.tsx'
import styles from './list-table.module.css'
import { OptedOut } from './opted-out.tsx'
import { columnStyle } from './use-column-widths.ts'
import { type GridPlace, tabIndexAt } from './use-grid.ts'

export type RowProps = {
  readonly row: ListRow
  readonly columns: readonly Column[]
  readonly edit: RowEdit | undefined
  readonly isChosen: boolean
  /** Whether the person gets no campaigns. */
  readonly isOptedOut: boolean
  readonly search: string
  readonly onChoose: (phone: string, how: Choice) => void
}

/** The cells of one row, each to be written into. */
export const ListRowCells = memo(function ListRowCells({
  row,
  columns,
  edit,
  isChosen,
  isOptedOut,
  search,
  stop,
  onType,
  onChoose,
  ...range
}: RowProps &
  RowRange & {
    /** The control of the row that Tab comes to; null: none. */
    readonly stop: GridPlace | null
    readonly onType: RowEdits['type']
  }) {
  const { after = row, refusal } = edit ?? {}
  const person = personOf(row)
  return (
    <>
      <td className={styles.choice}>
        <ChoiceBox
          label={`Escolher ${person}`}
          isChosen={isChosen}
          tabIndex={tabIndexAt(stop, 0, 0)}
          onChoose={(choice) => onChoose(row.phone, choice)}
        />
        <Link
          href={personPage(row.phone)}
          className={styles.person}
          title="Ver tudo desta pessoa"
          aria-label={`Ver tudo de ${person}`}
          tabIndex={tabIndexAt(stop, 0, 1)}
        >
          <UserRound size={16} aria-hidden />
        </Link>
      </td>
      {columns.map((column, place) => (
        <td
          key={columnKey(column)}
          style={columnStyle(place)}
          {...chosenAs(sidesOf(range, place))}
          className={column.kind === 'name' && isOptedOut ? styles.marked : undefined}
        >
          <EditableCell
            column={column}
            text={cellOf(after, column)}
            person={person}
            search={search}
            isChanged={cellOf(after, column) !== cellOf(edit?.before ?? row, column)}
            problem={refusal?.campo === column.kind ? refusal.message : undefined}
            tabIndex={tabIndexAt(stop, place + 1)}
            onType={(text) => onType(row, column, text)}
          />
          {column.kind === 'name' && isOptedOut && <OptedOut />}
        </td>
      ))}
    </>
  )
})

/** Attributes of a cell that is chosen together with others. */
function chosenAs(sides: string | undefined) {
  return sides !== undefined && { 'data-range': sides, 'aria-selected': true }
}

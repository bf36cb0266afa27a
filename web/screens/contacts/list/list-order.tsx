import { type Column, columnKey, columnOf, type Sorting } from '#contract/contacts/list-view.ts'
import { SelectField } from '../../../ui/forms/field.tsx'
import styles from './list-table.module.css'
import { columnLabel } from './list-view.ts'

const OWN_ORDER = ''
const UP = 'asc'
const DOWN = 'desc'

/** What the table's head does, where there is no room for one. */
export function ListOrder({
  columns,
  sorting,
  isAllChosen,
  onSort,
  onChooseAll,
}: {
  readonly columns: readonly Column[]
  readonly sorting: Sorting | null
  readonly isAllChosen: boolean
  readonly onSort: (sorting: Sorting | null) => void
  readonly onChooseAll: (isChosen: boolean) => void
}) {
  return (
    <div className={styles.order}>
      <label className={styles.all}>
        <input
          type="checkbox"
          aria-label="Escolher todos os que aparecem"
          checked={isAllChosen}
          onChange={({ target }) => onChooseAll(target.checked)}
        />
        Todos
      </label>
      <SelectField
        isLabelHidden
        label="Ordenar por"
        value={sorting ? keyOf(sorting) : OWN_ORDER}
        onChange={({ target }) => onSort(sortingOf(target.value))}
      >
        <option value={OWN_ORDER}>Ordem da lista</option>
        {columns.flatMap((column) =>
          [false, true].map((isDescending) => (
            <option key={keyOf({ column, isDescending })} value={keyOf({ column, isDescending })}>
              {columnLabel(column)} ({isDescending ? 'decrescente' : 'crescente'})
            </option>
          )),
        )}
      </SelectField>
    </div>
  )
}

function keyOf({ column, isDescending }: Sorting): string {
  return `${isDescending ? DOWN : UP}:${columnKey(column)}`
}

function sortingOf(key: string): Sorting | null {
  const [direction, ...rest] = key.split(':')
  const column = columnOf(rest.join(':'))
  return column ? { column, isDescending: direction === DOWN } : null
}

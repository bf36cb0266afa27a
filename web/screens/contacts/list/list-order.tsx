import { type Column, columnKey, columnOf, type Sorting } from '#contract/contacts/list-view.ts'
import { SelectField } from '../../../ui/forms/field.tsx'
import { columnLabel } from './list-view.ts'

const OWN_ORDER = ''
const UP = 'asc'
const DOWN = 'desc'

/** What the rows are sorted by, where there is no room for heads that offer it. */
export function ListOrder({
  columns,
  sorting,
  onSort,
}: {
  readonly columns: readonly Column[]
  readonly sorting: Sorting | null
  readonly onSort: (sorting: Sorting | null) => void
}) {
  return (
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

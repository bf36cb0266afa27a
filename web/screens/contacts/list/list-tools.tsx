import { ListFilter } from 'lucide-react'
import { useId, useState } from 'react'
import { FilterOp } from '#contract/campaigns/filter-op.ts'
import {
  type Column,
  columnKey,
  type RowFilter,
  type Sorting,
} from '#contract/contacts/list-view.ts'
import { classNames } from '../../../ui/class-names.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { SelectField, TextField } from '../../../ui/forms/field.tsx'
import { SearchField } from '../../../ui/forms/search-field.tsx'
import { ListOrder } from './list-order.tsx'
import styles from './list-screen.module.css'
import { columnLabel } from './list-view.ts'

const operations: Readonly<Record<FilterOp, string>> = {
  contem: 'contém',
  igual: 'é',
  diferente: 'não é',
  vazio: 'está vazio',
  preenchido: 'está preenchido',
}

/**
 * Search over all columns, a filter by one of them, and the order where no head offers it; where it
 * is narrow a button beside the search opens all but that.
 */
export function ListTools({
  columns,
  search,
  filter,
  sorting,
  isNarrow,
  onSearch,
  onFilter,
  onSort,
}: {
  readonly columns: readonly Column[]
  readonly search: string
  readonly filter: RowFilter | null
  readonly sorting: Sorting | null
  readonly isNarrow: boolean
  readonly onSearch: (search: string) => void
  readonly onFilter: (filter: RowFilter | null) => void
  readonly onSort: (sorting: Sorting | null) => void
}) {
  const [isOpen, setIsOpen] = useState(false)
  const filtersId = useId()
  const choose = (key: string) => {
    const column = columns.find((each) => columnKey(each) === key)
    if (!column) onFilter(null)
    else onFilter({ op: FilterOp.contains, value: '', ...filter, column })
  }
  const hasValue = filter !== null && filter.op !== FilterOp.empty && filter.op !== FilterOp.filled
  return (
    <div className={styles.tools}>
      <div className={styles.searching}>
        <SearchField label="Buscar nesta lista" value={search} onChange={onSearch} />
        {isNarrow && (
          <Button
            icon={ListFilter}
            aria-expanded={isOpen}
            aria-controls={isOpen ? filtersId : undefined}
            className={classNames((filter ?? sorting) && styles.inUse)}
            onClick={() => setIsOpen(!isOpen)}
          >
            Filtrar
            <span className="visually-hidden"> e ordenar</span>
            {(filter ?? sorting) && <span className="visually-hidden"> (em uso)</span>}
          </Button>
        )}
      </div>
      {(isOpen || !isNarrow) && (
        <div id={filtersId} className={styles.filters}>
          <SelectField
            isLabelHidden
            label="Filtrar pela coluna"
            value={filter ? columnKey(filter.column) : ''}
            onChange={({ target }) => choose(target.value)}
          >
            <option value="">Sem filtro</option>
            {columns.map((column) => (
              <option key={columnKey(column)} value={columnKey(column)}>
                {columnLabel(column)}
              </option>
            ))}
          </SelectField>
          {isNarrow && <ListOrder columns={columns} sorting={sorting} onSort={onSort} />}
          {filter && (
            <SelectField
              isLabelHidden
              label="Como comparar"
              value={filter.op}
              onChange={({ target }) => {
                const op = Object.values(FilterOp).find((each) => each === target.value)
                if (op) onFilter({ ...filter, op })
              }}
            >
              {Object.entries(operations).map(([op, words]) => (
                <option key={op} value={op}>
                  {words}
                </option>
              ))}
            </SelectField>
          )}
          {filter && hasValue && (
            <TextField
              isLabelHidden
              label="Valor do filtro"
              placeholder="Valor"
              autoComplete="off"
              value={filter.value}
              onChange={({ target }) => onFilter({ ...filter, value: target.value })}
            />
          )}
        </div>
      )}
    </div>
  )
}

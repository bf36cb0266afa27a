import { LayoutGrid, Rows3 } from 'lucide-react'
import type { ListOrder } from '#contract/api/query.ts'
import { SelectField } from '../../../ui/forms/field.tsx'
import { SearchField } from '../../../ui/forms/search-field.tsx'
import { orderChoices } from './list-orders.ts'
import styles from './lists-tools.module.css'
import type { ShownForm } from './shown-form.ts'

const forms = [
  { form: 'cards', label: 'Mostrar em cartões', icon: LayoutGrid },
  { form: 'table', label: 'Mostrar em linhas', icon: Rows3 },
] as const

/** Which lists show, in which order, and how they stand. */
export function ListsTools({
  search,
  order,
  form,
  onSearch,
  onOrder,
  onForm,
}: {
  readonly search: string
  readonly order: ListOrder
  readonly form: ShownForm
  readonly onSearch: (search: string) => void
  readonly onOrder: (order: ListOrder) => void
  readonly onForm: (form: ShownForm) => void
}) {
  return (
    <search className={styles.tools}>
      <SearchField label="Buscar por lista, nome ou telefone" value={search} onChange={onSearch} />
      <SelectField
        label="Ordenar por"
        isLabelHidden
        value={order}
        onChange={({ target }) =>
          onOrder(orderChoices.find((one) => one.order === target.value)?.order ?? order)
        }
      >
        {orderChoices.map((one) => (
          <option key={one.order} value={one.order}>
            {one.label}
          </option>
        ))}
      </SelectField>
      <fieldset className={styles.forms}>
        <legend className="visually-hidden">Como as listas aparecem</legend>
        {forms.map(({ form: one, label, icon: Icon }) => (
          <button
            key={one}
            type="button"
            title={label}
            aria-label={label}
            aria-pressed={one === form}
            onClick={() => onForm(one)}
          >
            <Icon size={18} aria-hidden />
          </button>
        ))}
      </fieldset>
    </search>
  )
}

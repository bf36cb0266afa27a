import { Plus, Trash2 } from 'lucide-react'
import { type ContactFilter, FILTERS_MAX, needsValue } from '#contract/campaigns/audience.ts'
import { filterOpWords } from '#contract/campaigns/audience-words.ts'
import { FilterOp } from '#contract/campaigns/filter-op.ts'
import { foldName, ownVariables } from '#contract/campaigns/template.ts'
import { Button, IconButton } from '../../../../ui/forms/button.tsx'
import { SelectField, TextField } from '../../../../ui/forms/field.tsx'
import type { FieldErrors } from '../../../../ui/forms/use-form-errors.ts'
import styles from './filter-rows.module.css'

const operations: readonly FilterOp[] = Object.values(FilterOp)

const ownLabels: Readonly<Record<(typeof ownVariables)[number], string>> = {
  nome: 'Nome',
  primeiro_nome: 'Primeiro nome',
  telefone: 'Telefone',
}

/** The filters of an audience, of which a contact has to meet every one. */
export function FilterRows({
  filters,
  columns,
  errors,
  onChange,
}: {
  readonly filters: readonly ContactFilter[]
  readonly columns: readonly string[]
  readonly errors: FieldErrors
  readonly onChange: (filters: ContactFilter[]) => void
}) {
  const [firstColumn] = columns
  const put = (place: number, part: Partial<ContactFilter>) =>
    onChange(filters.map((filter, each) => (each === place ? { ...filter, ...part } : filter)))
  return (
    <fieldset className={styles.filters}>
      <legend>Só quem atende a todos estes filtros</legend>
      {filters.map((filter, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a filter has nothing else that stays while it is typed
        <div key={place} className={styles.filter}>
          <SelectField
            label={`Coluna do filtro ${place + 1}`}
            isLabelHidden
            name={`filtro.${place}.campo`}
            value={filter.field}
            error={errors[`filtro.${place}.campo`]}
            onChange={({ target }) => put(place, { field: target.value })}
          >
            {choicesOf(columns, filter.field).map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
          </SelectField>
          <SelectField
            label={`Condição do filtro ${place + 1}`}
            isLabelHidden
            name={`filtro.${place}.op`}
            value={filter.op}
            onChange={({ target }) => {
              const found = operations.find((op) => op === target.value)
              if (found) put(place, { op: found })
            }}
          >
            {operations.map((op) => (
              <option key={op} value={op}>
                {filterOpWords[op]}
              </option>
            ))}
          </SelectField>
          {needsValue(filter.op) && (
            <TextField
              label={`Valor do filtro ${place + 1}`}
              isLabelHidden
              name={`filtro.${place}.valor`}
              value={filter.value}
              placeholder="Valor"
              autoComplete="off"
              error={errors[`filtro.${place}.valor`]}
              onChange={({ target }) => put(place, { value: target.value })}
            />
          )}
          <IconButton
            label={`Remover filtro ${place + 1}`}
            icon={Trash2}
            onClick={() => onChange(filters.filter((_, each) => each !== place))}
          />
        </div>
      ))}
      {filters.length < FILTERS_MAX && (
        <Button
          icon={Plus}
          className={styles.add}
          onClick={() =>
            onChange([
              ...filters,
              { field: firstColumn ?? ownVariables[0], op: FilterOp.equals, value: '' },
            ])
          }
        >
          Adicionar filtro
        </Button>
      )}
    </fieldset>
  )
}

/** The columns that there are, and one that the filter has although no list does. */
function choicesOf(columns: readonly string[], field: string): (readonly [string, string])[] {
  const all: (readonly [string, string])[] = [
    ...columns.map((column) => [column, column] as const),
    ...ownVariables.map((name) => [name, ownLabels[name]] as const),
  ]
  const same = all.find(([name]) => foldName(name) === foldName(field))
  if (!same) return [[field, `${field} (não está nas listas)`], ...all]
  return all.map(([name, words]) => (name === same[0] ? [field, words] : [name, words]))
}

import { formatQuantity } from '../../../format.ts'
import { AreaField } from '../../../parts/import/area-field.tsx'
import { SelectField } from '../../../ui/forms/field.tsx'
import { Switch } from '../../../ui/forms/switch.tsx'
import type { CsvReading } from './csv-scan.ts'
import styles from './import-preview.module.css'
import type { ReadChoices } from './read-choices.ts'

type OnReread = (changed: Partial<ReadChoices>) => Promise<void>
type Props = {
  readonly reading: CsvReading
  /** What was chosen last, which the reading may not show yet. */
  readonly choices: ReadChoices
  readonly onReread: OnReread
}

const NO_COLUMN = '-'

/** How the file is read; every change reads it again. */
export function ReadingFields({ reading, choices, onReread }: Props) {
  const columns = choices.columns ?? reading.columns
  const read = (changed: Partial<ReadChoices>) => {
    onReread(changed).catch(() => undefined)
  }
  return (
    <>
      {reading.sheets && reading.sheets.length > 1 && (
        <SelectField
          label="Aba da planilha"
          value={choices.sheet ?? reading.sheet}
          onChange={({ target }) => read({ sheet: target.value, columns: null })}
        >
          {reading.sheets.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </SelectField>
      )}
      <ColumnFields header={reading.header} columns={columns} onReread={onReread} />
      <AreaField
        ddd={choices.ddd ?? reading.choices.ddd}
        hint={areaHint(reading)}
        onRead={(ddd) => read({ ddd })}
      />
      <div className={styles.switch}>
        <Switch
          label="A primeira linha é cabeçalho"
          isOn={choices.hasHeader}
          onChange={(hasHeader) => read({ hasHeader, columns })}
        />
      </div>
    </>
  )
}

function ColumnFields({
  header,
  columns,
  onReread,
}: Pick<CsvReading, 'header' | 'columns'> & Pick<Props, 'onReread'>) {
  const options = header.map((name, column) => (
    <option key={name} value={column}>
      {column + 1}: {name}
    </option>
  ))
  const read = (changed: Partial<CsvReading['columns']>) => {
    onReread({ columns: { ...columns, ...changed } }).catch(() => undefined)
  }
  return (
    <>
      <SelectField
        label="Coluna do nome"
        value={columns.name ?? NO_COLUMN}
        onChange={({ target: { value } }) =>
          read({ name: value === NO_COLUMN ? null : Number(value) })
        }
      >
        <option value={NO_COLUMN}>Nenhuma</option>
        {options}
      </SelectField>
      <SelectField
        label="Coluna do telefone"
        value={columns.phone}
        onChange={({ target: { value } }) => read({ phone: Number(value) })}
      >
        {options}
      </SelectField>
    </>
  )
}

/** What the area code does for this file. */
function areaHint({ choices: { ddd }, withoutAreaCount, usualArea }: CsvReading): string {
  if (withoutAreaCount === 0) return 'Só para telefones sem DDD: aqui não há nenhum.'
  if (ddd === '') {
    const left = formatQuantity(
      withoutAreaCount,
      'telefone sem DDD fica de fora',
      'telefones sem DDD ficam de fora',
    )
    return usualArea === null ? `${left}.` : `${left}; a maioria da lista usa o ${usualArea}.`
  }
  const rescued = formatQuantity(
    withoutAreaCount,
    'telefone sem DDD entra',
    'telefones sem DDD entram',
  )
  return ddd === usualArea
    ? `${rescued} com o ${ddd}, o da maioria desta lista.`
    : `${rescued} com o ${ddd}.`
}

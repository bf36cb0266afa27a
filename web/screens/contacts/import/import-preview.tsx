import { FileText } from 'lucide-react'
import { useState } from 'react'
import { ContactListBody } from '#contract/contacts/contact-list.ts'
import type { CsvColumns } from '#contract/csv/columns.ts'
import type { Delimiter } from '#contract/csv/delimiter.ts'
import type { CsvEncoding } from '#contract/csv/encoding.ts'
import { useListNames } from '../../../api/contacts.ts'
import { formatBytes, formatCount, formatPhone } from '../../../format.ts'
import { messages } from '../../../messages.ts'
import { Notice } from '../../../ui/display/notice.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { SelectField, TextField } from '../../../ui/forms/field.tsx'
import { useFormErrors } from '../../../ui/forms/use-form-errors.ts'
import { toastWarning } from '../../../ui/overlays/toast.ts'
import dialogStyles from '../dialogs.module.css'
import type { CsvReading } from './csv-scan.ts'
import styles from './import-preview.module.css'
import type { ImportTarget } from './import-run.ts'
import { InvalidRows } from './invalid-rows.tsx'
import { TargetField } from './target-field.tsx'
import { Totals } from './totals.tsx'

const encodings: Readonly<Record<CsvEncoding, string>> = {
  utf8: 'UTF-8',
  'utf16-le': 'UTF-16',
  'utf16-be': 'UTF-16',
  win1252: 'Windows-1252',
}
const delimiters: Readonly<Record<Delimiter, string>> = {
  ',': 'vírgula',
  ';': 'ponto e vírgula',
  '\t': 'tabulação',
}

/** What a file holds and where it will go, before anything is saved. */
export function ImportPreview({
  formId,
  file,
  reading,
  onBack,
  onColumns,
  onSave,
}: {
  readonly formId: string
  readonly file: File
  readonly reading: CsvReading
  readonly onBack: () => void
  readonly onColumns: (columns: CsvColumns) => Promise<void>
  readonly onSave: (target: ImportTarget) => Promise<void>
}) {
  const { lists = [] } = useListNames()
  const [listId, setListId] = useState('')
  const [name, setName] = useState(() => nameOf(file))
  const { errors, formRef, show } = useFormErrors()

  const save = async () => {
    const list = lists.find(({ id }) => id === listId)
    const refused = list ? undefined : refusalOf(name)
    show(refused ? { name: refused } : {})
    if (reading.validCount === 0 || (!list && name.trim() === '')) {
      toastWarning(messages.contacts.importIncomplete)
      return
    }
    if (!refused) await onSave(list ? { ...list, listId } : { name: name.trim() })
  }

  return (
    <form
      id={formId}
      ref={formRef}
      noValidate
      className={dialogStyles.form}
      onSubmit={(event) => {
        event.preventDefault()
        save().catch(() => undefined)
      }}
    >
      <div className={styles.file}>
        <FileText size={20} aria-hidden />
        <div className={styles.about}>
          <strong>{file.name}</strong>
          <span>
            {formatBytes(file.size)} · {encodings[reading.encoding]} · separado por{' '}
            {delimiters[reading.delimiter]}
          </span>
        </div>
        <Button look="quiet" onClick={onBack}>
          Trocar arquivo
        </Button>
      </div>
      <Totals
        counts={[
          ['Linhas', reading.rowCount],
          ['Válidos', reading.validCount],
          ['Repetidos', reading.duplicateCount],
          ['Inválidos', reading.invalidCount],
        ]}
      />
      {reading.warnings.map((warning) => (
        <Notice key={warning} tone="warn">
          {warning}
        </Notice>
      ))}
      <div className={styles.fields}>
        <TargetField listId={listId} onChange={setListId} />
        {listId === '' && (
          <TextField
            label="Nome da lista"
            name="name"
            autoComplete="off"
            value={name}
            error={errors.name}
            onChange={({ target }) => setName(target.value)}
          />
        )}
        <ColumnFields reading={reading} onColumns={onColumns} />
      </div>
      <Sample reading={reading} />
      <InvalidRows rows={reading.invalid} count={reading.invalidCount} fileName={file.name} />
    </form>
  )
}

const NO_COLUMN = '-'

function ColumnFields({
  reading: { header, columns },
  onColumns,
}: {
  readonly reading: CsvReading
  readonly onColumns: (columns: CsvColumns) => Promise<void>
}) {
  const options = header.map((name, column) => (
    <option key={name} value={column}>
      {column + 1}: {name}
    </option>
  ))
  const read = (changed: Partial<CsvColumns>) => {
    onColumns({ ...columns, ...changed }).catch(() => undefined)
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

function Sample({ reading: { sample, header, columns } }: { readonly reading: CsvReading }) {
  if (sample.length === 0) return null
  const further = header.filter((_, place) => place !== columns.name && place !== columns.phone)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={styles.sample} tabIndex={0} aria-label="Primeiros contatos do arquivo">
      <table>
        <thead>
          <tr>
            <th scope="col">Linha</th>
            <th scope="col">Nome</th>
            <th scope="col">Telefone</th>
            {further.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sample.map(({ line, name, phone, fields }) => (
            <tr key={phone}>
              <td>{formatCount(line)}</td>
              <td>{name || '–'}</td>
              <td>{formatPhone(phone)}</td>
              {further.map((field) => (
                <td key={field}>{fields?.[field] ?? '–'}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** A list is called like its file until somebody says otherwise. */
function nameOf(file: File): string {
  return file.name.replace(/\.[^.]+$/, '').trim()
}

function refusalOf(name: string): string | undefined {
  if (name.trim() === '') return messages.contacts.nameRequired
  return ContactListBody.shape.name.safeParse(name).error?.issues[0]?.message
}

import { useState } from 'react'
import { ContactListBody } from '#contract/contacts/contact-list.ts'
import type { Delimiter } from '#contract/csv/delimiter.ts'
import type { CsvEncoding } from '#contract/csv/encoding.ts'
import { useListNames } from '../../../api/lists/contacts.ts'
import { formatPhone, formatQuantity } from '../../../format.ts'
import { messages } from '../../../messages.ts'
import { ChosenFile } from '../../../parts/import/chosen-file.tsx'
import { InvalidRows } from '../../../parts/import/invalid-rows.tsx'
import { Totals } from '../../../parts/import/totals.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { useFormErrors } from '../../../ui/forms/use-form-errors.ts'
import { askYesNo } from '../../../ui/overlays/ask.ts'
import { toastWarning } from '../../../ui/overlays/toast.ts'
import dialogStyles from '../dialogs.module.css'
import type { CsvReading } from './csv-scan.ts'
import styles from './import-preview.module.css'
import type { ImportTarget } from './import-run.ts'
import { ImportSample } from './import-sample.tsx'
import type { ReadChoices } from './read-choices.ts'
import { ReadingFields } from './reading-fields.tsx'
import { TargetField } from './target-field.tsx'

const encodings: Readonly<Record<CsvEncoding, string>> = {
  utf8: 'UTF-8',
  'utf16-le': 'UTF-16',
  'utf16-be': 'UTF-16',
  win1252: 'Windows-1252',
}
const delimiters: Readonly<Record<Delimiter, string>> = {
  ',': '“,”',
  ';': '“;”',
  '\t': 'tabulação',
}

/** What a file holds and where it will go, before anything is saved. */
export function ImportPreview({
  formId,
  file,
  reading,
  choices,
  isRereading,
  onBack,
  onReread,
  onRefusedRows,
  onSave,
}: {
  readonly formId: string
  readonly file: File
  readonly reading: CsvReading
  readonly choices: ReadChoices
  readonly isRereading: boolean
  readonly onBack: () => void
  readonly onReread: (changed: Partial<ReadChoices>) => Promise<void>
  readonly onRefusedRows: () => Promise<Blob | null>
  readonly onSave: (target: ImportTarget) => Promise<void>
}) {
  const { foreign } = reading
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
    if (refused || !(await allowsForeign(reading))) return
    await onSave(list ? { ...list, listId } : { name: name.trim() })
  }

  return (
    <form
      id={formId}
      ref={formRef}
      noValidate
      aria-busy={isRereading}
      className={dialogStyles.form}
      onSubmit={(event) => {
        event.preventDefault()
        save().catch(() => undefined)
      }}
    >
      <ChosenFile file={file} about={formatOf(reading)} onBack={onBack} />
      <Totals
        counts={[
          ['Linhas', reading.rowCount],
          ['Válidos', reading.validCount],
          ['Repetidos', reading.duplicateCount],
          ['Inválidos', reading.invalidCount],
          ...(foreign.count > 0 ? [['Fora do Brasil', foreign.count] as const] : []),
        ]}
      />
      {reading.validCount === 0 && (
        <Notice tone="danger">
          {reading.invalidCount > 0
            ? 'Nenhuma linha pode ser importada: o motivo de cada uma está abaixo. Confira a coluna do telefone, ou troque o arquivo.'
            : 'O arquivo não tem nenhum contato. Confira se a primeira linha é mesmo o cabeçalho, ou troque o arquivo.'}
        </Notice>
      )}
      {reading.warnings.map((warning) => (
        <Notice key={warning} tone="warn">
          {warning}
        </Notice>
      ))}
      {foreign.count > 0 && (
        <Notice tone="warn">
          {formatQuantity(foreign.count, 'número é', 'números são')} de fora do Brasil:{' '}
          {foreignSample(reading)}. Confira antes de importar.
        </Notice>
      )}
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
        <ReadingFields reading={reading} choices={choices} onReread={onReread} />
      </div>
      <ImportSample reading={reading} />
      <InvalidRows
        rows={reading.invalid}
        count={reading.invalidCount}
        fileName={file.name}
        onRefusedRows={onRefusedRows}
      />
    </form>
  )
}

function formatOf(reading: CsvReading): string {
  if (reading.sheets) return `planilha, aba “${reading.sheet}”`
  return `${encodings[reading.encoding]} · separado por ${delimiters[reading.delimiter]}`
}

function foreignSample({ foreign: { count, sample } }: CsvReading): string {
  return `${sample.map(formatPhone).join(', ')}${count > sample.length ? '…' : ''}`
}

/** Asks once more where numbers of other countries are among the contacts. */
async function allowsForeign(reading: CsvReading): Promise<boolean> {
  const { count } = reading.foreign
  if (count === 0) return true
  const which = `${formatQuantity(count, 'número é', 'números são')} de fora do Brasil`
  return await askYesNo(`${which}: ${foreignSample(reading)}. Importar assim mesmo?`, {
    title: 'Números de fora do Brasil',
  })
}

/** A list is called like its file until somebody says otherwise. */
function nameOf(file: File): string {
  return file.name.replace(/\.[^.]+$/, '').trim()
}

function refusalOf(name: string): string | undefined {
  if (name.trim() === '') return messages.contacts.nameRequired
  return ContactListBody.shape.name.safeParse(name).error?.issues[0]?.message
}

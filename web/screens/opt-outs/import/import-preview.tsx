import { type ChangeEvent, useState } from 'react'
import type { OptOutImportReport } from '#contract/optouts/opt-out.ts'
import { AreaCode } from '#contract/phones/area-code.ts'
import type { OptOutChoices } from '../../../api/opt-outs.ts'
import { ChosenFile } from '../../../parts/import/chosen-file.tsx'
import { Totals } from '../../../parts/import/totals.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { ProgressBar } from '../../../ui/display/progress.tsx'
import { SelectField, TextField } from '../../../ui/forms/field.tsx'
import styles from './import-dialog.module.css'
import { RefusedRows, refusedCount } from './refused-rows.tsx'
import type { ImportStep } from './use-import.ts'

/** What an import of the file would do, and how it is read, before anybody is put on the list. */
export function ImportPreview({
  formId,
  step: { file, check, choices, busyWith, share, failure },
  onBack,
  onReread,
  onRefusedRows,
  onSave,
}: {
  readonly formId: string
  readonly step: Extract<ImportStep, { at: 'preview' }>
  readonly onBack: () => void
  readonly onReread: (changed: Partial<OptOutChoices>) => void
  readonly onRefusedRows: () => Promise<Blob | null>
  readonly onSave: () => void
}) {
  const { sheets, sheet } = check
  const isSaving = busyWith === 'saving'
  return (
    <form
      id={formId}
      noValidate
      aria-busy={busyWith !== null}
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (check.added > 0) onSave()
      }}
    >
      <ChosenFile
        file={file}
        about={sheet && `planilha, aba “${sheet}”`}
        isFixed={isSaving}
        onBack={onBack}
      />
      <Totals
        counts={[
          ['A incluir', check.added],
          ['Repetidas', check.duplicates],
          ['Recusadas', refusedCount(check)],
        ]}
      />
      {failure !== null && <Notice tone="danger">{failure}</Notice>}
      {failure === null && busyWith === null && <NobodyToAdd check={check} />}
      <div className={styles.fields}>
        {sheets && sheets.length > 1 && (
          <SelectField
            label="Aba da planilha"
            value={choices.sheet ?? sheet}
            disabled={isSaving}
            onChange={({ target }) => onReread({ sheet: target.value })}
          >
            {sheets.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </SelectField>
        )}
        <AreaField
          ddd={choices.ddd}
          failure={failure}
          disabled={isSaving}
          onRead={(ddd) => onReread({ ddd })}
        />
      </div>
      {isSaving && (
        <ProgressBar label="Envio do arquivo" value={Math.round(share * 100)} max={100} />
      )}
      <RefusedRows report={check} fileName={file.name} onRefusedRows={onRefusedRows} />
    </form>
  )
}

/** Why there is nothing to import. */
function NobodyToAdd({ check }: { readonly check: OptOutImportReport }) {
  if (check.added > 0) return null
  if (check.duplicates > 0) {
    return (
      <Notice tone="info">
        {check.invalid.length > 0
          ? 'Quem tem telefone válido neste arquivo já está no descadastro.'
          : 'Todas as pessoas deste arquivo já estão no descadastro.'}
      </Notice>
    )
  }
  return (
    <Notice tone="danger">
      {check.invalid.length > 0
        ? 'Nenhuma linha pode ser importada: o motivo de cada uma está abaixo.'
        : 'Não há nenhum telefone neste arquivo.'}
    </Notice>
  )
}

const DIGITS = 2

/** The area code of phones without one; it takes effect while it is whole. */
function AreaField({
  ddd,
  failure,
  disabled,
  onRead,
}: {
  /** What was chosen last. */
  readonly ddd: string
  readonly failure: string | null
  readonly disabled: boolean
  readonly onRead: (ddd: string) => void
}) {
  const [typed, setTyped] = useState(ddd)
  const [told, setTold] = useState(failure)
  // What could not be read with is not chosen any more.
  if (told !== failure) {
    setTold(failure)
    if (failure !== null) setTyped(ddd)
  }
  const checked = AreaCode.safeParse(typed)
  const type = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const value = target.value.replace(/\D/g, '').slice(0, DIGITS)
    setTyped(value)
    const next = AreaCode.safeParse(value).success ? value : ''
    if (next !== ddd) onRead(next)
  }
  return (
    <TextField
      label="DDD padrão (opcional)"
      inputMode="numeric"
      autoComplete="off"
      placeholder="Nenhum"
      hint="Para telefones que estão sem o DDD."
      value={typed}
      disabled={disabled}
      error={typed.length === DIGITS ? checked.error?.issues[0]?.message : undefined}
      onChange={type}
    />
  )
}

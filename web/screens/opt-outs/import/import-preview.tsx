import type { OptOutImportReport } from '#contract/optouts/opt-out.ts'
import type { OptOutChoices } from '../../../api/opt-outs.ts'
import { AreaField } from '../../../parts/import/area-field.tsx'
import { ChosenFile } from '../../../parts/import/chosen-file.tsx'
import { Totals } from '../../../parts/import/totals.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { ProgressBar } from '../../../ui/display/progress.tsx'
import { SelectField } from '../../../ui/forms/field.tsx'
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
      {check.warnings?.map((warning) => (
        <Notice key={warning} tone="warn">
          {warning}
        </Notice>
      ))}
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
          hint="Para telefones que estão sem o DDD."
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

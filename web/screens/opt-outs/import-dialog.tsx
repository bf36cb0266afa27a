import { FileUp } from 'lucide-react'
import { useState } from 'react'
import type { OptOutImportReport } from '#contract/optouts/opt-out.ts'
import { sentenceOf } from '../../api/calls/call-error.ts'
import { importOptOuts } from '../../api/opt-outs.ts'
import { formatQuantity } from '../../format.ts'
import { FormDialog, typed } from '../../parts/form-dialog.tsx'
import { optOutMessages } from '../../parts/opt-outs/opt-out-messages.ts'
import { useFormSend } from '../../parts/use-form-send.ts'
import { Notice } from '../../ui/display/notice.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import styles from './opt-outs-screen.module.css'

/** Takes all people of a CSV out of the campaigns, and shows which lines were refused. */
export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const failed = optOutMessages.importFailed
  const form = useFormSend({ failed, refusalOf: (error) => sentenceOf(error, failed) })
  const [report, setReport] = useState<OptOutImportReport | null>(null)
  const submit = async (data: FormData) => {
    const file = data.get('file')
    if (!(file instanceof File) || file.size === 0) {
      return form.show({ file: 'Escolha um arquivo CSV.' })
    }
    await form.send(async () => setReport(await importOptOuts(file, { ddd: typed(data, 'ddd') })))
  }
  return (
    <FormDialog
      title="Importar descadastro"
      width="small"
      submit={report ? 'Importar outro' : 'Importar'}
      icon={FileUp}
      cancel={report ? 'Fechar' : 'Cancelar'}
      form={form}
      isUnsaved={false}
      onSubmit={(data) => void submit(data)}
      onClose={onClose}
    >
      <TextField
        label="Arquivo CSV"
        name="file"
        type="file"
        accept=".csv,.txt,text/csv,text/plain"
        hint="Basta uma coluna com os telefones."
        error={form.errors.file}
      />
      <TextField
        label="DDD padrão (opcional)"
        name="ddd"
        inputMode="numeric"
        maxLength={2}
        autoComplete="off"
        hint="Para telefones que estão sem o DDD."
        error={form.errors.ddd}
      />
      <div role="status">{report && <Report report={report} />}</div>
    </FormDialog>
  )
}

function Report({
  report: { added, duplicates, invalid },
}: {
  readonly report: OptOutImportReport
}) {
  return (
    <>
      <Notice tone="ok">
        {formatQuantity(added, 'pessoa incluída', 'pessoas incluídas')}.
        {duplicates > 0 &&
          ` ${formatQuantity(duplicates, 'já estava na lista ou repetida', 'já estavam na lista ou repetidas')}.`}
      </Notice>
      {invalid.length > 0 && (
        <ul className={styles.refused} aria-label="Linhas recusadas">
          {invalid.map(({ line, phone, reason }) => (
            <li key={line}>
              Linha {line}: {phone || '(vazia)'}: {reason}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

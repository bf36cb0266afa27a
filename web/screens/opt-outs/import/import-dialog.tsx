import { type ReactNode, useId } from 'react'
import { formatQuantity } from '../../../format.ts'
import { FileDrop } from '../../../parts/import/file-drop.tsx'
import { ReadingFile } from '../../../parts/import/reading-file.tsx'
import { optOutMessages } from '../../../parts/opt-outs/opt-out-messages.ts'
import { Notice } from '../../../ui/display/notice.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { useLeaveGuard } from '../../../ui/forms/leave-guard.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import styles from './import-dialog.module.css'
import { ImportPreview } from './import-preview.tsx'
import { ImportReport } from './import-report.tsx'
import { useImport } from './use-import.ts'

/** Takes all people of a file out of the campaigns: choice, preview, report. */
export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const formId = useId()
  const { step, ...work } = useImport()
  const isSaving = step.at === 'preview' && step.busyWith === 'saving'
  useLeaveGuard(isSaving, optOutMessages.importRunning)
  return (
    <Dialog
      title="Importar descadastro"
      width="large"
      onClose={() => {
        // What has been sent is taken whatever becomes of the dialog: its report is worth the wait.
        if (!isSaving) onClose()
      }}
      footer={footer()}
    >
      {step.at === 'choosing' && (
        <div className={styles.form}>
          {step.failure !== null && <Notice tone="danger">{step.failure}</Notice>}
          <FileDrop
            help="Basta uma coluna com os telefones; nome e motivo entram se houver. Nada é salvo antes de você conferir."
            onFile={(file) => void work.choose(file)}
          />
        </div>
      )}
      {step.at === 'reading' && (
        <ReadingFile className={styles.form} file={step.file} share={step.share} />
      )}
      {step.at === 'preview' && (
        <ImportPreview
          formId={formId}
          step={step}
          onBack={work.back}
          onReread={(changed) => void work.reread(changed)}
          onRefusedRows={work.refusedRows}
          onSave={() => void work.save()}
        />
      )}
      {step.at === 'done' && (
        <ImportReport
          report={step.report}
          fileName={step.file.name}
          onRefusedRows={work.refusedRows}
        />
      )}
    </Dialog>
  )

  function footer(): ReactNode {
    if (step.at === 'done') {
      return (
        <Button look="primary" onClick={onClose}>
          Concluir
        </Button>
      )
    }
    if (step.at === 'reading') return <Button onClick={work.back}>Cancelar</Button>
    if (step.at === 'choosing') return <Button onClick={onClose}>Cancelar</Button>
    const { added } = step.check
    return (
      <>
        <Button disabled={isSaving} onClick={onClose}>
          {added > 0 ? 'Cancelar' : 'Fechar'}
        </Button>
        {(added > 0 || step.busyWith !== null) && (
          <Button type="submit" form={formId} look="primary" isBusy={step.busyWith !== null}>
            {added > 0 ? `Incluir ${formatQuantity(added, 'pessoa', 'pessoas')}` : 'Incluir'}
          </Button>
        )}
      </>
    )
  }
}

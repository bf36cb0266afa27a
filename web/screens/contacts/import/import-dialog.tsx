import { type ReactNode, useId } from 'react'
import { formatQuantity } from '../../../format.ts'
import { messages } from '../../../messages.ts'
import { FileDrop } from '../../../parts/import/file-drop.tsx'
import { ReadingFile } from '../../../parts/import/reading-file.tsx'
import { Notice } from '../../../ui/display/notice.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { useLeaveGuard } from '../../../ui/forms/leave-guard.ts'
import { askYesNo } from '../../../ui/overlays/ask.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import dialogStyles from '../dialogs.module.css'
import { ImportPreview } from './import-preview.tsx'
import { ImportReport } from './import-report.tsx'
import { ImportSaving } from './import-saving.tsx'
import { type ImportStep, useImport } from './use-import.ts'

/** The import of a file into a list: choice, preview, saving, report. */
export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const formId = useId()
  const { step, ...work } = useImport()
  const isRunning = step.at === 'saving' && step.failure === null
  // A file that has arrived as a whole cannot be cancelled any more.
  const isBeingStored =
    step.at === 'saving' && step.progress.kind === 'file' && step.progress.share >= 1
  useLeaveGuard(isRunning, messages.contacts.importRunning)

  const close = async () => {
    if (isRunning && !(await askYesNo(messages.contacts.importRunning, { title: 'Importar' }))) {
      return
    }
    work.stop()
    onClose()
  }
  const hasContacts = step.at === 'preview' && step.reading.validCount > 0
  const footer: Record<ImportStep['at'], ReactNode> = {
    choosing: <Button onClick={close}>Cancelar</Button>,
    reading: <Button onClick={work.stop}>Cancelar</Button>,
    preview: (
      <>
        <Button onClick={close}>Cancelar</Button>
        <Button
          type="submit"
          form={formId}
          look={hasContacts ? 'primary' : 'plain'}
          disabled={!hasContacts}
          isBusy={step.at === 'preview' && step.isRereading}
        >
          {hasContacts
            ? `Importar ${formatQuantity(step.reading.validCount, 'contato', 'contatos')}`
            : 'Importar'}
        </Button>
      </>
    ),
    saving: isRunning ? (
      <Button onClick={work.stop} disabled={isBeingStored}>
        Parar
      </Button>
    ) : (
      <>
        <Button onClick={close}>Fechar</Button>
        <Button look="primary" onClick={() => work.proceed().catch(() => undefined)}>
          Tentar novamente
        </Button>
      </>
    ),
    done: (
      <Button look="primary" onClick={onClose}>
        Concluir
      </Button>
    ),
  }
  return (
    <Dialog title="Importar contatos" width="large" onClose={close} footer={footer[step.at]}>
      {step.at === 'choosing' && (
        <div className={dialogStyles.form}>
          {step.failure !== undefined && <Notice tone="danger">{step.failure}</Notice>}
          <FileDrop
            help="Cada linha traz nome e telefone; as outras colunas podem ser usadas nas mensagens. Nada é salvo antes de você conferir."
            onFile={(file) => work.choose(file).catch(() => undefined)}
          />
        </div>
      )}
      {step.at === 'reading' && (
        <ReadingFile className={dialogStyles.progress} file={step.file} share={step.share} />
      )}
      {step.at === 'preview' && (
        <ImportPreview
          formId={formId}
          file={step.file}
          reading={step.reading}
          choices={step.choices}
          isRereading={step.isRereading}
          onBack={work.back}
          onReread={work.reread}
          onRefusedRows={work.refusedRows}
          onSave={work.save}
        />
      )}
      {step.at === 'saving' && <ImportSaving step={step} saved={work.saved()} />}
      {step.at === 'done' && (
        <ImportReport
          imported={step.imported}
          fileName={step.file.name}
          onRefusedRows={work.refusedRows}
        />
      )}
    </Dialog>
  )
}

import { formatCount, formatQuantity } from '../../../format.ts'
import { Notice } from '../../../ui/display/notice.tsx'
import { ProgressBar } from '../../../ui/display/progress.tsx'
import dialogStyles from '../dialogs.module.css'
import type { ImportProgress, ImportRun } from './import-run.ts'
import type { ImportStep } from './use-import.ts'

/** The progress of an import, and why it has stopped where it has. */
export function ImportSaving({
  step: { progress, failure },
  saved,
}: {
  readonly step: Extract<ImportStep, { at: 'saving' }>
  readonly saved: ReturnType<ImportRun['saved']>
}) {
  return (
    <div className={dialogStyles.form}>
      <div className={dialogStyles.progress}>
        {progress.kind === 'contacts' ? (
          <ProgressBar label="Importação" value={progress.sent} max={progress.total} />
        ) : (
          <ProgressBar label="Importação" value={Math.round(progress.share * 100)} max={100} />
        )}
        <p className={dialogStyles.help} role="status">
          {sentenceOf(progress)}
        </p>
      </div>
      {failure !== null && (
        <Notice tone="danger">
          {failure} {whatIsSaved(progress, saved)}
        </Notice>
      )}
    </div>
  )
}

function sentenceOf(progress: ImportProgress): string {
  if (progress.kind === 'contacts') {
    return `${formatCount(progress.sent)} de ${formatCount(progress.total)} contatos salvos`
  }
  if (progress.share >= 1) return 'Arquivo enviado. Gravando os contatos…'
  return `Enviando o arquivo: ${Math.floor(progress.share * 100)}%`
}

function whatIsSaved(progress: ImportProgress, saved: ReturnType<ImportRun['saved']>): string {
  const goesOn = 'tentar novamente continua do ponto em que parou, sem repetir ninguém.'
  if (saved !== null && saved.added > 0) {
    return `${formatQuantity(saved.added, 'contato já está salvo', 'contatos já estão salvos')}: ${goesOn}`
  }
  if (progress.kind === 'file' && progress.share >= 1) {
    return 'Os contatos podem ter sido gravados: tentar novamente não repete ninguém.'
  }
  return 'Nada foi salvo até aqui.'
}

import { FileText } from 'lucide-react'
import { formatBytes } from '../../format.ts'
import { Button } from '../../ui/forms/button.tsx'
import styles from './chosen-file.module.css'

/** The file that is about to be imported, and the way to another one. */
export function ChosenFile({
  file,
  about,
  isFixed = false,
  onBack,
}: {
  readonly file: File
  /** What kind of file it is, where that is known. */
  readonly about?: string | undefined
  /** While it is being sent there is no other one. */
  readonly isFixed?: boolean
  readonly onBack: () => void
}) {
  return (
    <div className={styles.file}>
      <FileText size={20} aria-hidden />
      <div className={styles.about}>
        <strong>{file.name}</strong>
        <span>{[formatBytes(file.size), about].filter(Boolean).join(' · ')}</span>
      </div>
      <Button look="quiet" aria-label="Trocar arquivo" disabled={isFixed} onClick={onBack}>
        Trocar
      </Button>
    </div>
  )
}

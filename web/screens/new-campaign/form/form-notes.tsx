import { History, Lock } from 'lucide-react'
import { errorCatalogue } from '#contract/errors.ts'
import { Button } from '../../../ui/forms/button.tsx'
import styles from './form-notes.module.css'

/** Notes to read before going on with the form. */
export function FormNotes({
  isLocked,
  isRestored,
  onDiscard,
  onKeep,
}: {
  readonly isLocked: boolean
  readonly isRestored: boolean
  readonly onDiscard: () => void
  readonly onKeep: () => void
}) {
  return (
    <>
      {isLocked && (
        <div role="alert" className={styles.note}>
          <Lock size={18} aria-hidden />
          <p>
            {errorCatalogue.campaign_locked.text} O que está no formulário pode ser salvo como uma
            campanha nova, em rascunho.
          </p>
        </div>
      )}
      {isRestored && (
        <div role="status" className={styles.note}>
          <History size={18} aria-hidden />
          <p>
            <b>Rascunho recuperado</b>: o formulário está como você o deixou.
          </p>
          <div className={styles.actions}>
            <Button look="quiet" onClick={onDiscard}>
              Descartar
            </Button>
            <Button onClick={onKeep}>Continuar</Button>
          </div>
        </div>
      )}
    </>
  )
}

import { FolderInput, Send, Trash2, X } from 'lucide-react'
import { formatQuantity } from '../../../format.ts'
import { Button } from '../../../ui/forms/button.tsx'
import styles from './list-screen.module.css'

export type Bulk = 'campaign' | 'remove'

/** What can be done with the chosen contacts. */
export function SelectionBar({
  count,
  busyWith,
  onCampaign,
  onMove,
  onRemove,
  onClear,
}: {
  readonly count: number
  readonly busyWith: Bulk | null
  readonly onCampaign: () => void
  readonly onMove: () => void
  readonly onRemove: () => void
  readonly onClear: () => void
}) {
  const isBusy = busyWith !== null
  return (
    // What is read out has to stand there before it says something.
    <section
      className={count > 0 ? styles.selection : undefined}
      aria-label={count > 0 ? 'O que fazer com os escolhidos' : undefined}
    >
      <p role="status">
        {count > 0 && formatQuantity(count, 'contato escolhido', 'contatos escolhidos')}
        {count > 0 && <span className={styles.hint}> · F6 traz até aqui, Esc limpa</span>}
      </p>
      {count > 0 && (
        <>
          <div className={styles.buttons}>
            <Button
              look="primary"
              icon={Send}
              disabled={isBusy}
              isBusy={busyWith === 'campaign'}
              onClick={onCampaign}
            >
              <span>
                Nova campanha<span className={styles.rest}> com estes</span>
              </span>
            </Button>
            <Button icon={FolderInput} disabled={isBusy} onClick={onMove}>
              Mover
            </Button>
            <Button
              look="danger"
              icon={Trash2}
              disabled={isBusy}
              isBusy={busyWith === 'remove'}
              onClick={onRemove}
            >
              Remover
            </Button>
          </div>
          <Button
            look="quiet"
            icon={X}
            disabled={isBusy}
            title="Limpar escolha (Esc)"
            className={styles.clear}
            onClick={onClear}
          >
            <span>
              Limpar<span className={styles.rest}> escolha</span>
            </span>
          </Button>
        </>
      )}
    </section>
  )
}

import { FolderInput, Send, Trash2 } from 'lucide-react'
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
    <div className={styles.selection}>
      <p role="status">{formatQuantity(count, 'contato escolhido', 'contatos escolhidos')}</p>
      <div className={styles.buttons}>
        <Button
          look="primary"
          icon={Send}
          disabled={isBusy}
          isBusy={busyWith === 'campaign'}
          onClick={onCampaign}
        >
          Nova campanha com estes
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
        <Button look="quiet" disabled={isBusy} onClick={onClear}>
          Limpar escolha
        </Button>
      </div>
    </div>
  )
}

import { FolderInput, Send, Trash2 } from 'lucide-react'
import { formatQuantity } from '../../../format.ts'
import { Button } from '../../../ui/forms/button.tsx'
import { ChoiceBar, Rest } from '../choice-bar.tsx'

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
    <ChoiceBar
      label="O que fazer com os escolhidos"
      words={count > 0 ? formatQuantity(count, 'contato escolhido', 'contatos escolhidos') : null}
      isBusy={isBusy}
      onClear={onClear}
    >
      <Button
        look="primary"
        icon={Send}
        disabled={isBusy}
        isBusy={busyWith === 'campaign'}
        onClick={onCampaign}
      >
        <span>
          Nova campanha<Rest> com estes</Rest>
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
    </ChoiceBar>
  )
}

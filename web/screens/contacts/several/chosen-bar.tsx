import { Combine, Download, Send, Trash2 } from 'lucide-react'
import { Link } from 'wouter'
import { MORE_LISTS_MAX } from '#contract/campaigns/audience.ts'
import { newCampaignFor } from '#contract/console-routes.ts'
import type { ContactList } from '#contract/contacts/contact-list.ts'
import { LISTS_AT_ONCE_MAX } from '#contract/contacts/several-lists.ts'
import { formatCount, formatQuantity } from '../../../format.ts'
import { Button, buttonClass } from '../../../ui/forms/button.tsx'
import { toastWarning } from '../../../ui/overlays/toast.ts'
import { ChoiceBar, Rest } from '../choice-bar.tsx'
import { severalMessages } from './several-messages.ts'

/** A campaign's first list, and those that may go with it. */
const CAMPAIGN_LISTS_MAX = MORE_LISTS_MAX + 1

/** What can be done with the chosen lists. */
export function ChosenBar({
  lists,
  hiddenCount,
  isDeleting,
  onJoin,
  onExport,
  onDelete,
  onClear,
}: {
  readonly lists: readonly ContactList[]
  /** How many of them the search leaves out. */
  readonly hiddenCount: number
  readonly isDeleting: boolean
  readonly onJoin: () => void
  readonly onExport: () => void
  readonly onDelete: () => void
  readonly onClear: () => void
}) {
  const count = lists.length
  const total = lists.reduce((sum, list) => sum + list.total, 0)
  const these = count === 1 ? 'esta' : 'estas'
  const hidden = hiddenCount > 0 ? ` (${formatCount(hiddenCount)} fora da busca)` : ''
  const words = `${severalMessages.chosen(count)}, ${formatQuantity(total, 'contato', 'contatos')}${hidden}`
  return (
    <ChoiceBar
      label="O que fazer com as listas escolhidas"
      words={count > 0 ? words : null}
      isLong
      isBusy={isDeleting}
      onClear={onClear}
    >
      {total > 0 && (
        <Link
          href={newCampaignFor(...lists.map(({ id }) => id))}
          className={buttonClass('primary')}
          onClick={(event) => {
            if (count <= CAMPAIGN_LISTS_MAX) return
            event.preventDefault()
            toastWarning(tooMany('Uma campanha aceita', CAMPAIGN_LISTS_MAX))
          }}
        >
          <Send size={16} aria-hidden />
          <span>
            Nova campanha<Rest> com {these}</Rest>
          </span>
        </Link>
      )}
      <Button
        icon={Combine}
        disabled={isDeleting || count < 2 || total === 0}
        title={count < 2 ? 'Escolha pelo menos duas listas' : undefined}
        onClick={within(count, 'Podem ser juntadas', onJoin)}
      >
        Juntar
      </Button>
      <Button
        icon={Download}
        disabled={isDeleting}
        onClick={within(count, 'Cabem em um arquivo', onExport)}
      >
        Exportar
      </Button>
      <Button
        look="danger"
        icon={Trash2}
        disabled={isDeleting}
        isBusy={isDeleting}
        onClick={onDelete}
      >
        Excluir
      </Button>
    </ChoiceBar>
  )
}

/** Says so where more lists are chosen than a call takes. */
function within(count: number, what: string, act: () => void): () => void {
  return count <= LISTS_AT_ONCE_MAX ? act : () => toastWarning(tooMany(what, LISTS_AT_ONCE_MAX))
}

function tooMany(what: string, max: number): string {
  return `${what} até ${max} listas. Escolha menos.`
}

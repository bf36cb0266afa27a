import { Combine, Download, Send, Trash2 } from 'lucide-react'
import { Link } from 'wouter'
import { MORE_LISTS_MAX } from '#contract/campaigns/audience.ts'
import { newCampaignFor } from '#contract/console-routes.ts'
import type { ContactList } from '#contract/contacts/contact-list.ts'
import { LISTS_AT_ONCE_MAX } from '#contract/contacts/several-lists.ts'
import { formatQuantity } from '../../../format.ts'
import { Button, buttonClass } from '../../../ui/forms/button.tsx'
import { Menu } from '../../../ui/overlays/menu.tsx'
import { toastWarning } from '../../../ui/overlays/toast.ts'
import { useIsNarrow } from '../../../ui/use-media.ts'
import { ChoiceBar, Rest } from '../choice-bar.tsx'
import { severalMessages } from './several-messages.ts'

/** A campaign's first list, and those that may go with it. */
const CAMPAIGN_LISTS_MAX = MORE_LISTS_MAX + 1

type Props = {
  readonly lists: readonly ContactList[]
  /** How many of them are not among those that show. */
  readonly hiddenCount: number
  /** Whether all show that are found: the hidden ones are not among them. */
  readonly isWhole: boolean
  readonly isDeleting: boolean
  readonly onJoin: () => void
  readonly onExport: () => void
  readonly onDelete: () => void
  readonly onClear: () => void
}

/** What can be done with the chosen lists; on a phone the rarer of it is in a menu. */
export function ChosenBar({ lists, hiddenCount, isWhole, onClear, ...acts }: Props) {
  const count = lists.length
  const total = lists.reduce((sum, list) => sum + list.total, 0)
  const hidden = hiddenCount > 0 ? ` (${severalMessages.hidden(hiddenCount, isWhole)})` : ''
  const words = `${severalMessages.chosen(count)}, ${formatQuantity(total, 'contato', 'contatos')}${hidden}`
  return (
    <ChoiceBar
      label="O que fazer com as listas escolhidas"
      words={count > 0 ? words : null}
      isLong
      isBusy={acts.isDeleting}
      onClear={onClear}
    >
      {total > 0 && <NewCampaign lists={lists} />}
      <Acts {...{ count, total }} {...acts} />
    </ChoiceBar>
  )
}

function Acts({
  count,
  total,
  isDeleting,
  onJoin,
  onExport,
  onDelete,
}: Pick<Props, 'isDeleting' | 'onJoin' | 'onExport' | 'onDelete'> & {
  readonly count: number
  readonly total: number
}) {
  const isNarrow = useIsNarrow()
  const canJoin = count > 1 && total > 0
  const join = within(count, 'Podem ser juntadas', onJoin)
  const exportAll = within(count, 'Cabem em um arquivo', onExport)
  if (isNarrow && !isDeleting) {
    return (
      <Menu
        label="Mais ações com as listas escolhidas"
        items={[
          ...(canJoin ? [{ label: 'Juntar', icon: Combine, onSelect: join }] : []),
          { label: 'Exportar', icon: Download, onSelect: exportAll },
          { label: 'Excluir', icon: Trash2, isDangerous: true, onSelect: onDelete },
        ]}
      />
    )
  }
  return (
    <>
      {!isNarrow && (
        <>
          <Button
            icon={Combine}
            disabled={isDeleting || !canJoin}
            title={count < 2 ? 'Escolha pelo menos duas listas' : undefined}
            onClick={join}
          >
            Juntar
          </Button>
          <Button icon={Download} disabled={isDeleting} onClick={exportAll}>
            Exportar
          </Button>
        </>
      )}
      <Button
        look="danger"
        icon={Trash2}
        disabled={isDeleting}
        isBusy={isDeleting}
        onClick={onDelete}
      >
        Excluir
      </Button>
    </>
  )
}

function NewCampaign({ lists }: { readonly lists: readonly ContactList[] }) {
  const count = lists.length
  return (
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
        Nova campanha<Rest> com {count === 1 ? 'esta' : 'estas'}</Rest>
      </span>
    </Link>
  )
}

/** Says so where more lists are chosen than a call takes. */
function within(count: number, what: string, act: () => void): () => void {
  return count <= LISTS_AT_ONCE_MAX ? act : () => toastWarning(tooMany(what, LISTS_AT_ONCE_MAX))
}

function tooMany(what: string, max: number): string {
  return `${what} até ${max} listas. Escolha menos.`
}

import { Combine, Download, Send, Trash2, X } from 'lucide-react'
import { Link } from 'wouter'
import { MORE_LISTS_MAX } from '#contract/campaigns/audience.ts'
import { newCampaignFor } from '#contract/console-routes.ts'
import type { ContactList } from '#contract/contacts/contact-list.ts'
import { LISTS_AT_ONCE_MAX } from '#contract/contacts/several-lists.ts'
import { formatCount, formatQuantity } from '../../../format.ts'
import { Button, buttonClass } from '../../../ui/forms/button.tsx'
import { toastWarning } from '../../../ui/overlays/toast.ts'
import styles from './chosen-bar.module.css'
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
  return (
    // What is read out has to stand there before it says something.
    <section
      className={count > 0 ? styles.bar : undefined}
      aria-label={count > 0 ? 'O que fazer com as listas escolhidas' : undefined}
    >
      <p role="status">
        {count > 0 &&
          `${severalMessages.chosen(count)}, ${formatQuantity(total, 'contato', 'contatos')}`}
        {hiddenCount > 0 && ` (${formatCount(hiddenCount)} fora da busca)`}
        {count > 0 && <span className={styles.hint}> · F6 traz até aqui, Esc limpa</span>}
      </p>
      {count > 0 && (
        <>
          <div className={styles.buttons}>
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
                  Nova campanha<span className={styles.rest}> com {these}</span>
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
          </div>
          <Button
            look="quiet"
            icon={X}
            disabled={isDeleting}
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

/** Says so where more lists are chosen than a call takes. */
function within(count: number, what: string, act: () => void): () => void {
  return count <= LISTS_AT_ONCE_MAX ? act : () => toastWarning(tooMany(what, LISTS_AT_ONCE_MAX))
}

function tooMany(what: string, max: number): string {
  return `${what} até ${max} listas. Escolha menos.`
}

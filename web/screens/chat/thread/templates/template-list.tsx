import { BookmarkPlus, Plus, Settings2 } from 'lucide-react'
import { Link } from 'wouter'
import { templatesPage } from '#contract/console-routes.ts'
import { sentenceOf } from '../../../../api/calls/call-error.ts'
import { formatQuantity } from '../../../../format.ts'
import { templateMessages } from '../../../../parts/templates/template-messages.ts'
import { Loading, Skeletons } from '../../../../ui/display/skeleton.tsx'
import { Button, buttonClass } from '../../../../ui/forms/button.tsx'
import { OptionList } from '../../../../ui/lists/option-list.tsx'
import styles from './templates.module.css'
import type { TemplateOption, TemplateOptions } from './use-template-options.ts'

/** What was found, how many, and the ways to further templates. */
export function TemplateList({
  listId,
  found,
  search,
  keysHint,
  onChoose,
  onCreate,
  onKeep,
}: {
  readonly listId: string
  readonly found: TemplateOptions
  readonly search: string
  /** What keys do where nothing is found, for who has them. */
  readonly keysHint?: string
  readonly onChoose: (option: TemplateOption) => void
  readonly onCreate: () => void
  /** Keeps what is written as a template; left out where nothing is. */
  readonly onKeep?: (() => void) | undefined
}) {
  const { options, active, count, foundCount, error, retry } = found
  return (
    <>
      {count === undefined && !error && (
        <Loading className={styles.waiting}>
          <Skeletons count={2} height="2.5rem" />
        </Loading>
      )}
      {error && count === undefined ? (
        <div role="alert" className={styles.words}>
          {sentenceOf(error, templateMessages.loadFailed)}
          <Button onMouseDown={keepFocus} onClick={retry}>
            Tentar novamente
          </Button>
        </div>
      ) : (
        <p role="status" className={foundCount > 0 ? 'visually-hidden' : styles.words}>
          {outcome({ count, foundCount, search })}
          {keysHint && foundCount === 0 && count !== 0 && (
            <small className={styles.keys}>{keysHint}</small>
          )}
        </p>
      )}
      {options.length > 0 && (
        <OptionList
          id={listId}
          label="Modelos"
          options={options}
          active={active}
          onChoose={onChoose}
          look="stacked"
          className={styles.options}
        />
      )}
      {/* The focus stays where something is typed. */}
      <div className={styles.foot}>
        {onKeep ? (
          <Button look="quiet" icon={BookmarkPlus} onMouseDown={keepFocus} onClick={onKeep}>
            Guardar o que escrevi
          </Button>
        ) : (
          foundCount > 0 && (
            <Button look="quiet" icon={Plus} onMouseDown={keepFocus} onClick={onCreate}>
              Novo modelo
            </Button>
          )
        )}
        <Link href={templatesPage} className={buttonClass('quiet')} onMouseDown={keepFocus}>
          <Settings2 size={16} aria-hidden />
          Gerenciar
        </Link>
      </div>
    </>
  )
}

function keepFocus(event: { preventDefault: () => void }): void {
  event.preventDefault()
}

function outcome({
  count,
  foundCount,
  search,
}: {
  readonly count: number | undefined
  readonly foundCount: number
  readonly search: string
}): string {
  if (count === undefined) return ''
  if (count === 0) return 'Nenhum modelo ainda. O que você criar aparece aqui.'
  if (foundCount === 0) return templateMessages.noneFound(search)
  return formatQuantity(foundCount, 'modelo encontrado', 'modelos encontrados')
}

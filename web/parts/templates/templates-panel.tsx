import { Plus } from 'lucide-react'
import { useState } from 'react'
import type { MessageTemplate } from '#contract/campaigns/message-template.ts'
import { TEMPLATES_MAX_COUNT } from '#contract/limits.ts'
import { useTemplates } from '../../api/campaigns/message-templates.ts'
import { lazyPart } from '../../lazy-part.tsx'
import { useSession } from '../../session/session.ts'
import { Listed } from '../../ui/display/listed.tsx'
import { Button } from '../../ui/forms/button.tsx'
import { SelectField } from '../../ui/forms/field.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { LookedFor } from '../found-text.tsx'
import { keepOrder, keptOrder, orderNamed } from './kept-order.ts'
import { NoTemplates } from './no-templates.tsx'
import type { TemplateStart } from './template-dialog.tsx'
import { templateMessages } from './template-messages.ts'
import { TemplateRow } from './template-row.tsx'
import {
  copyName,
  findTemplates,
  inOrder,
  type TemplateOrder,
  templateOrders,
  wordsOf,
} from './template-search.ts'
import { usesOf } from './template-uses.ts'
import styles from './templates-panel.module.css'

const TemplateDialog = lazyPart(async () => (await import('./template-dialog.tsx')).TemplateDialog)

/** What the dialog is about: a new template, or a change of one. */
type Opened = { readonly start?: TemplateStart; readonly template?: MessageTemplate }

type Use = (template: MessageTemplate) => void

/** All of a user's templates: found, put in order, made, changed, copied and deleted. */
export function TemplatesPanel({
  onUse,
}: {
  /** Takes one for the text that is being written; left out where none is. */
  readonly onUse?: Use
}) {
  const { templates, error, isLoading, retry } = useTemplates()
  const [opened, setOpened] = useState<Opened | null>(null)
  const create = (start?: TemplateStart) => setOpened(start ? { start } : {})
  return (
    <div className={styles.panel}>
      <Listed
        items={templates}
        error={isLoading ? undefined : error}
        failed={templateMessages.loadFailed}
        onRetry={retry}
        waiting={{ count: 3, height: '3.5rem' }}
        className={styles.waiting}
        empty={<NoTemplates onCreate={create} />}
      >
        {(all) => (
          <Templates
            all={all}
            onUse={onUse}
            onCreate={create}
            onEdit={(template) => setOpened({ template })}
          />
        )}
      </Listed>
      {opened && <TemplateDialog {...opened} onClose={() => setOpened(null)} />}
    </div>
  )
}

function Templates({
  all,
  onUse,
  onCreate,
  onEdit,
}: {
  readonly all: readonly MessageTemplate[]
  readonly onUse: Use | undefined
  readonly onCreate: (start?: TemplateStart) => void
  readonly onEdit: (template: MessageTemplate) => void
}) {
  const usedAt = usesOf(useSession()?.user.id ?? '')
  const [search, setSearch] = useState('')
  const [order, setOrder] = useState(keptOrder)
  const found = findTemplates(inOrder(all, order, usedAt), search)
  const wanted = search.trim()
  const hasRoom = all.length < TEMPLATES_MAX_COUNT
  return (
    <>
      <form
        className={styles.tools}
        onSubmit={(event) => {
          event.preventDefault()
          const [first] = found
          if (first && wanted !== '') (onUse ?? onEdit)(first)
        }}
      >
        <SearchField label="Buscar modelo" value={search} onChange={setSearch} />
        <SelectField
          label="Ordem"
          isLabelHidden
          value={order}
          onChange={({ target }) => {
            const chosen = orderNamed(target.value)
            setOrder(chosen)
            keepOrder(chosen)
          }}
        >
          {Object.entries(templateOrders).map(([key, words]) => (
            <option key={key} value={key}>
              {words}
            </option>
          ))}
        </SelectField>
        <Button icon={Plus} disabled={!hasRoom} onClick={() => onCreate()}>
          Novo modelo
        </Button>
      </form>
      {!hasRoom && <p className={styles.full}>{templateMessages.full}</p>}
      <div className={found.length > 0 ? 'visually-hidden' : styles.none}>
        <p role="status">
          {found.length === 0
            ? templateMessages.noneFound(search)
            : `${found.length} de ${all.length}`}
        </p>
        {found.length === 0 && hasRoom && (
          <Button icon={Plus} onClick={() => onCreate({ name: wanted, text: '' })}>
            Criar modelo “{wanted}”
          </Button>
        )}
      </div>
      <LookedFor value={wordsOf(search)}>
        {found.length > 0 && (
          <ul className={styles.list}>
            {found.map((template) => (
              <TemplateRow
                key={template.id}
                template={template}
                when={timeOf(template, order, usedAt)}
                onUse={onUse && (() => onUse(template))}
                onEdit={() => onEdit(template)}
                onCopy={
                  hasRoom
                    ? () => onCreate({ name: copyName(template.name, all), text: template.text })
                    : undefined
                }
              />
            ))}
          </ul>
        )}
      </LookedFor>
    </>
  )
}

/** The time that an order goes by, in words. */
function timeOf(
  { id, updatedAt }: MessageTemplate,
  order: TemplateOrder,
  usedAt: ReadonlyMap<string, number>,
): { readonly what: string; readonly iso: string } | null {
  if (order === 'alterados') return { what: 'Alterado', iso: updatedAt }
  const atMs = order === 'usados' ? usedAt.get(id) : undefined
  return atMs === undefined ? null : { what: 'Usado', iso: new Date(atMs).toISOString() }
}

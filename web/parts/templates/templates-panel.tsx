import { FileText, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { MessageTemplate } from '#contract/campaigns/message-template.ts'
import { foldText } from '#contract/fold.ts'
import { useTemplates } from '../../api/campaigns/message-templates.ts'
import { lazyPart } from '../../lazy-part.tsx'
import { useSession } from '../../session/session.ts'
import { Listed } from '../../ui/display/listed.tsx'
import { EmptyState } from '../../ui/display/states.tsx'
import { Button, IconButton } from '../../ui/forms/button.tsx'
import { SelectField } from '../../ui/forms/field.tsx'
import { SearchField } from '../../ui/forms/search-field.tsx'
import { FoundText, LookedFor } from '../found-text.tsx'
import { removeTemplate } from './remove-template.ts'
import { templateMessages } from './template-messages.ts'
import { findTemplates, inOrder, type TemplateOrder, templateOrders } from './template-search.ts'
import { usesOf } from './template-uses.ts'
import styles from './templates-panel.module.css'

const TemplateDialog = lazyPart(async () => (await import('./template-dialog.tsx')).TemplateDialog)

/** All of a user's templates: found, put in order, made, changed and deleted. */
export function TemplatesPanel({
  onUse,
}: {
  /** Takes one for the text that is being written; left out where none is. */
  readonly onUse?: (template: MessageTemplate) => void
}) {
  const { templates, error, isLoading, retry } = useTemplates()
  const userId = useSession()?.user.id ?? ''
  const [search, setSearch] = useState('')
  const [order, setOrder] = useState<TemplateOrder>('usados')
  const [opened, setOpened] = useState<MessageTemplate | 'new' | null>(null)
  const create = () => setOpened('new')
  return (
    <div className={styles.panel}>
      <Listed
        items={templates}
        error={isLoading ? undefined : error}
        failed={templateMessages.loadFailed}
        onRetry={retry}
        waiting={{ count: 3, height: '3.5rem' }}
        className={styles.waiting}
        empty={
          <EmptyState
            icon={FileText}
            title="Nenhum modelo ainda"
            action={
              <Button look="primary" icon={Plus} onClick={create}>
                Criar modelo
              </Button>
            }
          >
            Guarde um texto que você usa sempre: ele serve em campanhas e, digitando /, no chat.
          </EmptyState>
        }
      >
        {(all) => {
          const found = findTemplates(inOrder(all, order, usesOf(userId)), search)
          return (
            <>
              <div className={styles.tools}>
                <SearchField label="Buscar modelo" value={search} onChange={setSearch} />
                <SelectField
                  label="Ordem"
                  isLabelHidden
                  value={order}
                  onChange={({ target }) => setOrder(orderNamed(target.value))}
                >
                  {Object.entries(templateOrders).map(([key, words]) => (
                    <option key={key} value={key}>
                      {words}
                    </option>
                  ))}
                </SelectField>
                <Button icon={Plus} onClick={create}>
                  Novo modelo
                </Button>
              </div>
              <p role="status" className={found.length > 0 ? 'visually-hidden' : styles.none}>
                {found.length === 0
                  ? templateMessages.noneFound(search)
                  : `${found.length} de ${all.length}`}
              </p>
              <LookedFor value={foldText(search.trim())}>
                {found.length > 0 && (
                  <ul className={styles.list}>
                    {found.map((template) => (
                      <Template
                        key={template.id}
                        template={template}
                        onUse={onUse}
                        onEdit={() => setOpened(template)}
                      />
                    ))}
                  </ul>
                )}
              </LookedFor>
            </>
          )
        }}
      </Listed>
      {opened && (
        <TemplateDialog
          template={opened === 'new' ? undefined : opened}
          onClose={() => setOpened(null)}
        />
      )}
    </div>
  )
}

function orderNamed(key: string): TemplateOrder {
  return key === 'nome' || key === 'novos' ? key : 'usados'
}

function Template({
  template,
  onUse,
  onEdit,
}: {
  readonly template: MessageTemplate
  readonly onUse: ((template: MessageTemplate) => void) | undefined
  readonly onEdit: () => void
}) {
  const { name, text } = template
  return (
    <li className={styles.template}>
      <span>
        <b>
          <FoundText text={name} />
        </b>
        <small>
          <FoundText text={text} />
        </small>
      </span>
      <div className={styles.actions}>
        {onUse && (
          <Button aria-label={`Usar ${name}`} onClick={() => onUse(template)}>
            Usar
          </Button>
        )}
        <IconButton label={`Editar ${name}`} icon={Pencil} onClick={onEdit} />
        <IconButton
          label={`Excluir ${name}`}
          icon={Trash2}
          onClick={() => void removeTemplate(template)}
        />
      </div>
    </li>
  )
}

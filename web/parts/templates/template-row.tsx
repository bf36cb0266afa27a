import { CopyPlus, Pencil, Trash2 } from 'lucide-react'
import type { MessageTemplate } from '#contract/campaigns/message-template.ts'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { Button, IconButton } from '../../ui/forms/button.tsx'
import { Menu } from '../../ui/overlays/menu.tsx'
import { FoundText } from '../found-text.tsx'
import { removeTemplate } from './remove-template.ts'
import { TemplateText } from './template-text.tsx'
import styles from './templates-panel.module.css'

/** One template. A press anywhere on it does what its first button says. */
export function TemplateRow({
  template,
  when,
  onUse,
  onEdit,
  onCopy,
}: {
  readonly template: MessageTemplate
  /** What the order goes by, such as "Usado", and when that was. */
  readonly when: { readonly what: string; readonly iso: string } | null
  readonly onUse: (() => void) | undefined
  readonly onEdit: () => void
  /** Begins another with the same text; left out where there is no room for one. */
  readonly onCopy: (() => void) | undefined
}) {
  const { name, text } = template
  return (
    <li className={styles.template}>
      <span className={styles.words}>
        <span className={styles.name}>
          <b>
            <FoundText text={name} />
          </b>
          {when && (
            <span className={styles.when}>
              {when.what} <RelativeTime iso={when.iso} />
            </span>
          )}
        </span>
        <small>
          <TemplateText text={text} />
        </small>
      </span>
      <div className={styles.actions}>
        {onUse && (
          <Button aria-label={`Usar ${name}`} onClick={onUse}>
            Usar
          </Button>
        )}
        <IconButton label={`Editar ${name}`} icon={Pencil} onClick={onEdit} />
        <Menu
          label={`Ações de ${name}`}
          items={[
            ...(onCopy ? [{ label: 'Duplicar', icon: CopyPlus, onSelect: onCopy }] : []),
            {
              label: 'Excluir',
              icon: Trash2,
              isDangerous: true,
              onSelect: () => void removeTemplate(template),
            },
          ]}
        />
      </div>
    </li>
  )
}

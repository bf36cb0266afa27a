import { type KeyboardEvent, type RefObject, useId, useState } from 'react'
import { TEXT_MAX_LENGTH } from '#contract/limits.ts'
import { TextAreaField } from '../../../../ui/forms/field.tsx'
import { applyEdit, type TextEdit } from '../../../../ui/forms/text-edit.ts'
import { optionId } from '../../../../ui/lists/option-list.tsx'
import type { Person } from '../../people.ts'
import styles from '../composer.module.css'
import { insertion, insertionAt } from './insert-template.ts'
import { type OpenSlash, openSlashAt } from './open-slash.ts'
import { TemplateList } from './template-list.tsx'
import ownStyles from './templates.module.css'
import { TemplatesButton } from './templates-button.tsx'
import {
  type TemplateOption,
  type TemplateOptions,
  useTemplateOptions,
} from './use-template-options.ts'

/**
 * Where a message is typed; Enter sends, Shift+Enter breaks the line. A slash that begins a line
 * offers the user's templates, and while it does the keys choose among them.
 */
export function MessageField({
  field,
  person,
  text,
  placeholder,
  onWrite,
  onSend,
  onLeave,
  onReach,
  onCreate,
}: {
  readonly field: RefObject<HTMLTextAreaElement | null>
  /** Who fills the places of a template. */
  readonly person: Person
  readonly text: string
  readonly placeholder: string
  readonly onWrite: (text: string) => void
  readonly onSend: () => void
  /** Esc was pressed where it closes nothing else. */
  readonly onLeave: () => void
  readonly onReach: () => void
  /** Begins a new template. */
  readonly onCreate: (start: { readonly name: string; readonly text: string }) => void
}) {
  const listId = useId()
  const slash = useSlash()
  const search = slash.open?.search ?? ''
  const found = useTemplateOptions({ person, search, isOpen: slash.open !== null })
  // Several words that find no template are a text, not a search.
  const isProse = found.count !== undefined && found.foundCount === 0 && search.includes(' ')
  const shown = isProse ? null : slash.open
  const active = shown ? found.active : undefined
  const edit = (change: TextEdit) => field.current && onWrite(applyEdit(field.current, change))

  const take = ({ template }: TemplateOption) => {
    const area = field.current
    if (!area || !shown) return
    if (!template) return onCreate({ name: search, text: '' })
    slash.close()
    found.noteUse(template)
    edit(insertion(template.text, found.contact, { from: shown.from, to: area.selectionStart }))
  }
  const takeAtCaret = ({ template }: TemplateOption, { contact, noteUse }: TemplateOptions) => {
    const area = field.current
    if (!area || !template) return
    noteUse(template)
    edit(insertionAt(template.text, contact, { text: area.value, caret: area.selectionEnd }))
  }
  /** Whether the list took the key. */
  const choose = (event: KeyboardEvent): boolean => {
    const step = { ArrowDown: 1, ArrowUp: -1 } as const
    if (!shown || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return false
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') found.step(step[event.key])
    else if (event.key === 'Escape') slash.dismiss()
    else if (event.key === 'Tab' && active?.template) take(active)
    // Enter on a search that finds nothing does not send it as a message; Esc makes it a text.
    else if (event.key !== 'Enter') return false
    else if (active) take(active)
    event.preventDefault()
    return true
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || choose(event) || event.shiftKey) return
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    event.preventDefault()
    if (event.key === 'Enter') onSend()
    else onLeave()
  }
  const words = text.trim()
  return (
    <>
      <TemplatesButton
        person={person}
        onChoose={takeAtCaret}
        onCreate={(name) => onCreate({ name, text: '' })}
        onKeep={words === '' ? undefined : () => onCreate({ name: '', text: words })}
      />
      {shown && (
        <div className={ownStyles.over}>
          <TemplateList
            {...{ listId, found, search }}
            keysHint="Esc deixa o texto como está."
            onChoose={take}
            onCreate={() => onCreate({ name: search, text: '' })}
          />
        </div>
      )}
      <TextAreaField
        ref={field}
        label="Mensagem"
        isLabelHidden
        className={styles.input}
        rows={1}
        placeholder={placeholder}
        maxLength={TEXT_MAX_LENGTH}
        value={text}
        aria-autocomplete="list"
        aria-controls={active && listId}
        aria-activedescendant={active && optionId(listId, active)}
        onChange={({ target }) => {
          onWrite(target.value)
          slash.look(target)
        }}
        onSelect={({ currentTarget }) => {
          if (slash.open) slash.look(currentTarget)
        }}
        onKeyDown={press}
        onFocus={({ target }) => {
          onReach()
          slash.look(target)
        }}
        onBlur={slash.close}
      />
    </>
  )
}

/** The slash that the caret stands behind, unless Esc has left it a part of the text. */
function useSlash() {
  const [open, setOpen] = useState<OpenSlash | null>(null)
  const [isDismissed, setIsDismissed] = useState(false)
  return {
    open: isDismissed ? null : open,
    look: ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) => {
      const next = selectionStart === selectionEnd ? openSlashAt(value, selectionStart) : null
      setOpen(next)
      if (!next) setIsDismissed(false)
    },
    close: () => setOpen(null),
    dismiss: () => setIsDismissed(true),
  }
}

import { MessageSquareText } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { IconButton } from '../../../../ui/forms/button.tsx'
import { TextField } from '../../../../ui/forms/field.tsx'
import { optionId } from '../../../../ui/lists/option-list.tsx'
import type { Person } from '../../people.ts'
import { TemplateList } from './template-list.tsx'
import styles from './templates.module.css'
import { type TemplateOption, useTemplateOptions } from './use-template-options.ts'

/** Opens the templates over a text that is there already, and where a slash is hard to find. */
export function TemplatesButton({
  person,
  onChoose,
  onCreate,
  onKeep,
}: {
  readonly person: Person
  readonly onChoose: (option: TemplateOption, found: ReturnType<typeof useTemplateOptions>) => void
  readonly onCreate: (search: string) => void
  readonly onKeep: (() => void) | undefined
}) {
  const [isOpen, setIsOpen] = useState(false)
  const [search, setSearch] = useState('')
  const rootRef = useRef<HTMLDivElement>(null)
  const listId = useId()
  const found = useTemplateOptions({ person, search, isOpen })
  const { active, step } = found
  const close = () => {
    setIsOpen(false)
    setSearch('')
  }
  useEffect(() => {
    if (!isOpen) return
    // On a phone the keyboard would cover what is offered.
    if (matchMedia('(pointer: fine)').matches) rootRef.current?.querySelector('input')?.focus()
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !rootRef.current?.contains(target)) setIsOpen(false)
    }
    document.addEventListener('pointerdown', closeOutside)
    document.addEventListener('focusin', closeOutside)
    return () => {
      document.removeEventListener('pointerdown', closeOutside)
      document.removeEventListener('focusin', closeOutside)
    }
  }, [isOpen])
  const choose = (option: TemplateOption) => {
    close()
    if (option.template) onChoose(option, found)
    else onCreate(search)
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      event.stopPropagation()
      close()
      rootRef.current?.querySelector('button')?.focus()
      return
    }
    if (!(event.target instanceof HTMLInputElement)) return
    if (event.key === 'ArrowDown') step(1)
    else if (event.key === 'ArrowUp') step(-1)
    else if (event.key !== 'Enter') return
    // Enter would send the message behind it.
    event.preventDefault()
    if (event.key === 'Enter' && active) choose(active)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are its field's
    <div ref={rootRef} className={styles.root} onKeyDown={isOpen ? press : undefined}>
      <IconButton
        label="Usar um modelo (/)"
        icon={MessageSquareText}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => (isOpen ? close() : setIsOpen(true))}
      />
      {isOpen && (
        <div role="dialog" aria-label="Modelos" className={styles.over}>
          <div className={styles.search}>
            <TextField
              label="Buscar modelo"
              isLabelHidden
              role="combobox"
              autoComplete="off"
              placeholder="Buscar modelo"
              value={search}
              aria-autocomplete="list"
              aria-expanded={found.options.length > 0}
              aria-controls={listId}
              aria-activedescendant={active && optionId(listId, active)}
              onChange={({ target }) => setSearch(target.value)}
            />
          </div>
          <TemplateList
            {...{ listId, found, search }}
            onChoose={choose}
            onCreate={() => {
              close()
              onCreate(search)
            }}
            onKeep={
              onKeep &&
              (() => {
                close()
                onKeep()
              })
            }
          />
        </div>
      )}
    </div>
  )
}

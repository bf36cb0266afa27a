import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { Contact } from '#contract/contacts/contact-list.ts'
import { TEXT_MAX_LENGTH } from '#contract/limits.ts'
import { classNames } from '../../ui/class-names.ts'
import { controlClass, Field } from '../../ui/forms/field.tsx'
import { applyEdit, type TextEdit } from '../../ui/forms/text-edit.ts'
import { OptionList, optionId } from '../../ui/lists/option-list.tsx'
import styles from './editor.module.css'
import { TextCount } from './text-count.tsx'
import {
  completeVariable,
  type Mark,
  type OpenVariable,
  openVariableAt,
  toggleMark,
} from './text-edits.ts'
import { TextToolbar } from './text-toolbar.tsx'
import { type VariableChoice, variableChoices } from './variable-choices.ts'

/** The text that is written now, and what to do with the template that is chosen. */
export type TemplateChoice = {
  readonly text: string
  readonly onUse: (text: string) => void
  readonly onClose: () => void
}

/** Keys of the marks, with Ctrl or Cmd. */
const markKeys: Readonly<Record<string, Mark>> = { b: '*', i: '_', x: '~' }

/** A text for many recipients: marks, emoji, variables by their first letters, room as it grows. */
export function MessageEditor({
  ref,
  label,
  name,
  rows,
  value,
  placeholder,
  error,
  columns,
  contact,
  isRequired = false,
  renderTemplates,
  onFocus,
  onChange,
}: {
  readonly ref?: Ref<HTMLTextAreaElement>
  readonly label: string
  readonly name: string
  readonly rows: number
  readonly value: string
  readonly placeholder?: string
  readonly error: string | undefined
  /** Headers of the list's further columns. */
  readonly columns: readonly string[]
  /** Whose values stand beside the variables. */
  readonly contact: Contact | undefined
  readonly isRequired?: boolean
  /** Draws the templates that may be taken for the text; left out where there are none. */
  readonly renderTemplates?: (choice: TemplateChoice) => ReactNode
  readonly onFocus?: () => void
  readonly onChange: (text: string) => void
}) {
  const own = useRef<HTMLTextAreaElement | null>(null)
  const listId = useId()
  const [open, setOpen] = useState<OpenVariable | null>(null)
  const [at, setAt] = useState(0)
  const [isChoosing, setIsChoosing] = useState(false)
  const choices = open ? variableChoices({ columns, contact, begun: open.begun }) : []
  const active = choices[Math.min(at, choices.length - 1)]
  useGrowth(own, value)

  const look = (area: HTMLTextAreaElement) => {
    const isCaret = area.selectionStart === area.selectionEnd
    const found = isCaret ? openVariableAt(area.value, area.selectionStart) : null
    if (found?.from !== open?.from || found?.begun !== open?.begun) setAt(0)
    setOpen(found)
  }
  const edit = (change: TextEdit) => own.current && onChange(applyEdit(own.current, change))
  const insert = (words: string) => {
    const { selectionStart: from = 0, selectionEnd: to = 0 } = own.current ?? {}
    const end = from + words.length
    edit({ from, to, insert: words, select: [end, end] })
  }
  const take = ({ id: variable }: VariableChoice) => {
    const area = own.current
    if (!area || !open) return
    const caret = area.selectionStart
    edit(completeVariable(area.value, open, { caret, name: variable }))
    setOpen(null)
  }
  const mark = (sign: Mark) => {
    const area = own.current
    if (!area) return
    const { value: text, selectionStart: start, selectionEnd: end } = area
    edit(toggleMark({ text, start, end }, sign))
  }
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    const sign = markKeys[event.key.toLowerCase()]
    const isMark = (event.ctrlKey || event.metaKey) && !event.altKey && sign
    if (isMark && event.shiftKey === (sign === '~')) {
      event.preventDefault()
      mark(sign)
      return
    }
    if (!active || !keysOfList.has(event.key) || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    if (event.key === 'Escape') {
      event.stopPropagation()
      setOpen(null)
    } else if (event.key === 'ArrowDown') setAt((at + 1) % choices.length)
    else if (event.key === 'ArrowUp') setAt((at + choices.length - 1) % choices.length)
    else take(active)
  }
  return (
    <Field label={label} error={error} hint={<TextCount text={value} />}>
      {(described) => (
        <div className={styles.editor}>
          <TextToolbar
            label={label}
            onMark={mark}
            onInsert={insert}
            onTemplates={renderTemplates && (() => setIsChoosing(true))}
          />
          <textarea
            {...described}
            ref={(area) => {
              own.current = area
              if (typeof ref === 'function') ref(area)
              else if (ref) ref.current = area
            }}
            name={name}
            rows={rows}
            value={value}
            maxLength={TEXT_MAX_LENGTH}
            required={isRequired}
            placeholder={placeholder}
            className={classNames(controlClass, styles.area)}
            aria-autocomplete="list"
            aria-controls={active ? listId : undefined}
            aria-activedescendant={active && optionId(listId, active)}
            onFocus={onFocus}
            onBlur={() => setOpen(null)}
            onChange={({ target }) => {
              onChange(target.value)
              look(target)
            }}
            onSelect={({ currentTarget }) => {
              if (open) look(currentTarget)
            }}
            onKeyDown={press}
          />
          {isChoosing &&
            renderTemplates?.({
              text: value,
              onUse: (text) =>
                edit({
                  from: 0,
                  to: value.length,
                  insert: text,
                  select: [text.length, text.length],
                }),
              onClose: () => setIsChoosing(false),
            })}
          {active && (
            <OptionList
              id={listId}
              label="Campos da lista"
              options={choices}
              active={active}
              onChoose={take}
              className={styles.choices}
            />
          )}
        </div>
      )}
    </Field>
  )
}

const keysOfList: ReadonlySet<string> = new Set(['ArrowDown', 'ArrowUp', 'Enter', 'Tab', 'Escape'])

/** As high as its text, in browsers whose style sheets cannot say so. */
function useGrowth(own: { readonly current: HTMLTextAreaElement | null }, value: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed text needs other room
  useLayoutEffect(() => {
    const area = own.current
    if (!area || CSS.supports('field-sizing', 'content')) return
    area.style.height = 'auto'
    area.style.height = `${area.scrollHeight + 2}px`
  }, [value])
}

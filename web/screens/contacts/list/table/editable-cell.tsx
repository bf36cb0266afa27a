import { CircleAlert } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import type { Column } from '#contract/contacts/list-view.ts'
import { formatPhone } from '../../../../format.ts'
import { classNames } from '../../../../ui/class-names.ts'
import { controlClass } from '../../../../ui/forms/field.tsx'
import { columnLabel } from '../list-view.ts'
import { Found } from './found.tsx'
import styles from './list-table.module.css'

/** Letters that any column has room for. */
const CUT_FROM = 18

/**
 * A cell that becomes a field when it is pressed: Enter keeps what was typed, and in a grid goes on to
 * the cell below; Esc does not.
 */
export function EditableCell({
  column,
  text,
  person,
  search,
  isChanged,
  problem,
  tabIndex,
  onType,
}: {
  readonly column: Column
  readonly text: string
  /** Whose row it is. */
  readonly person: string
  readonly search: string
  readonly isChanged: boolean
  readonly problem: string | undefined
  readonly tabIndex?: number
  readonly onType: (text: string) => void
}) {
  const [begun, setBegun] = useState<Begun | null>(null)
  const [isBack, setIsBack] = useState(false)
  const label = `${columnLabel(column)} de ${person}`
  if (begun) {
    return (
      <CellField
        label={label}
        begun={begun}
        inputMode={column.kind === 'phone' ? 'tel' : undefined}
        onEnd={({ isByKey }) => {
          setIsBack(isByKey)
          setBegun(null)
        }}
      />
    )
  }
  // A phone that was typed stands as it was typed.
  const shown = column.kind === 'phone' && !isChanged ? formatPhone(text) : text
  return (
    <>
      <button
        type="button"
        // biome-ignore lint/a11y/noAutofocus: the keys that ended the field lead back to its cell
        autoFocus={isBack}
        tabIndex={tabIndex}
        className={classNames(styles.cell, isChanged && styles.changed)}
        aria-label={`${label}: ${shown || 'vazio'}. Editar`}
        title={shown.length > CUT_FROM ? shown : undefined}
        onClick={() => setBegun({ text, onType })}
      >
        {shown === '' ? (
          <span className={styles.none}>–</span>
        ) : (
          <Found text={shown} search={search} />
        )}
      </button>
      {problem && (
        <span className={styles.problem}>
          <CircleAlert size={14} aria-hidden />
          {problem}
        </span>
      )}
    </>
  )
}

/** The cell as it was when it was pressed: what others write meanwhile is not taken for typed. */
type Begun = { readonly text: string; readonly onType: (text: string) => void }

/** What was typed is kept however the field ends, also when its row scrolls away; only Esc drops it. */
function CellField({
  label,
  begun: { text, onType },
  inputMode,
  onEnd,
}: {
  readonly label: string
  readonly begun: Begun
  readonly inputMode: 'tel' | undefined
  readonly onEnd: (how: { readonly isByKey: boolean }) => void
}) {
  const typed = useRef(text)
  useLayoutEffect(
    () => () => {
      if (typed.current !== text) onType(typed.current)
    },
    [text, onType],
  )
  return (
    <input
      // biome-ignore lint/a11y/noAutofocus: it stands where the pressed cell stood
      autoFocus
      aria-label={label}
      className={classNames(controlClass, styles.input)}
      defaultValue={text}
      inputMode={inputMode}
      autoComplete="off"
      onChange={({ target }) => {
        typed.current = target.value
      }}
      // What is typed goes on from what stands there.
      onFocus={({ target }) => target.setSelectionRange(text.length, text.length)}
      onBlur={() => onEnd({ isByKey: false })}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return
        // Else the key would press the cell that the focus goes back to.
        event.preventDefault()
        if (event.key === 'Escape') {
          event.stopPropagation()
          typed.current = text
        }
        onEnd({ isByKey: true })
      }}
    />
  )
}

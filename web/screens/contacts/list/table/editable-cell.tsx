import { CircleAlert } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Column } from '#contract/contacts/list-view.ts'
import { formatPhone } from '../../../../format.ts'
import { classNames } from '../../../../ui/class-names.ts'
import { columnLabel } from '../list-view.ts'
import { type Begun, CellField } from './cell-field.tsx'
import { Found } from './found.tsx'
import styles from './list-table.module.css'

/** Letters that any column has room for. */
const CUT_FROM = 18

/**
 * A cell that becomes a field when it is pressed, by F2, or by what is typed on it, which takes the
 * place of its text. Enter keeps what was typed, and in a grid goes on to the cell below; Esc does
 * not. Delete empties it.
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
  const begin = ({ isReplaced }: Pick<Begun, 'isReplaced'>) =>
    setBegun({ text, isReplaced, onType })
  const press = (event: KeyboardEvent) => {
    // The field is there before the key goes on: the letter, or the accent it begins with, is put into it.
    if (beginsText(event)) flushSync(() => begin({ isReplaced: true }))
    else if (event.key === 'F2') begin({ isReplaced: false })
    else if (event.key === 'Delete' || event.key === 'Backspace') onType('')
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
        onClick={() => begin({ isReplaced: false })}
        onKeyDown={press}
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

/** Keys of the whole console, and the one that presses a button: they begin no text. */
const OF_THE_PAGE = ['/', '?', ' ']

/** Whether a key begins a text: a letter, an accent that the next letter gets, or an input method. */
function beginsText(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey } = event
  const isThirdLevel = event.getModifierState('AltGraph')
  if ((ctrlKey || metaKey || altKey) && !isThirdLevel) return false
  if (key === 'Dead' || key === 'Process') return true
  return [...key].length === 1 && !OF_THE_PAGE.includes(key)
}

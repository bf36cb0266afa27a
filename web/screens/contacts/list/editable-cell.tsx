import { CircleAlert } from 'lucide-react'
import { useState } from 'react'
import { formatPhone } from '../../../format.ts'
import { classNames } from '../../../ui/class-names.ts'
import { controlClass } from '../../../ui/forms/field.tsx'
import styles from './list-table.module.css'
import { type Column, columnLabel, piecesOf } from './list-view.ts'

/** A cell that becomes a field when it is pressed: Enter keeps what was typed, Esc does not. */
export function EditableCell({
  column,
  text,
  person,
  search,
  isChanged,
  problem,
  onType,
}: {
  readonly column: Column
  readonly text: string
  /** Whose row it is. */
  readonly person: string
  readonly search: string
  readonly isChanged: boolean
  readonly problem: string | undefined
  readonly onType: (text: string) => void
}) {
  const [isEditing, setIsEditing] = useState(false)
  const label = `${columnLabel(column)} de ${person}`
  if (isEditing) {
    return (
      <input
        // biome-ignore lint/a11y/noAutofocus: it stands where the pressed cell stood
        autoFocus
        aria-label={label}
        className={classNames(controlClass, styles.input)}
        defaultValue={text}
        inputMode={column.kind === 'phone' ? 'tel' : undefined}
        autoComplete="off"
        onBlur={({ target }) => {
          onType(target.value)
          setIsEditing(false)
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.currentTarget.blur()
          if (event.key !== 'Escape') return
          event.stopPropagation()
          setIsEditing(false)
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
        className={classNames(styles.cell, isChanged && styles.changed)}
        aria-label={`${label}: ${shown || 'vazio'}. Editar`}
        onClick={() => setIsEditing(true)}
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

function Found({ text, search }: { readonly text: string; readonly search: string }) {
  if (search.trim() === '') return text
  return piecesOf(text, search).map(({ text: piece, isMatch }, place) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text, drawn anew together
    return isMatch ? <mark key={place}>{piece}</mark> : <span key={place}>{piece}</span>
  })
}

import { X } from 'lucide-react'
import { useState } from 'react'
import styles from './chips-field.module.css'
import { Field } from './field.tsx'

/** A list of short texts: Enter or a comma adds what is typed, and each has a cross. */
export function ChipsField({
  label,
  hint,
  error,
  chips,
  maxLength,
  onChange,
}: {
  readonly label: string
  readonly hint?: string
  readonly error?: string | undefined
  readonly chips: readonly string[]
  readonly maxLength: number
  readonly onChange: (chips: readonly string[]) => void
}) {
  const [text, setText] = useState('')
  const add = (given: string) => {
    const added = given
      .split(/[,;\n]/)
      .map((part) => part.trim())
      .filter((part) => part !== '' && !chips.includes(part))
    if (added.length > 0) onChange([...chips, ...new Set(added)])
    setText('')
  }
  return (
    <Field label={label} hint={hint} error={error}>
      {(described) => (
        <div className={styles.box}>
          {chips.length > 0 && (
            <ul className={styles.chips} aria-label={label}>
              {chips.map((chip) => (
                <li key={chip} className={styles.chip}>
                  <span>{chip}</span>
                  <button
                    type="button"
                    aria-label={`Remover ${chip}`}
                    onClick={() => onChange(chips.filter((each) => each !== chip))}
                  >
                    <X size={14} aria-hidden />
                  </button>
                </li>
              ))}
            </ul>
          )}
          <input
            {...described}
            className={styles.input}
            value={text}
            maxLength={maxLength}
            autoComplete="off"
            onChange={({ target }) => {
              if (/[,;]/.test(target.value)) add(target.value)
              else setText(target.value)
            }}
            onKeyDown={(event) => {
              if (event.key === 'Enter') {
                // The form is sent by its own button.
                event.preventDefault()
                add(text)
              }
              if (event.key === 'Backspace' && text === '') onChange(chips.slice(0, -1))
            }}
            onBlur={() => add(text)}
          />
        </div>
      )}
    </Field>
  )
}

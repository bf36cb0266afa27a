import { X } from 'lucide-react'
import { SelectField } from '../../../../ui/forms/field.tsx'
import styles from './chosen-many.module.css'

type Choice = { readonly id: string; readonly label: string }

/** Several of many: each is chosen in the list, stands below it, and has a cross. */
export function ChosenMany({
  label,
  name,
  empty,
  choices,
  chosen,
  gone,
  error,
  onChange,
}: {
  readonly label: string
  readonly name: string
  /** What the list says before anything is chosen. */
  readonly empty: string
  readonly choices: readonly Choice[]
  readonly chosen: readonly string[]
  /** Name of a choice that no longer exists. */
  readonly gone: string
  readonly error: string | undefined
  readonly onChange: (chosen: string[]) => void
}) {
  const labelOf = (id: string) => choices.find((choice) => choice.id === id)?.label ?? gone
  return (
    <div className={styles.many}>
      <SelectField
        label={label}
        name={name}
        value=""
        error={error}
        onChange={({ target }) => onChange([...chosen, target.value])}
      >
        <option value="">{empty}</option>
        {choices
          .filter(({ id }) => !chosen.includes(id))
          .map((choice) => (
            <option key={choice.id} value={choice.id}>
              {choice.label}
            </option>
          ))}
      </SelectField>
      {chosen.length > 0 && (
        <ul className={styles.chosen} aria-label={label}>
          {chosen.map((id) => (
            <li key={id}>
              <span>{labelOf(id)}</span>
              <button
                type="button"
                aria-label={`Remover ${labelOf(id)}`}
                onClick={() => onChange(chosen.filter((each) => each !== id))}
              >
                <X size={16} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

import { CircleAlert, Trash2 } from 'lucide-react'
import { useId } from 'react'
import type { SendWindow } from '#contract/campaigns/send-window.ts'
import { dayLabels } from '#contract/campaigns/send-window-words.ts'
import { Button } from '../../ui/forms/button.tsx'
import { TextField } from '../../ui/forms/field.tsx'
import type { FieldErrors } from '../../ui/forms/use-form-errors.ts'
import styles from './pace.module.css'

/** One window: its days, when it opens and when it closes. */
export function WindowFields({
  place,
  window,
  errors,
  onChange,
  onRemove,
}: {
  /** Its place among the windows, from 0. */
  readonly place: number
  readonly window: SendWindow
  readonly errors: FieldErrors
  readonly onChange: (window: SendWindow) => void
  readonly onRemove: () => void
}) {
  const errorId = useId()
  const name = `janelas.${place}`
  const dayError = errors[`${name}.dias`]
  const toggle = (day: number) => {
    const others = window.days.filter((each) => each !== day)
    const isSet = others.length < window.days.length
    onChange({ ...window, days: isSet ? others : [...others, day].sort((a, b) => a - b) })
  }
  return (
    <fieldset className={styles.window}>
      <legend className="visually-hidden">Horário {place + 1}</legend>
      <div className={styles.days} data-one-answer>
        {dayLabels.map((label, at) => (
          <label key={label} className={styles.day}>
            <input
              type="checkbox"
              name={`${name}.dias`}
              checked={window.days.includes(at + 1)}
              aria-invalid={dayError ? true : undefined}
              aria-describedby={dayError ? errorId : undefined}
              onChange={() => toggle(at + 1)}
            />
            {label}
          </label>
        ))}
      </div>
      {dayError && (
        <p id={errorId} className={styles.error}>
          <CircleAlert size={14} aria-hidden />
          {dayError}
        </p>
      )}
      <div className={styles.hours} data-one-answer>
        <TextField
          label="Das"
          name={`${name}.inicio`}
          type="time"
          value={window.start}
          error={errors[`${name}.inicio`]}
          onChange={({ target }) => onChange({ ...window, start: target.value })}
        />
        <TextField
          label="Até"
          name={`${name}.fim`}
          type="time"
          value={window.end}
          error={errors[`${name}.fim`]}
          onChange={({ target }) => onChange({ ...window, end: target.value })}
        />
        <Button
          look="quiet"
          icon={Trash2}
          aria-label={`Remover horário ${place + 1}`}
          onClick={onRemove}
        >
          Remover
        </Button>
      </div>
    </fieldset>
  )
}

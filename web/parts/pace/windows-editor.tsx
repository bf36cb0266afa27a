import { Plus } from 'lucide-react'
import { MAX_SEND_WINDOWS, type SendWindow } from '#contract/campaigns/send-window.ts'
import { Button } from '../../ui/forms/button.tsx'
import { SelectField } from '../../ui/forms/field.tsx'
import type { FieldErrors } from '../../ui/forms/use-form-errors.ts'
import styles from './pace.module.css'
import { type PacePlan, workingHours, zoneChoices } from './pace-plan.ts'
import { WindowFields } from './window-fields.tsx'

/** The hours in which campaigns may send, and on which clocks. */
export function WindowsEditor({
  plan,
  errors,
  onChange,
}: {
  readonly plan: PacePlan
  readonly errors: FieldErrors
  readonly onChange: (change: Partial<PacePlan>) => void
}) {
  const { windows } = plan
  const replace = (place: number, window: SendWindow) =>
    onChange({ windows: windows.map((each, at) => (at === place ? window : each)) })
  return (
    <div className={styles.windows}>
      {windows.map((window, place) => (
        <WindowFields
          // biome-ignore lint/suspicious/noArrayIndexKey: windows have no identity but their place
          key={place}
          place={place}
          window={window}
          errors={errors}
          onChange={(changed) => replace(place, changed)}
          onRemove={() => onChange({ windows: windows.filter((_, at) => at !== place) })}
        />
      ))}
      {windows.length > 0 && (
        <SelectField
          label="Fuso dos horários"
          name="fuso"
          className={styles.zone}
          value={plan.timeZone}
          error={errors.fuso}
          onChange={({ target }) => onChange({ timeZone: target.value })}
        >
          {zoneChoices(plan).map(({ timeZone, name }) => (
            <option key={timeZone} value={timeZone}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      {windows.length < MAX_SEND_WINDOWS && (
        <div>
          <Button icon={Plus} onClick={() => onChange({ windows: [...windows, workingHours] })}>
            {windows.length === 0 ? 'Enviar só em certos horários' : 'Adicionar horário'}
          </Button>
        </div>
      )}
      {windows.length > 0 && (
        <p className={styles.note}>
          Fora destes horários a campanha espera e continua sozinha na próxima abertura.
        </p>
      )}
    </div>
  )
}

import { ChevronDown, Plus } from 'lucide-react'
import { useId, useState } from 'react'
import { MAX_SEND_WINDOWS, type SendWindow } from '#contract/campaigns/send-window.ts'
import { StepNumber } from '../../../ui/display/step-number.tsx'
import { Button } from '../../../ui/forms/button.tsx'
import { SelectField, TextField } from '../../../ui/forms/field.tsx'
import { Card } from '../../../ui/page/card.tsx'
import { paceSentence, workingHours, zoneChoices } from '../pace-plan.ts'
import fields from './fields.module.css'
import styles from './pace-section.module.css'
import type { SectionProps } from './section-props.ts'
import { WindowFields } from './window-fields.tsx'

/** How even the pace is, and at which hours it goes: closed, with what is set in words. */
export function PaceSection({ draft, change, errors }: SectionProps) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const isRefused = Object.keys(errors).some((name) => /^(delay_max|janelas|fuso)/.test(name))
  const { windows } = draft
  const replace = (place: number, window: SendWindow) =>
    change({ windows: windows.map((each, at) => (at === place ? window : each)) })
  return (
    <Card aria-labelledby={id}>
      <details
        className={styles.pace}
        open={isOpen || isRefused}
        onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      >
        <summary>
          <StepNumber>5</StepNumber>
          <span>
            <h2 id={id}>Ritmo e horários</h2>
            <small>{paceSentence(draft)}</small>
          </span>
          <ChevronDown size={18} aria-hidden className={styles.chevron} />
        </summary>
        <div className={styles.inside}>
          <div className={fields.pair}>
            <TextField
              label="Sortear a pausa até (segundos)"
              name="delay_max"
              inputMode="decimal"
              autoComplete="off"
              placeholder="Sempre a mesma"
              value={draft.intervalMax}
              error={errors.delay_max}
              hint="Pausas diferentes parecem mais naturais."
              onChange={({ target }) => change({ intervalMax: target.value })}
            />
          </div>
          {windows.map((window, place) => (
            <WindowFields
              // biome-ignore lint/suspicious/noArrayIndexKey: windows have no identity but their place
              key={place}
              place={place}
              window={window}
              errors={errors}
              onChange={(changed) => replace(place, changed)}
              onRemove={() => change({ windows: windows.filter((_, at) => at !== place) })}
            />
          ))}
          {windows.length > 0 && (
            <div className={fields.pair}>
              <SelectField
                label="Fuso dos horários"
                name="fuso"
                value={draft.timeZone}
                error={errors.fuso}
                onChange={({ target }) => change({ timeZone: target.value })}
              >
                {zoneChoices(draft).map(({ timeZone, name }) => (
                  <option key={timeZone} value={timeZone}>
                    {name}
                  </option>
                ))}
              </SelectField>
            </div>
          )}
          {windows.length < MAX_SEND_WINDOWS && (
            <div>
              <Button icon={Plus} onClick={() => change({ windows: [...windows, workingHours] })}>
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
      </details>
    </Card>
  )
}

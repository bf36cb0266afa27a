import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { paceSentence } from '../../../parts/pace/pace-plan.ts'
import { WindowsEditor } from '../../../parts/pace/windows-editor.tsx'
import { StepNumber } from '../../../ui/display/step-number.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import { Card } from '../../../ui/page/card.tsx'
import fields from './fields.module.css'
import styles from './pace-section.module.css'
import type { SectionProps } from './section-props.ts'

/** How even the pace is, and at which hours it goes: closed, with what is set in words. */
export function PaceSection({ draft, change, errors }: SectionProps) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const isRefused = Object.keys(errors).some((name) => /^(delay_max|janelas|fuso)/.test(name))
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
          <WindowsEditor plan={draft} errors={errors} onChange={change} />
        </div>
      </details>
    </Card>
  )
}

import { type ReactNode, useId } from 'react'
import { DEFAULT_INTERVAL_SECONDS, HASTY_INTERVAL_SECONDS } from '#contract/limits.ts'
import { paceSentence } from '../../../parts/pace/pace-plan.ts'
import { readSeconds } from '../../../parts/pace/read-seconds.ts'
import { WindowsEditor } from '../../../parts/pace/windows-editor.tsx'
import { TextField } from '../../../ui/forms/field.tsx'
import styles from './fields.module.css'
import type { SectionProps } from './section-props.ts'

/** How fast it goes, how even its pace is, and at which hours, with what that comes to in words. */
export function PaceFields({ draft, change, errors }: SectionProps) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a grid everywhere
    <div role="group" aria-labelledby={id} className={styles.pace}>
      <div className={styles.paceHead}>
        <h3 id={id}>Ritmo e horários</h3>
        <p>{paceSentence(draft)}</p>
      </div>
      <div className={styles.pair}>
        <TextField
          label="Intervalo entre mensagens (segundos)"
          name="delay"
          inputMode="decimal"
          autoComplete="off"
          value={draft.interval}
          error={errors.delay}
          hint={intervalHint(draft.interval)}
          onChange={({ target }) => change({ interval: target.value })}
        />
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
  )
}

function intervalHint(interval: string): ReactNode {
  const isHasty = readSeconds(interval) < HASTY_INTERVAL_SECONDS
  return (
    <>
      Recomendado: {DEFAULT_INTERVAL_SECONDS}
      {isHasty && (
        <span className={styles.caution}>
          . Abaixo de {HASTY_INTERVAL_SECONDS} s o WhatsApp pode bloquear o seu número.
        </span>
      )}
    </>
  )
}

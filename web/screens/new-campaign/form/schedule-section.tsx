import { localParts } from '../../../local-parts.ts'
import { TextField } from '../../../ui/forms/field.tsx'
import { RadioCard, RadioCards } from '../../../ui/forms/radio-cards.tsx'
import { momentOf } from '../action-words.ts'
import type { CampaignDraft } from '../campaign-draft.ts'
import { startOf } from '../submission.ts'
import styles from './fields.module.css'
import { PaceFields } from './pace-fields.tsx'
import { Section } from './section.tsx'
import type { StepProps } from './section-props.ts'

const moments = [
  { value: 'now', title: 'Enviar agora', hint: 'Começa assim que a campanha é criada' },
  { value: 'later', title: 'Agendar', hint: 'Escolha data e hora' },
] as const

const WITHIN_HOURS = 'Começa assim que a campanha é criada, dentro dos seus horários'

/** When it begins, and how fast it goes. */
export function ScheduleSection({
  draft,
  change,
  errors,
  isDone,
  nowMs,
}: StepProps & { readonly nowMs: number }) {
  return (
    <Section number={4} title="Agendamento" isDone={isDone}>
      <RadioCards legend="Quando enviar">
        {moments.map(({ value, title, hint }) => (
          <RadioCard
            key={value}
            name="quando"
            value={value}
            title={title}
            hint={value === 'now' && draft.windows.length > 0 ? WITHIN_HOURS : hint}
            checked={draft.when === value}
            onChange={() => change({ when: value })}
          />
        ))}
      </RadioCards>
      {isPast(draft, nowMs) && (
        <p role="status" className={styles.past}>
          A hora escolhida, {momentOf(startOf(draft, nowMs) ?? nowMs, nowMs)}, já passou. Escolha
          outra, ou envie agora.
        </p>
      )}
      {draft.when === 'later' && (
        <div className={styles.pair} data-one-answer>
          <TextField
            label="Data"
            name="data"
            type="date"
            min={localParts(nowMs).date}
            value={draft.date}
            error={errors.data}
            onChange={({ target }) => change({ date: target.value })}
          />
          <TextField
            label="Hora"
            name="hora"
            type="time"
            value={draft.time}
            error={errors.hora}
            onChange={({ target }) => change({ time: target.value })}
          />
        </div>
      )}
      <PaceFields draft={draft} change={change} errors={errors} />
    </Section>
  )
}

function isPast(draft: CampaignDraft, nowMs: number): boolean {
  const startMs = startOf(draft, nowMs)
  return startMs !== null && startMs < nowMs
}

import type { ReactNode } from 'react'
import { DEFAULT_INTERVAL_SECONDS, HASTY_INTERVAL_SECONDS } from '#contract/limits.ts'
import { readSeconds } from '../../../parts/pace/read-seconds.ts'
import { TextField } from '../../../ui/forms/field.tsx'
import { RadioCard, RadioCards } from '../../../ui/forms/radio-cards.tsx'
import { momentOf } from '../action-words.ts'
import { type CampaignDraft, localParts } from '../campaign-draft.ts'
import { startOf } from '../submission.ts'
import styles from './fields.module.css'
import { Section } from './section.tsx'
import type { SectionProps } from './section-props.ts'

const moments = [
  { value: 'now', title: 'Enviar agora', hint: 'Começa assim que a campanha é criada' },
  { value: 'later', title: 'Agendar', hint: 'Escolha data e hora' },
] as const

/** When it begins, and how fast it goes. */
export function ScheduleSection({
  draft,
  change,
  errors,
  nowMs,
}: SectionProps & { readonly nowMs: number }) {
  return (
    <Section number={4} title="Agendamento">
      <RadioCards legend="Quando enviar">
        {moments.map(({ value, title, hint }) => (
          <RadioCard
            key={value}
            name="quando"
            value={value}
            title={title}
            hint={hint}
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
      </div>
    </Section>
  )
}

function isPast(draft: CampaignDraft, nowMs: number): boolean {
  const startMs = startOf(draft, nowMs)
  return startMs !== null && startMs < nowMs
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

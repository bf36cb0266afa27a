import { CircleCheck, CircleX } from 'lucide-react'
import type { DeliveryAttempt } from '#contract/gateways/delivery-attempt.ts'
import { formatDateTime } from '../../format.ts'
import { Badge } from '../../ui/display/badge.tsx'
import styles from './attempt-view.module.css'
import { CodeBlock, prettyJson } from './code-block.tsx'
import { formatMs } from './delivery-words.ts'

/** One attempt: when, how long it took, and what came of it; opened, what was answered. */
export function AttemptView({
  attempt,
  isLast,
}: {
  readonly attempt: DeliveryAttempt
  /** The last attempt is open at first, and its request stands elsewhere. */
  readonly isLast: boolean
}) {
  const { at, durationMs, isManual, httpStatus, error } = attempt
  return (
    <details className={styles.attempt} open={isLast}>
      <summary>
        <AttemptBadge attempt={attempt} />
        <span className={styles.when}>
          <time dateTime={at}>{formatWithSeconds(at)}</time>
          {' · '}
          {formatMs(durationMs)}
          {isManual && ' · à mão'}
        </span>
      </summary>
      <div className={styles.about}>
        {error !== null && httpStatus === null && <p className={styles.error}>{error}</p>}
        <AnswerView attempt={attempt} />
        {!isLast && <HeaderList label="Cabeçalhos do pedido" headers={attempt.headers} />}
      </div>
    </details>
  )
}

function AttemptBadge({
  attempt: { httpStatus, error },
}: {
  readonly attempt: Pick<DeliveryAttempt, 'httpStatus' | 'error'>
}) {
  const isDelivered = error === null
  return (
    <Badge tone={isDelivered ? 'ok' : 'danger'} icon={isDelivered ? CircleCheck : CircleX}>
      {httpStatus ?? 'Sem resposta'}
    </Badge>
  )
}

/** What a receiver answered. */
export function AnswerView({
  attempt: { answer },
}: {
  readonly attempt: Pick<DeliveryAttempt, 'answer'>
}) {
  if (!answer) return null
  const { text, isCut, headers } = answer
  return (
    <>
      {text === '' ? (
        <p className={styles.none}>
          {isCut ? 'O corpo da resposta não chegou.' : 'Resposta sem corpo.'}
        </p>
      ) : (
        <CodeBlock
          label={isCut ? 'Resposta (o começo)' : 'Resposta'}
          text={isCut ? text : prettyJson(text)}
          copied={text}
        />
      )}
      <HeaderList label="Cabeçalhos da resposta" headers={headers} />
    </>
  )
}

export function HeaderList({
  label,
  headers,
}: {
  readonly label: string
  readonly headers: Readonly<Record<string, string>>
}) {
  const all = Object.entries(headers)
  if (all.length === 0) return null
  return (
    <section className={styles.headers} aria-label={label}>
      <p>{label}</p>
      <dl>
        {all.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** `20/11/2026 09:00:07`: attempts follow each other within a minute. */
function formatWithSeconds(iso: string): string {
  return `${formatDateTime(iso)}:${String(new Date(iso).getSeconds()).padStart(2, '0')}`
}

import type { Delivery } from '../../contract/gateways/delivery.ts'
import type { DeliveryAttempt, WebhookAnswer } from '../../contract/gateways/delivery-attempt.ts'
import { WEBHOOK_RETRY_DELAYS_MS, WEBHOOK_TIMEOUT_MS } from '../../contract/limits.ts'
import { PRIVATE_TARGETS_VARIABLE } from '../../contract/private-targets.ts'
import { toIso } from '../clock.ts'
import type { DeliveryChange } from './webhook-outbox-store.ts'

/** The outcome of one attempt to deliver an event. `url` contains nothing secret. */
export type Attempt = {
  readonly url: string
  /** Those that were sent, without what may be secret. */
  readonly headers: Readonly<Record<string, string>>
} & (
  | {
      readonly kind: 'answered'
      readonly httpStatus: number
      readonly retryAfterSeconds: number | null
      readonly answer: WebhookAnswer
    }
  | { readonly kind: 'timeout' | 'unreachable' | 'private' | 'invalid' }
)

/** An attempt, and when it was made. */
export type TimedAttempt = {
  readonly outcome: Attempt
  readonly startedAtMs: number
  readonly durationMs: number
}

/**
 * Answers after which no further attempt makes sense: the receiver is gone for good (410), or the
 * event itself is refused. Every other refusal (404 while a service starts, 401 while a key is
 * being changed) may be followed by success.
 */
const FINAL_STATUSES: ReadonlySet<number> = new Set([400, 405, 410, 411, 413, 414, 415, 422, 431])

const sentences = {
  timeout: `O webhook não respondeu em ${WEBHOOK_TIMEOUT_MS / 1000} segundos.`,
  unreachable: 'Não foi possível alcançar o webhook.',
  invalid: 'O endereço do webhook não é válido.',
  private: `O endereço do webhook leva a uma rede privada, o que este servidor só permite com ${PRIVATE_TARGETS_VARIABLE}.`,
}

/** The delivery after an attempt: delivered, waiting for the next attempt, or given up. */
export function afterAttempt(delivery: Delivery, attempt: Attempt, nowMs: number): DeliveryChange {
  const { id } = delivery
  const attemptCount = delivery.attemptCount + 1
  const httpStatus = attempt.kind === 'answered' ? attempt.httpStatus : null
  const attempted = { id, url: attempt.url, attemptCount, httpStatus, deliveredAt: null }
  const lastError = failureOf(attempt)
  if (lastError === null) {
    const deliveredAt = toIso(nowMs)
    return { ...attempted, status: 'delivered', lastError: null, deliveredAt, nextAttemptAt: null }
  }
  const delayMs = WEBHOOK_RETRY_DELAYS_MS[attemptCount - 1]
  if (delayMs === undefined || isFinal(attempt)) {
    return { ...attempted, status: 'dead', lastError, nextAttemptAt: null }
  }
  const askedMs = attempt.kind === 'answered' ? (attempt.retryAfterSeconds ?? 0) * 1000 : 0
  const nextAttemptAt = toIso(nowMs + Math.max(delayMs, askedMs))
  return { ...attempted, status: 'waiting', lastError, nextAttemptAt }
}

/**
 * The delivery after an attempt that a person asked for: success ends it, and failure leaves the
 * automatic attempts as they were.
 */
export function afterManual(delivery: Delivery, attempt: Attempt, nowMs: number): DeliveryChange {
  const { id, status, attemptCount, nextAttemptAt, deliveredAt } = delivery
  const lastError = failureOf(attempt)
  const httpStatus = attempt.kind === 'answered' ? attempt.httpStatus : null
  const attempted = { id, url: attempt.url, attemptCount, httpStatus }
  if (lastError === null) {
    const at = deliveredAt ?? toIso(nowMs)
    return { ...attempted, status: 'delivered', lastError, deliveredAt: at, nextAttemptAt: null }
  }
  if (status === 'delivered') return changeOf(delivery)
  return { ...attempted, status, lastError, deliveredAt, nextAttemptAt }
}

/** What is kept of an attempt. */
export function recordOf(
  { outcome, startedAtMs, durationMs }: TimedAttempt,
  { isManual }: Pick<DeliveryAttempt, 'isManual'>,
): DeliveryAttempt {
  const isAnswered = outcome.kind === 'answered'
  return {
    ...{ at: toIso(startedAtMs), durationMs, isManual, error: failureOf(outcome) },
    httpStatus: isAnswered ? outcome.httpStatus : null,
    headers: outcome.headers,
    answer: isAnswered ? outcome.answer : null,
  }
}

/** Why an attempt did not deliver, as a sentence; null where it did. */
export function failureOf(attempt: Attempt): string | null {
  if (attempt.kind !== 'answered') return sentences[attempt.kind]
  const { httpStatus } = attempt
  return httpStatus >= 200 && httpStatus < 300 ? null : `O webhook respondeu ${httpStatus}.`
}

/** A delivery that is not attempted any more. */
export function givenUp(delivery: Delivery, reason: string): DeliveryChange {
  const ended = {
    status: 'dead',
    lastError: reason,
    deliveredAt: null,
    nextAttemptAt: null,
  } as const
  return { ...changeOf(delivery), ...ended }
}

/** A delivery as it is, as a change. */
function changeOf(delivery: Delivery): DeliveryChange {
  const { instance: _, event: _name, createdAt: _at, about: _about, ...change } = delivery
  return change
}

function isFinal(attempt: Attempt): boolean {
  if (attempt.kind === 'answered') return FINAL_STATUSES.has(attempt.httpStatus)
  return attempt.kind === 'private' || attempt.kind === 'invalid'
}

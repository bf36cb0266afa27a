import type { Delivery } from '../../contract/gateways/delivery.ts'
import { WEBHOOK_RETRY_DELAYS_MS, WEBHOOK_TIMEOUT_MS } from '../../contract/limits.ts'
import { PRIVATE_TARGETS_VARIABLE } from '../../contract/private-targets.ts'
import { toIso } from '../clock.ts'
import type { DeliveryChange } from './webhook-outbox-store.ts'

/** The outcome of one attempt to deliver an event. `url` contains nothing secret. */
export type Attempt = { readonly url: string } & (
  | {
      readonly kind: 'answered'
      readonly httpStatus: number
      readonly retryAfterSeconds: number | null
    }
  | { readonly kind: 'timeout' | 'unreachable' | 'private' | 'invalid' }
)

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

/** Why an attempt did not deliver, as a sentence; null where it did. */
export function failureOf(attempt: Attempt): string | null {
  if (attempt.kind !== 'answered') return sentences[attempt.kind]
  const { httpStatus } = attempt
  return httpStatus >= 200 && httpStatus < 300 ? null : `O webhook respondeu ${httpStatus}.`
}

/** A delivery that is not attempted any more. */
export function givenUp(delivery: Delivery, reason: string): DeliveryChange {
  const { id, url, attemptCount, httpStatus } = delivery
  return {
    id,
    url,
    attemptCount,
    httpStatus,
    status: 'dead',
    lastError: reason,
    deliveredAt: null,
    nextAttemptAt: null,
  }
}

function isFinal(attempt: Attempt): boolean {
  if (attempt.kind === 'answered') return FINAL_STATUSES.has(attempt.httpStatus)
  return attempt.kind === 'private' || attempt.kind === 'invalid'
}

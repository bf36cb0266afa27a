import { expect, onTestFinished } from 'vitest'
import type { DeliveryAttempt } from '../../../src/contract/gateways/delivery-attempt.ts'
import type { DeliveryChange } from '../../../src/domain/webhooks/webhook-outbox-store.ts'
import type { OutboxLimits } from '../../../src/storage/outbox/instance-outbox.ts'
import { aDataFolder } from './data-folder.ts'
import type { OpenOutbox } from './engines/outbox-engines.ts'
import { anEvent, BALCAO } from './outbox.ts'

export const REASON = 'Havia eventos demais.'
export const MINUTE_MS = 60_000

export async function aStore(open: OpenOutbox, limits?: OutboxLimits) {
  const dir = await aDataFolder()
  let { store, close } = await open(dir, limits)
  onTestFinished(async () => {
    await close()
  })
  const reopen = async (): Promise<void> => {
    await close()
    ;({ store, close } = await open(dir, limits))
  }
  const add = (number: number, outbox = BALCAO) =>
    store.add(outbox, anEvent({ id: `balcao.${number}`, data: { number } }), REASON)
  /** Attempts a delivery: claims the oldest waiting event, and records the result. */
  const attempt = async (fields: Partial<DeliveryChange> = {}, outbox = BALCAO) => {
    const next = await store.next(outbox)
    if (!next) throw new Error('nothing waits')
    expect(await store.claim(outbox, next, MINUTE_MS)).toBe('own')
    const change = { ...delivered, id: next.id, attemptCount: next.attemptCount + 1, ...fields }
    await store.note(outbox, change)
    return change
  }
  const ids = async (limit = 10, outbox = BALCAO) =>
    (await store.search(outbox, { limit })).deliveries.map(({ id }) => id)
  return { store: () => store, reopen, add, attempt, ids }
}

export type Outcome = Omit<DeliveryChange, 'id' | 'attemptCount'>
export const delivered: Outcome = {
  ...{ url: 'http://a.example', lastError: null, httpStatus: 200, nextAttemptAt: null },
  deliveredAt: '2026-01-15T12:00:01.000Z',
  status: 'delivered',
}
export const dead: Outcome = {
  ...{ url: 'http://a.example', lastError: 'O webhook respondeu 500.', httpStatus: 500 },
  ...{ deliveredAt: null, nextAttemptAt: null },
  status: 'dead',
}
export const again: Outcome = {
  ...dead,
  status: 'waiting',
  nextAttemptAt: '2026-01-15T12:01:00.000Z',
}

/** An attempt that took this many milliseconds. */
export function anAttempt(durationMs: number): DeliveryAttempt {
  return {
    ...{ at: '2026-01-15T12:00:01.000Z', durationMs, isManual: false, httpStatus: 500 },
    ...{ error: 'nul \u0000', headers: { 'webhook-id': 'x' } },
    answer: { headers: {}, text: 'não "\\ {}', isCut: true },
  }
}

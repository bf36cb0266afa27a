import { expect, test } from 'vitest'
import type { TryAgain } from '../../../src/whatsapp/connection/end-rules.ts'
import {
  createReconnection,
  reconnectDelayMs,
} from '../../../src/whatsapp/connection/reconnection.ts'

const MINUTE_MS = 60_000
const lost: TryAgain = { kind: 'try_again', reason: 'connection_lost' }

function aHistory() {
  let nowMs = Date.parse('2026-09-22T12:00:00Z')
  const { next } = createReconnection({
    timings: {
      firstReconnectDelayMs: 1_000,
      maxReconnectDelayMs: 15 * MINUTE_MS,
      stableAfterMs: 30_000,
      replacedRetryMs: MINUTE_MS,
      outdatedRetryMs: [15 * MINUTE_MS, 60 * MINUTE_MS],
    },
    now: () => nowMs,
    random: () => 0.5,
  })
  const pass = (ms: number) => {
    nowMs += ms
  }
  const waits = (verdict: Parameters<typeof next>[0], openMs = 0) => {
    const step = next(verdict, openMs)
    return step.step === 'reconnect_later' ? step.delayMs : step.step
  }
  return { next, pass, waits }
}

test('waits longer each time, up to a quarter of an hour, with a tenth of jitter', () => {
  const limits = { firstMs: 1_000, maxMs: 900_000 }
  const seconds = (attempt: number, random: number) =>
    Math.round(reconnectDelayMs(attempt, { ...limits, random })) / 1000

  expect([0, 1, 2, 3, 4, 5, 6, 15, 1_000].map((attempt) => seconds(attempt, 0.5))).toEqual([
    1, 1, 2, 3, 5, 8, 13, 900, 900,
  ])
  expect([seconds(3, 0), seconds(3, 1)]).toEqual([2.7, 3.3])
})

test('a login alone does not shorten the waits, half a minute of connection does', () => {
  const { waits } = aHistory()

  expect([waits(lost), waits(lost), waits(lost), waits(lost, 29_999)]).toEqual([
    1_000, 1_000, 2_000, 3_000,
  ])
  expect(waits(lost, 30_000)).toBe(1_000)
})

test('a rate limit raises the waits, and they stay so though the login succeeds', () => {
  const { waits } = aHistory()

  expect(waits({ ...lost, raise: 5 })).toBe(8_000)
  expect(waits(lost, 5_000)).toBe(13_000)
})

test('keeps to the shorter limit of an end that has one', () => {
  const { waits } = aHistory()
  for (let attempt = 0; attempt < 20; attempt += 1) waits(lost)

  expect(waits({ ...lost, maxMs: 5 * MINUTE_MS })).toBe(5 * MINUTE_MS)
})

test('a device ends after three in a row, and counts anew after a stable connection', () => {
  const { next } = aHistory()
  const end = { kind: 'give_up', reason: 'rejected', keys: 'keep' } as const
  const verdict = { ...lost, limit: { name: 'x', count: 3, withinMs: null, end } }

  next(verdict, 0)
  next(verdict, 0)
  expect(next(verdict, 30_000)).toMatchObject({ step: 'reconnect_later' })
  next(verdict, 0)
  expect(next(verdict, 0)).toEqual({ step: 'give_up', reason: 'rejected', keys: 'keep' })
})

test('counts what comes again within an hour, however stable the connections were', () => {
  const { next, pass } = aHistory()
  const end = { kind: 'give_up', reason: 'malformed', keys: 'keep' } as const
  const verdict = { ...lost, limit: { name: 'x', count: 3, withinMs: 60 * MINUTE_MS, end } }

  next(verdict, 0)
  pass(61 * MINUTE_MS)
  next(verdict, 60_000)
  next(verdict, 60_000)
  expect(next(verdict, 60_000)).toMatchObject({ step: 'give_up', reason: 'malformed' })
})

test('takes one replacement for a change of networks, and a second for another program', () => {
  const { next, pass, waits } = aHistory()

  expect(waits({ kind: 'replaced' })).toBe(MINUTE_MS)
  pass(9 * MINUTE_MS)
  expect(next({ kind: 'replaced' }, 60_000)).toEqual({
    step: 'give_up',
    reason: 'replaced',
    keys: 'keep',
  })
})

test('tries again after a replacement that comes long after the first', () => {
  const { pass, waits } = aHistory()
  waits({ kind: 'replaced' })
  pass(10 * MINUTE_MS)

  expect(waits({ kind: 'replaced' })).toBe(MINUTE_MS)
})

test('a device is held until a suspension ends, and a little longer', () => {
  const { next } = aHistory()

  expect(next({ kind: 'hold', reason: 'suspended', seconds: 3_600 }, 0)).toEqual({
    step: 'hold',
    reason: 'suspended',
    until: new Date('2026-09-22T13:00:00Z'),
    attemptAt: new Date('2026-09-22T13:00:45Z'),
  })
})

test('a device is held for a day where WhatsApp named no end', () => {
  const { next } = aHistory()

  expect(next({ kind: 'hold', reason: 'suspended', seconds: null }, 0)).toMatchObject({
    until: null,
    attemptAt: new Date('2026-09-23T12:00:45Z'),
  })
})

test('a device without a newer version waits a quarter of an hour, then an hour each time', () => {
  const { next } = aHistory()
  const waits = [1, 2, 3].map(() => {
    const step = next({ kind: 'newer_version', otherwise: 'wait' }, 0)
    const otherwise = step.step === 'newer_version' ? step.otherwise() : step
    return otherwise.step === 'reconnect_later'
      ? [otherwise.reason, otherwise.delayMs / MINUTE_MS]
      : otherwise
  })

  expect(waits).toEqual([
    ['outdated', 15],
    ['outdated', 60],
    ['outdated', 60],
  ])
})

test('restarts at once when asked, but not in circles', () => {
  const { waits } = aHistory()

  expect([1, 2, 3, 4].map(() => waits({ kind: 'reconnect_now' }))).toEqual([
    'reconnect_now',
    'reconnect_now',
    'reconnect_now',
    1_000,
  ])
})

import { expect, test } from 'vitest'
import { createHours } from '../../src/jobs/hours.ts'
import { createFakeClock } from '../support/domain/fake-clock.ts'

const DAY_MS = 24 * 60 * 60_000

function someHours() {
  const clock = createFakeClock()
  const due: string[] = []
  const { handle } = createHours({
    now: clock.now,
    after: clock.after,
    onDue: (campaignId) => due.push(campaignId),
  })
  const set = (campaignId: string, ms: number) =>
    handle({ type: 'set', campaignId, atMs: clock.now() + ms })
  return { clock, due, set, clear: (campaignId: string) => handle({ type: 'clear', campaignId }) }
}

test('every campaign is reported at its hour, once, in whatever order they were set', () => {
  const { clock, due, set } = someHours()
  set('late', 3_000)
  set('early', 1_000)
  set('also early', 1_000)
  set('past', -5_000)
  clock.advance(0)
  expect(due).toEqual(['past'])
  clock.advance(999)
  expect(due).toHaveLength(1)
  clock.advance(1)
  expect(due).toEqual(['past', 'early', 'also early'])
  clock.advance(2_000)
  expect(due.at(-1)).toBe('late')
  expect(clock.pendingTimers()).toBe(0)
})

test('the last hour of a campaign counts, and none that was cleared', () => {
  const { clock, due, set, clear } = someHours()
  set('moved', 1_000)
  set('cleared', 1_000)
  set('moved', 5_000)
  clear('cleared')
  clock.advance(1_000)
  expect(due).toEqual([])
  clock.advance(4_000)
  expect(due).toEqual(['moved'])
})

test('an hour is kept over months, and found when the clock is set forth', () => {
  const { clock, due, set } = someHours()
  set('far', 90 * DAY_MS)
  set('next', DAY_MS)
  clock.jump(DAY_MS)
  clock.advance(60_000)
  expect(due).toEqual(['next'])
  clock.advance(89 * DAY_MS)
  expect(due).toEqual(['next', 'far'])
})

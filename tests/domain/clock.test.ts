import { expect, test } from 'vitest'
import { withLongTimers } from '../../src/domain/clock.ts'
import { createFakeClock } from '../support/domain/fake-clock.ts'

const DAY_MS = 24 * 60 * 60_000

test('work beyond what one timer can wait is done at its time, and not at once', () => {
  const clock = createFakeClock()
  const after = withLongTimers(clock.after)
  const done: string[] = []
  after(60 * DAY_MS, () => done.push('long'))
  after(1_000, () => done.push('short'))
  clock.advance(60 * DAY_MS - 1)
  expect(done).toEqual(['short'])
  clock.advance(1)
  expect(done).toEqual(['short', 'long'])
  expect(clock.pendingTimers()).toBe(0)
})

test('long work can be cancelled at any time', () => {
  const clock = createFakeClock()
  const cancel = withLongTimers(clock.after)(60 * DAY_MS, () => expect.unreachable())
  clock.advance(30 * DAY_MS)
  cancel()
  clock.advance(60 * DAY_MS)
  expect(clock.pendingTimers()).toBe(0)
})

import { expect, test } from 'vitest'
import type { AppEvent } from '../../src/contract/events.ts'
import { createEvents } from '../../src/domain/events.ts'
import { createFakeClock } from '../support/domain/fake-clock.ts'

function aBus() {
  const clock = createFakeClock()
  const events = createEvents(clock)
  const received: AppEvent[] = []
  const stop = events.subscribe('ana', (event) => received.push(event))
  const progress = (sentCount: number): AppEvent => ({
    type: 'campaign',
    id: '1',
    sentCount,
    errorCount: 0,
    recipientCount: 9,
  })
  return { ...events, clock, received, stop, progress }
}

test('an event reaches all listeners of its user and nobody else', () => {
  const { subscribe, publish, received } = aBus()
  const others: AppEvent[] = []
  const second: AppEvent[] = []
  subscribe('bia', (event) => others.push(event))
  subscribe('ana', (event) => second.push(event))
  publish('ana', { type: 'device', id: 'd' })
  expect(received).toEqual([{ type: 'device', id: 'd' }])
  expect(second).toEqual(received)
  expect(others).toEqual([])
})

test('a new listener can learn that something changed before it listened', () => {
  const { publish, hasChangedWithin, clock } = aBus()
  expect(hasChangedWithin('ana', 60_000)).toBe(false)
  publish('bia', { type: 'device', id: 'd' })
  clock.advance(3_000)
  expect(hasChangedWithin('ana', 60_000)).toBe(false)
  expect(hasChangedWithin('bia', 3_000)).toBe(true)
  expect(hasChangedWithin('bia', 2_999)).toBe(false)
})

test('a listener that stopped gets no more events', () => {
  const { publish, received, stop } = aBus()
  stop()
  publish('ana', { type: 'device', id: 'd' })
  expect(received).toEqual([])
})

test('a thousand sends of a campaign in a second make at most five events', () => {
  const { publish, received, clock } = aBus()
  for (let count = 0; count < 1000; count += 1) {
    publish('ana', { type: 'send', campaignId: '1' })
    clock.advance(1)
  }
  clock.advance(1000)
  expect(received.length).toBeLessThanOrEqual(5)
})

test('the last state of a burst is published', () => {
  const { publish, received, clock, progress } = aBus()
  for (const count of [1, 2, 3]) publish('ana', progress(count))
  expect(received).toEqual([progress(1)])
  clock.advance(250)
  expect(received).toEqual([progress(1), progress(3)])
  clock.advance(10_000)
  expect(received).toHaveLength(2)
})

test('campaigns do not hold each other up', () => {
  const { publish, received } = aBus()
  publish('ana', { type: 'send', campaignId: '1' })
  publish('ana', { type: 'send', campaignId: '2' })
  expect(received).toHaveLength(2)
})

test('nothing is kept, and no timer runs, for whoever does not listen', () => {
  const { publish, clock } = aBus()
  publish('bia', { type: 'send', campaignId: '1' })
  expect(clock.pendingTimers()).toBe(0)
})

import { expect, test } from 'vitest'
import { finishWithin, isOpenAt, nextChange } from '../../../src/contract/campaigns/send-hours.ts'
import type { SendWindow } from '../../../src/contract/campaigns/send-window.ts'
import { createRandom } from '../../simulation/machine/random.ts'
import {
  isOpenByTheClock,
  someMoment,
  someWindows,
  zones,
} from '../../support/domain/wall-clock.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const weekdays: readonly SendWindow[] = [{ days: [1, 2, 3, 4, 5], start: '08:00', end: '12:00' }]

test('in 10,000 weeks of 14 zones windows are open by the clock on the wall, and change when it says', () => {
  const random = createRandom(15)
  const wrong: unknown[] = []
  for (let number = 0; number < 10_000; number += 1) {
    const hours = { timeZone: random.pick(zones), windows: someWindows(random) }
    if (hours.windows.length === 0) continue
    const atMs = someMoment(random, hours.timeZone)
    const isOpen = isOpenByTheClock(hours, atMs)
    const changeMs = nextChange(hours, atMs)
    const endMs = changeMs ?? atMs + 15 * DAY_MS
    // At many moments before the change nothing has changed, and at the change itself it has.
    const before = Array.from({ length: 8 }, () =>
      Math.floor(atMs + random.next() * (endMs - atMs)),
    )
    const isRight =
      isOpenAt(hours, atMs) === isOpen &&
      [...before, endMs - 1].every((ms) => isOpenByTheClock(hours, ms) === isOpen) &&
      (changeMs === null || isOpenByTheClock(hours, changeMs) !== isOpen)
    if (!isRight) wrong.push({ hours, at: new Date(atMs).toISOString(), isOpen, changeMs })
  }
  expect(wrong).toEqual([])
})

test('around every change of the clocks each minute is as the wall shows it', () => {
  const random = createRandom(16)
  const wrong: unknown[] = []
  for (let number = 0; number < 60; number += 1) {
    const hours = { timeZone: random.pick(zones), windows: someWindows(random) }
    const startMs = Math.floor(someMoment(random, hours.timeZone) / MINUTE_MS) * MINUTE_MS
    if (hours.windows.length === 0) continue
    let changeMs = nextChange(hours, startMs - 1) ?? Number.POSITIVE_INFINITY
    for (let atMs = startMs; atMs < startMs + 3 * DAY_MS; atMs += MINUTE_MS) {
      const isChange = isOpenByTheClock(hours, atMs) !== isOpenByTheClock(hours, atMs - 1)
      if (isChange !== (changeMs === atMs)) wrong.push({ hours, at: new Date(atMs).toISOString() })
      if (changeMs <= atMs) changeMs = nextChange(hours, atMs) ?? Number.POSITIVE_INFINITY
    }
  }
  expect(wrong).toEqual([])
})

test('an hour that the clocks skip is never open, and one that they show twice is open twice', () => {
  const windows = [{ days: [7], start: '02:00', end: '03:00' }]
  const hours = { windows, timeZone: 'America/New_York' }
  // On 8 March 2026 the clocks went from 02:00 to 03:00: there is nothing before the 15th.
  expect(nextChange(hours, Date.parse('2026-03-07T12:00:00Z'))).toBe(
    Date.parse('2026-03-15T02:00:00-04:00'),
  )
  // A window that begins in the gap opens at its end.
  const later = { ...hours, windows: [{ days: [7], start: '02:30', end: '04:00' }] }
  expect(nextChange(later, Date.parse('2026-03-07T12:00:00Z'))).toBe(
    Date.parse('2026-03-08T03:00:00-04:00'),
  )
  // On 1 November 2026 they go from 02:00 back to 01:00.
  const twice = { ...hours, windows: [{ days: [7], start: '01:30', end: '02:00' }] }
  const changes: string[] = []
  for (let atMs = Date.parse('2026-11-01T00:00:00-04:00'); changes.length < 4; ) {
    atMs = nextChange(twice, atMs) ?? Number.NaN
    changes.push(new Date(atMs).toISOString())
  }
  expect(changes).toEqual([
    '2026-11-01T05:30:00.000Z',
    '2026-11-01T06:00:00.000Z',
    '2026-11-01T06:30:00.000Z',
    '2026-11-01T07:00:00.000Z',
  ])
})

test('windows that touch are one, and without any every hour is open', () => {
  const days = [1, 2, 3, 4, 5, 6, 7]
  const touching = {
    timeZone: 'America/Sao_Paulo',
    windows: [
      { days, start: '20:00', end: '24:00' },
      { days, start: '00:00', end: '02:00' },
    ],
  }
  expect(nextChange(touching, Date.parse('2026-11-23T21:00:00-03:00'))).toBe(
    Date.parse('2026-11-24T02:00:00-03:00'),
  )
  expect(nextChange({ ...touching, windows: [] }, 0)).toBeNull()
  expect(isOpenAt({ ...touching, windows: [] }, 0)).toBe(true)
})

test('work ends after the hours it needs have been open, also where that takes a year', () => {
  const hours = { windows: weekdays, timeZone: 'America/Sao_Paulo' }
  const monday = Date.parse('2026-11-23T11:00:00-03:00')
  expect(finishWithin(hours, monday, 30 * MINUTE_MS)).toBe(monday + 30 * MINUTE_MS)
  // An hour is left on Monday, four are on Tuesday, and one is needed on Wednesday.
  expect(finishWithin(hours, monday, 6 * HOUR_MS)).toBe(Date.parse('2026-11-25T09:00:00-03:00'))
  const saturday = Date.parse('2026-11-28T10:00:00-03:00')
  expect(finishWithin(hours, saturday, 0)).toBe(Date.parse('2026-11-30T08:00:00-03:00'))
  const year = finishWithin(hours, monday, 261 * 4 * HOUR_MS) ?? 0
  expect(Math.abs(year - (monday + 365 * DAY_MS))).toBeLessThan(5 * DAY_MS)
})

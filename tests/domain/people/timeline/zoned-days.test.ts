import { expect, test } from 'vitest'
import { dayOf, startOfDay } from '../../../../src/domain/people/timeline/zoned-days.ts'

const zone = 'America/Sao_Paulo'

test.each([
  ['an ordinary day', '2026-01-15T03:00:00.000Z'],
  // The clocks went forward from midnight to one o'clock.
  ['the day that summer time began', '2018-11-04T03:00:00.000Z'],
  // The clocks went back from midnight to eleven of the evening before.
  ['the day after which summer time ended', '2018-02-18T03:00:00.000Z'],
  ['the day before', '2018-02-17T02:00:00.000Z'],
])('%s begins at its first moment', (_, start) => {
  const startMs = Date.parse(start)
  const day = dayOf(zone, startMs)
  expect(dayOf(zone, startMs - 1)).toBe(day - 1)
  expect(new Date(startOfDay(zone, day)).toISOString()).toBe(start)
})

test('days are those of the zone', () => {
  const lateMs = Date.parse('2026-01-16T01:00:00.000Z')
  expect(dayOf('UTC', lateMs) - dayOf(zone, lateMs)).toBe(1)
  expect(startOfDay('UTC', dayOf('UTC', lateMs))).toBe(Date.parse('2026-01-16T00:00:00.000Z'))
})

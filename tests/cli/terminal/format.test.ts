import { expect, test } from 'vitest'
import {
  formatBytes,
  formatDuration,
  formatTime,
  parseTime,
} from '../../../src/cli/terminal/format.ts'

test('shows durations in their two largest units', () => {
  expect([0, 59.6, 200, 7200, 11_460].map(formatDuration)).toEqual([
    '0 s',
    '1 min',
    '3 min 20 s',
    '2 h',
    '3 h 11 min',
  ])
})

test('shows sizes with a comma', () => {
  expect([812, 4200, 3_100_000].map(formatBytes)).toEqual(['812 B', '4,2 kB', '3,1 MB'])
})

test('reads back the time that it shows, with the zone beside it', () => {
  const instant = '2026-07-21T13:05:00.000Z'
  const shown = formatTime(instant)
  expect(shown).toMatch(/^2[01]\/07\/2026 \d\d:05 GMT([+-]\d.*)?$/)
  expect(formatTime(instant, 'second')).toMatch(/^2[01]\/07\/2026 \d\d:05:00 GMT/)
  expect(parseTime(shown)).toEqual({ instant })
  expect(formatTime(null)).toBe('–')
})

const isInSaoPaulo = formatTime('2018-12-21T12:00:00.000Z') === '21/12/2018 10:00 GMT-2'

test.runIf(isInSaoPaulo)('reads a time without an offset as local', () => {
  expect(formatTime('2026-11-21T13:00:00.000Z')).toBe('21/11/2026 10:00 GMT-3')
  expect(parseTime('2026-11-21 10:00')).toEqual({ instant: '2026-11-21T13:00:00.000Z' })
  expect(parseTime('21/11/2026 10:00')).toEqual({ instant: '2026-11-21T13:00:00.000Z' })
  // Brazil had summer time until 2019.
  expect(parseTime('2018-12-21T10:00:00')).toEqual({ instant: '2018-12-21T12:00:00.000Z' })
})

test.each([
  ['2026-11-21T10:00:00-05:00', '2026-11-21T15:00:00.000Z'],
  ['2026-11-21T10:00:00Z', '2026-11-21T10:00:00.000Z'],
  ['2026-11-21T10:00-03', '2026-11-21T13:00:00.000Z'],
  ['21/11/2026 10:00 GMT+5:30', '2026-11-21T04:30:00.000Z'],
  ['21/11/2026 10:00 GMT', '2026-11-21T10:00:00.000Z'],
])('reads %s with the offset that stands there', (text, instant) => {
  expect(parseTime(text)).toEqual({ instant })
})

test.each(['', 'amanhã', '10:00', '2026-11-21'])('takes %j for no time', (text) => {
  expect(parseTime(text)).toEqual({ problem: expect.stringContaining('Use 2026-11-21T10:00') })
})

test.each([
  '2026-02-30 10:00',
  '31/04/2026 10:00',
  '2026-11-21 25:00',
  '2027-02-31T10:00:00-03:00',
  '2027-02-31T10:00:00Z',
])('takes %s for a time that does not exist', (text) => {
  expect(parseTime(text)).toEqual({ problem: 'Esta data não existe.' })
})

import { expect, test } from 'vitest'
import {
  formatBytes,
  formatDuration,
  formatTime,
  formatZone,
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
  ['2026-11-01 01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
  ['01/11/2026 01:30 GMT-5', 'America/New_York', '2026-11-01T06:30:00.000Z'],
  ['2026-11-01 02:30', 'America/New_York', '2026-11-01T07:30:00.000Z'],
  ['2027-03-14 01:59', 'America/New_York', '2027-03-14T06:59:00.000Z'],
  ['2027-03-14 03:00', 'America/New_York', '2027-03-14T07:00:00.000Z'],
  ['2027-10-31 02:30', 'Europe/Berlin', '2027-10-31T00:30:00.000Z'],
  ['2027-10-31 03:00', 'Europe/Berlin', '2027-10-31T02:00:00.000Z'],
  ['2027-03-28 03:00', 'Europe/Berlin', '2027-03-28T01:00:00.000Z'],
  ['2027-04-04 01:45', 'Australia/Lord_Howe', '2027-04-03T14:45:00.000Z'],
])('reads %s in %s as %s, the first where the clocks show it twice', (text, zone, instant) => {
  expect(parseTime(text, zone)).toEqual({ instant })
})

test.each([
  ['2027-03-14 02:30', 'America/New_York'],
  ['28/03/2027 02:00', 'Europe/Berlin'],
  ['2018-11-04 00:15', 'America/Sao_Paulo'],
])('takes %s in %s for an hour that the clocks skip', (text, zone) => {
  expect(parseTime(text, zone)).toEqual({
    problem: `Esta hora não existe em ${zone}: nesse dia o relógio é adiantado.`,
  })
  expect(parseTime(`${text} GMT`, zone)).toHaveProperty('instant')
})

test('names the zone that a time is asked for in, and its offset where that stays the same', () => {
  const now = Date.parse('2026-11-21T12:00:00Z')
  expect(formatZone('America/New_York', now)).toBe('America/New_York')
  expect(formatZone('America/Recife', now)).toBe('GMT-3')
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

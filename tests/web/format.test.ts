import { expect, test } from 'vitest'
import { formatDuration, formatRelative, formatShare } from '../../web/format.ts'

const now = Date.UTC(2026, 10, 21, 12)

test.each([
  [29, 'agora'],
  [59, 'agora'],
  [60, 'há 1 min'],
  [3_569, 'há 59 min'],
  [3_580, 'há 1 h'],
  [86_000, 'há 1 dia'],
  [84_000, 'há 23 h'],
  [364 * 86_400, 'há 364 dias'],
  [400 * 86_400, 'há 1 ano'],
  [-3_580, 'em 1 h'],
  [-3, 'agora'],
  [-15, 'em instantes'],
])('%i seconds ago reads “%s”', (seconds, words) => {
  expect(formatRelative(now - seconds * 1000, now)).toBe(words)
})

test.each([
  ['2026-11-28T10:30', '2026-11-30T22:30', 'em 2 dias'],
  ['2026-11-28T22:30', '2026-11-30T00:10', 'em 2 dias'],
  ['2026-11-30T22:30', '2026-11-28T10:30', 'há 2 dias'],
  ['2026-11-28T23:45', '2026-11-28T00:05', 'há 24 h'],
  ['2026-11-28T00:05', '2026-11-28T23:45', 'em 24 h'],
  ['2026-11-28T23:45', '2026-11-29T23:25', 'em 1 dia'],
])('from %s on, %s is “%s”: days are those of a calendar', (from, to, words) => {
  expect(formatRelative(Date.parse(to), Date.parse(from))).toBe(words)
})

test.each([
  [0, '0%'],
  [0.02, '0,1%'],
  [8, '8%'],
  [66.67, '66,7%'],
  [99.97, '99,9%'],
  [100, '100%'],
])('a share of %d reads “%s”', (percent, words) => {
  expect(formatShare(percent)).toBe(words)
})

test.each([
  [45, '45 s'],
  [720, '12 min'],
  [7_200, '2 h'],
  [7_500, '2 h 05 min'],
  [259_200, '3 dias'],
  [273_600, '3 dias e 4 h'],
])('%i seconds last “%s”', (seconds, words) => {
  expect(formatDuration(seconds)).toBe(words)
})

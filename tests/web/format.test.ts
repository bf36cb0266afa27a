import { expect, test } from 'vitest'
import { formatRelative } from '../../web/format.ts'

const now = Date.UTC(2026, 10, 21, 12)

test.each([
  [29, 'agora'],
  [59, 'agora'],
  [60, 'há 1 min'],
  [3_569, 'há 59 min'],
  [3_580, 'há 1 h'],
  [86_000, 'há 1 dia'],
  [84_000, 'há 23 h'],
  [-3_580, 'em 1 h'],
  [-3, 'agora'],
  [-15, 'em instantes'],
])('%i seconds ago reads “%s”', (seconds, words) => {
  expect(formatRelative(now - seconds * 1000, now)).toBe(words)
})

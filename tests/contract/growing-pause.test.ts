import { expect, test } from 'vitest'
import { growingPauseMs } from '../../src/contract/growing-pause.ts'

test('doubles with each failure, up to its bound, however many there are', () => {
  const bounds = { firstMs: 250, longestMs: 30_000 }
  const pauses = [0, 1, 2, 6, 7, 5_000].map((count) => growingPauseMs(count, bounds))
  expect(pauses).toEqual([250, 500, 1_000, 16_000, 30_000, 30_000])
  expect(growingPauseMs(2, { ...bounds, factor: 5 })).toBe(6_250)
})

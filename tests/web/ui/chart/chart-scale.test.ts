import { expect, test } from 'vitest'
import {
  isSparse,
  labelledPoints,
  scaleTop,
  valuedPoints,
} from '../../../../web/ui/chart/chart-scale.ts'

test('no scale is lower than 10, and each has five whole divisions', () => {
  for (const largest of [0, 1, 9, 10, 11, 12, 74, 99, 101, 1_208, 2_167, 48_213, 9_999_999]) {
    const top = scaleTop(largest)
    expect(top).toBeGreaterThanOrEqual(Math.max(10, largest))
    expect(Number.isInteger(top / 5)).toBe(true)
    // No more than half of the picture stays empty.
    expect(top).toBeLessThanOrEqual(Math.max(10, largest * 2))
  }
  expect(scaleTop(0)).toBe(10)
  expect(scaleTop(2_167)).toBe(2_500)
})

test('the last point has a label, and there are only as many as fit', () => {
  for (const count of [1, 2, 30, 48]) {
    for (const width of [40, 300, 800]) {
      const points = labelledPoints(count, { width, labelWidth: 60 })
      expect(points.at(-1)).toBe(count - 1)
      expect(points.length).toBeLessThanOrEqual(Math.max(1, Math.floor(width / 60)))
      expect(points.every((point) => point >= 0)).toBe(true)
    }
  }
  expect(labelledPoints(0, { width: 300, labelWidth: 60 })).toEqual([])
})

const days = (...filled: readonly number[]) =>
  Array.from({ length: 30 }, (_, day) => (filled.includes(day) ? 12 : 0))

test('what happened on one day, or on three, is told by bars, and nothing or more by lines', () => {
  const isOf = (...filled: readonly number[]) =>
    isSparse([{ data: days(...filled) }, { data: days() }])
  expect([isOf(), isOf(29), isOf(3, 4, 29), isOf(3, 4, 5, 29)]).toEqual([false, true, true, false])
  expect(isSparse([])).toBe(false)
  // Messages that were sent on one day may arrive on others.
  expect(isSparse([{ data: days(1, 2) }, { data: days(3, 4) }])).toBe(false)
})

test('the tallest bar has its value above it, and others where no taller one is in the way', () => {
  const wide = { pointWidth: 24, labelWidth: 24 }
  expect(valuedPoints([0, 4, 12, 7, 0], wide)).toEqual([2, 3, 1])
  expect(valuedPoints([0, 4, 12, 7, 0], { ...wide, labelWidth: 40 })).toEqual([2])
  expect(valuedPoints([4, 0, 12, 0, 7], { ...wide, labelWidth: 40 })).toEqual([2, 4, 0])
  expect(valuedPoints([0, 0], wide)).toEqual([])
})

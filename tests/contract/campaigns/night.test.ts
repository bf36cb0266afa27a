import { expect, test } from 'vitest'
import { nextMorningOf } from '../../../src/contract/campaigns/night.ts'

const at = (day: number, hour: number, minute = 0) =>
  new Date(2026, 10, day, hour, minute).getTime()

test('who begins at night is offered the next morning, and nothing by day', () => {
  expect(nextMorningOf(at(23, 21))).toBe(at(24, 8))
  expect(nextMorningOf(at(23, 23, 59))).toBe(at(24, 8))
  expect(nextMorningOf(at(24, 0))).toBe(at(24, 8))
  expect(nextMorningOf(at(24, 7, 59))).toBe(at(24, 8))
  expect(nextMorningOf(at(24, 8))).toBeNull()
  expect(nextMorningOf(at(24, 20, 59))).toBeNull()
})

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

test('night is what the clocks of the wanted zone show, on days of 23 hours as well', () => {
  const zone = 'America/Sao_Paulo'
  expect(nextMorningOf(Date.UTC(2026, 10, 24, 22), zone)).toBeNull()
  expect(nextMorningOf(Date.UTC(2026, 10, 25, 2), zone)).toBe(Date.UTC(2026, 10, 25, 11))
  const newYork = 'America/New_York'
  expect(nextMorningOf(Date.UTC(2027, 2, 14, 3), newYork)).toBe(Date.UTC(2027, 2, 14, 12))
  expect(nextMorningOf(Date.UTC(2027, 10, 7, 3), newYork)).toBe(Date.UTC(2027, 10, 7, 13))
})

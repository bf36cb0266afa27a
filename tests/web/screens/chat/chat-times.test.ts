import { expect, test } from 'vitest'
import { dayLabel, listTime } from '../../../../web/screens/chat/chat-times.ts'

// A Saturday, in whatever zone the tests run.
const now = new Date(2026, 10, 21, 9, 5).getTime()

test.each([
  ['a minute ago', new Date(2026, 10, 21, 9, 4), '09:04', 'Hoje'],
  ['as the day began', new Date(2026, 10, 21, 0, 0), '00:00', 'Hoje'],
  ['hours ago, and yet yesterday', new Date(2026, 10, 20, 23, 59), 'ontem', 'Ontem'],
  ['two days ago', new Date(2026, 10, 19, 12), 'quinta', 'Quinta-feira'],
  ['six days ago', new Date(2026, 10, 15, 12), 'domingo', 'Domingo'],
  ['a week ago, on a day of the same name', new Date(2026, 10, 14, 12), '14/11', '14/11/2026'],
  ['in another year', new Date(2025, 11, 24, 12), '24/12/2025', '24/12/2025'],
  ['by a clock that is days ahead', new Date(2026, 10, 23, 12), '23/11', '23/11/2026'],
])('what was said %s is told as a person would', (_, at, inList, aboveDay) => {
  expect(listTime(at.getTime(), now)).toBe(inList)
  expect(dayLabel(at.getTime(), now)).toBe(aboveDay)
})

test('a year ends between two days as any other midnight does', () => {
  const january = new Date(2027, 0, 1, 10).getTime()
  expect(listTime(new Date(2026, 11, 31, 22).getTime(), january)).toBe('ontem')
  expect(listTime(new Date(2026, 11, 20, 22).getTime(), january)).toBe('20/12/2026')
})

import { expect, test } from 'vitest'
import { startWords } from '../../../../web/screens/campaigns/start-words.ts'

/** A Friday, on the clocks of whoever reads. */
const now = new Date(2026, 10, 20, 12, 0)

test.each([
  ['before it', new Date(2026, 10, 20, 11, 30), 'Era para começar'],
  ['the moment itself', now, 'Começa'],
  ['the same day', new Date(2026, 10, 20, 18, 5), 'Começa hoje às 18:05,'],
  [
    'the next day, less than 24 hours away',
    new Date(2026, 10, 21, 9, 0),
    'Começa amanhã às 09:00,',
  ],
  ['a day of the week', new Date(2026, 10, 23, 6, 18), 'Começa segunda-feira às 06:18,'],
  [
    'the last day before it comes again',
    new Date(2026, 10, 26, 23, 0),
    'Começa quinta-feira às 23:00,',
  ],
  ['the same weekday', new Date(2026, 10, 27, 12, 0), 'Começa'],
])('names when a campaign begins: %s', (_, start, words) => {
  expect(startWords(start.toISOString(), now.getTime())).toBe(words)
})

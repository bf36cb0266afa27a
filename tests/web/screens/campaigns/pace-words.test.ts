import { expect, test } from 'vitest'
import { hoursWords, intervalOf, paceWords } from '../../../../web/screens/campaigns/pace-words.ts'

test.each([
  [0, null, 'sem intervalo'],
  [0.04, null, '0,04 s'],
  [0.25, 1.5, 'de 0,25 a 1,5 s'],
  [1_800, null, '1.800 s'],
])(
  'an interval of %d s, %s s at most, reads “%s”',
  (intervalSeconds, maxIntervalSeconds, words) => {
    expect(intervalOf({ intervalSeconds, maxIntervalSeconds })).toBe(words)
  },
)

const here = new Intl.DateTimeFormat().resolvedOptions().timeZone
const windows = [{ days: [1, 2, 3, 4, 5], start: '08:00', end: '12:00' }]

test.each([
  [here, ''],
  here === 'America/Manaus'
    ? ['America/Rio_Branco', ' (Horário do Acre)']
    : ['America/Manaus', ' (Horário de Manaus)'],
  ['Antarctica/Troll', ' (Antarctica/Troll)'],
])('hours by the clocks of %s are followed by “%s”', (timeZone, where) => {
  const hours = `seg. a sex. das 08:00 às 12:00${where}`
  expect(hoursWords({ windows, timeZone })).toBe(hours)
  const pace = { intervalSeconds: 60, maxIntervalSeconds: 90 }
  expect(paceWords({ ...pace, windows, timeZone })).toBe(`A cada 60 a 90 s, ${hours}`)
})

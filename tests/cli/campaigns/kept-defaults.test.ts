import { expect, test } from 'vitest'
import { withDefaults } from '../../../src/cli/campaigns/kept-defaults.ts'
import { recommendedDefaults } from '../../../src/contract/campaigns/sending-defaults.ts'

const mornings = { days: [1, 2, 3], start: '08:00', end: '12:00' }
const own = {
  ...recommendedDefaults,
  intervalSeconds: 90,
  maxIntervalSeconds: 120,
  windows: [mornings],
  timeZone: 'America/Manaus',
  hasOptOutFooter: true,
}

test("a campaign has its owner's defaults where no option is given", () => {
  expect(withDefaults({}, own)).toEqual({
    delay: 90,
    jitter: 30,
    window: [mornings],
    timezone: 'America/Manaus',
    optOutFooter: true,
  })
  expect(withDefaults({}, recommendedDefaults)).toEqual({})
})

test('a given option replaces its default, and the defaults that belong to it', () => {
  expect(withDefaults({ delay: 10, optOutFooter: false }, own)).toEqual({
    delay: 10,
    window: [mornings],
    timezone: 'America/Manaus',
    optOutFooter: false,
  })
  expect(withDefaults({ jitter: 5, window: [] }, own)).toEqual({
    delay: 90,
    jitter: 5,
    window: [],
    optOutFooter: true,
  })
})

import { expect, test } from 'vitest'
import { CampaignStatus } from '#contract/campaigns/campaign-status.ts'
import { plannedEnd, secondsLeft } from '../../../../web/screens/campaigns/time-left.ts'
import { aCampaign } from '../../../support/domain/builders.ts'

const NOW_MS = Date.parse('2026-11-20T12:00:00.000Z')

const running = (fields: Parameters<typeof aCampaign>[0] = {}) =>
  aCampaign({ status: CampaignStatus.running, recipientCount: 100, intervalSeconds: 60, ...fields })

test('takes one interval for everybody who is left, failed ones not', () => {
  const campaign = running({ sentCount: 30, errorCount: 10 })
  expect(secondsLeft(campaign, [campaign], NOW_MS)).toBe(60 * 60)
})

test('counts the middle of a drawn interval', () => {
  expect(secondsLeft(running({ maxIntervalSeconds: 120 }), [], NOW_MS)).toBe(100 * 90)
})

test('counts the time between its hours', () => {
  const windows = [{ days: [1, 2, 3, 4, 5], start: '08:00', end: '10:00' }]
  // Friday at 09:00 in São Paulo: an hour is left of that day, and Monday at 08:40 it ends.
  const campaign = running({ windows, timeZone: 'America/Sao_Paulo' })
  expect(secondsLeft(campaign, [], NOW_MS)).toBe(((2 * 24 + 23) * 60 + 40) * 60)
})

test('adds the turns that other campaigns of the device take until then', () => {
  const campaign = running({ id: 'a', sentCount: 90 })
  const long = running({ id: 'b', intervalSeconds: 30 })
  const short = running({ id: 'c', intervalSeconds: 10, sentCount: 98 })
  const waiting = running({ id: 'd', wait: { reason: 'janela', until: null } })
  const seconds = secondsLeft(campaign, [campaign, long, short, waiting], NOW_MS)
  expect(seconds).toBe(10 * 60 + 10 * 30 + 2 * 10)
})

test('goes by the pace until now where there is no interval', () => {
  const startedAt = '2026-11-20T11:59:00.000Z'
  const campaign = running({ intervalSeconds: 0, startedAt, sentCount: 25 })
  expect(secondsLeft(campaign, [campaign], NOW_MS)).toBe(3 * 60)
  expect(secondsLeft(running({ intervalSeconds: 0, startedAt }), [], NOW_MS)).toBeNull()
})

test('says nothing of a campaign that waits or does not run', () => {
  expect(secondsLeft(running({ status: CampaignStatus.paused }), [], NOW_MS)).toBeNull()
  const waiting = running({ wait: { reason: 'dispositivo', until: null } })
  expect(secondsLeft(waiting, [waiting], NOW_MS)).toBeNull()
})

test('plans the end by the middle of its intervals and its hours, with no wait after the last', () => {
  const windows = [{ days: [1, 2, 3, 4, 5], start: '08:00', end: '10:00' }]
  const campaign = aCampaign({ intervalSeconds: 60, maxIntervalSeconds: 120, windows })
  const hours = { ...campaign, timeZone: 'America/Sao_Paulo' }
  // Friday at 09:00 in São Paulo: 40 intervals fit until 10:00, the other 40 are Monday's.
  expect(plannedEnd(hours, 81, NOW_MS)).toBe(Date.parse('2026-11-23T12:00:00.000Z'))
})

test('plans no end of what has no pace or never may send', () => {
  expect(plannedEnd(aCampaign({ intervalSeconds: 0 }), 81, NOW_MS)).toBeNull()
  expect(plannedEnd(aCampaign({ intervalSeconds: 60 }), 1, NOW_MS)).toBeNull()
  const windows = [{ days: [], start: '08:00', end: '10:00' }]
  expect(plannedEnd(aCampaign({ intervalSeconds: 60, windows }), 81, NOW_MS)).toBeNull()
})

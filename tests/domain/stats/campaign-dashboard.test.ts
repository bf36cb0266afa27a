import { expect, test } from 'vitest'
import { CampaignStatus } from '../../../src/contract/campaigns/campaign-status.ts'
import type { DashboardQuery } from '../../../src/contract/dashboard.ts'
import { AppError } from '../../../src/contract/errors.ts'
import { plannedPeople } from '../../../src/domain/stats/planned-people.ts'
import { aCampaign } from '../../support/domain/builders.ts'
import { aDashboard, NOW, statsWith } from '../../support/domain/dashboards.ts'
import { createFakeClock } from '../../support/domain/fake-clock.ts'
import { keepCampaign, keepList, keepSends } from '../../support/domain/kept.ts'
import { someParts } from '../../support/domain/parts.ts'

test('one campaign shows its own stats, by the hour while it is shorter than two days', async () => {
  const campaign = aCampaign({
    id: '7',
    status: CampaignStatus.done,
    recipientCount: 5,
    startedAt: '2026-03-14T20:10:00.000Z',
    finishedAt: '2026-03-14T22:00:00.000Z',
  })
  const read = await aDashboard({
    campaigns: [campaign],
    sent: [
      statsWith('7', {
        times: ['2026-03-14T20:11:00Z', '2026-03-14T22:00:00Z'],
        deliveredCount: 1,
      }),
      statsWith('8', { times: [NOW] }),
    ],
  })
  const { stats, chartData } = await read({ campaignId: '7' })
  expect(stats).toMatchObject({
    totalMessages: 2,
    totalContacts: 5,
    contactChange: 100,
    deliveryRate: 100,
    avgSendInterval: 109,
  })
  expect(chartData.labels).toEqual(['17:00', '18:00', '19:00'])
  expect(chartData.datasets[0]?.data).toEqual([1, 0, 1])
  expect(chartData.before).toBeUndefined()
})

test('hours of two days name the day', async () => {
  const read = await aDashboard({
    campaigns: [
      aCampaign({
        id: '7',
        startedAt: '2026-03-15T02:00:00.000Z',
        finishedAt: '2026-03-15T03:00:00.000Z',
      }),
    ],
  })
  expect((await read({ campaignId: '7' })).chartData.labels).toEqual(['14/03 23:00', '15/03 00:00'])
})

test('one campaign of more than two days is shown by the day', async () => {
  const read = await aDashboard({
    campaigns: [aCampaign({ id: '7', startedAt: '2026-03-12T12:00:00.000Z' })],
    sent: [statsWith('7', { times: ['2026-03-12T12:00:00Z', '2026-03-14T12:00:00Z'] })],
  })
  const { labels, datasets } = (await read({ campaignId: '7' })).chartData
  expect(labels).toHaveLength(30)
  expect(datasets[0]?.data.slice(-4)).toEqual([1, 0, 1, 0])
})

test('a campaign of a few minutes is drawn by the minute', async () => {
  const made = await someParts({ clock: createFakeClock() })
  const startedAt = '2026-03-15T11:00:10.000Z'
  await keepCampaign(
    made,
    { id: 'ana' },
    {
      ...{ id: '1', status: CampaignStatus.done, startedAt, recipientCount: 2 },
      finishedAt: '2026-03-15T11:02:00.000Z',
    },
  )
  await keepSends(
    made,
    { id: 'ana' },
    {
      atMs: Date.parse('2026-03-15T11:01:00.000Z'),
      sends: [{}, { phone: '5561999990001' }],
    },
  )
  let isDamaged = false
  const read = await aDashboard({
    parts: made,
    ledgers: {
      exists: made.storage.ledgers.exists,
      readAttempted: async (...asked) => {
        if (isDamaged) throw new AppError('ledger_damaged', 'a broken line')
        return made.storage.ledgers.readAttempted(...asked)
      },
    },
  })
  const chartOf = async (query: DashboardQuery) =>
    (await read({ campaignId: '1', ...query })).chartData
  const chartData = await chartOf({})
  expect(chartData.labels).toEqual(['07:59', '08:00', '08:01', '08:02', '08:03'])
  expect(chartData.datasets[0]?.data).toEqual([0, 0, 2, 0, 0])

  // Another instance shows nothing of it; by the hour it is shown without its ledger.
  const ofOther = await chartOf({ instanceName: 'outra' })
  expect(ofOther.datasets[0]?.data.some((count) => count > 0)).toBe(false)
  isDamaged = true
  expect((await chartOf({})).labels).toEqual(['08:00'])
})

test('a campaign that has not started is for those on its lists', async () => {
  const made = await someParts({ clock: createFakeClock() })
  const contactListId = await keepList(made, { id: 'ana' })
  const read = await aDashboard({ campaigns: [aCampaign({ status: CampaignStatus.draft })] })
  expect((await read({ campaignId: '1' })).stats.totalContacts).toBe(0)
  const campaign = aCampaign({ status: CampaignStatus.scheduled, contactListId })
  expect(await plannedPeople(made.storage.lists, 'ana', campaign)).toBe(2)
})

import { expect, test } from 'vitest'
import type { Campaign } from '../../../src/contract/campaigns/campaign.ts'
import { aCampaign } from '../../support/domain/builders.ts'
import { aDashboard, NOW, statsWith } from '../../support/domain/dashboards.ts'

test('a user who has sent nothing sees zeros, no change, and thirty empty days', async () => {
  const read = await aDashboard({})
  const { stats, recentCampaigns, chartData } = await read()
  expect(Object.values(stats)).toEqual([...Array(12).fill(0), []])
  expect(recentCampaigns).toEqual([])
  expect(chartData.labels).toHaveLength(30)
  expect([chartData.labels[0], chartData.labels.at(-1)]).toEqual(['14/02', '15/03'])
  expect(chartData.datasets.map(({ label }) => label)).toEqual([
    'Mensagens Enviadas',
    'Mensagens Entregues',
  ])
  for (const { data } of chartData.datasets) expect(data).toEqual(Array(30).fill(0))
})

test('totals are of all times, changes compare 30 days with the 30 before', async () => {
  const read = await aDashboard({
    sent: [
      statsWith('1', {
        times: ['2026-03-10T12:00:00Z', '2026-03-10T12:10:00Z', '2026-03-10T12:20:00Z'],
        deliveredCount: 3,
      }),
      statsWith('2', {
        times: ['2026-02-01T12:00:00Z', '2026-02-01T12:05:00Z'],
        deliveredCount: 1,
      }),
      statsWith('3', { times: ['2025-06-01T12:00:00Z'] }),
    ],
  })
  const { stats } = await read()
  expect(stats).toMatchObject({
    totalMessages: 6,
    messageChange: 50,
    deliveryRate: (4 / 6) * 100,
    deliveryChange: 50,
    avgSendInterval: 25 / 3,
    responseChange: 100,
  })
})

test('gaps are between sends of one campaign, also over the hour and the day', async () => {
  const read = await aDashboard({
    sent: [
      statsWith('1', {
        times: ['2026-03-10T02:30:00Z', '2026-03-10T03:30:00Z', '2026-03-10T03:40:00Z'],
      }),
      statsWith('2', { times: ['2026-03-10T03:35:00Z'] }),
    ],
  })
  expect((await read()).stats).toMatchObject({ avgSendInterval: 35 })
})

test('a change from nothing is 100 percent', async () => {
  const read = await aDashboard({
    sent: [statsWith('1', { times: ['2026-03-10T12:00:00Z'] })],
    phones: {
      count: 3,
      addedByHour: new Map([
        ['2026-03-15T02', 2],
        ['2026-01-01T00', 1],
      ]),
    },
  })
  expect((await read()).stats).toMatchObject({
    messageChange: 100,
    totalContacts: 3,
    contactChange: 100,
  })
})

test('days are those of São Paulo', async () => {
  const read = await aDashboard({
    sent: [
      statsWith('1', {
        times: ['2026-03-15T02:59:00Z', '2026-03-15T03:00:00Z'],
        deliveredCount: 1,
      }),
    ],
  })
  const { labels, datasets } = (await read()).chartData
  expect(labels.slice(-2)).toEqual(['14/03', '15/03'])
  expect(datasets.map(({ data }) => data.slice(-2))).toEqual([
    [1, 1],
    [1, 1],
  ])
})

test('an instance sees its own sends and campaigns only', async () => {
  const read = await aDashboard({
    sent: [
      statsWith('1', { times: [NOW], instanceName: 'loja' }),
      statsWith('2', { times: [NOW, NOW], instanceName: 'filial' }),
    ],
    campaigns: [
      aCampaign({ id: '2', instanceName: 'filial', createdAt: NOW }),
      aCampaign({ id: '1', instanceName: 'loja', createdAt: NOW }),
    ],
  })
  const { stats, recentCampaigns } = await read({ instanceName: 'filial' })
  expect(stats.totalMessages).toBe(2)
  expect(recentCampaigns.map(({ id }) => id)).toEqual(['2'])
  expect((await read({ instanceName: '' })).stats.totalMessages).toBe(3)
})

test('recent campaigns are those of the last 30 days, in their order', async () => {
  const at = (time: string, fields: Partial<Campaign> = {}) =>
    aCampaign({ createdAt: `${time}T12:00:00.000Z`, ...fields })
  const read = await aDashboard({
    campaigns: [
      at('2026-03-15', { id: '4' }),
      at('2026-02-14', { id: '3' }),
      at('2026-02-13', { id: '2' }),
      at('2025-12-01', { id: '1', scheduledAt: '2026-03-20T12:00:00.000Z' }),
    ],
  })
  const { recentCampaigns } = await read()
  expect(recentCampaigns.map(({ id }) => id)).toEqual(['4', '3', '1'])
})

test("another user's campaign is not found", async () => {
  const read = await aDashboard({
    campaigns: [aCampaign({ id: '7' })],
    sent: [statsWith('7', { times: [NOW] })],
  })
  await expect(read({ campaignId: '7' }, 'bia')).rejects.toMatchObject({
    code: 'campaign_not_found',
  })
  expect((await read({}, 'bia')).stats.totalMessages).toBe(0)
})

test('the numbers of seven days are of those alone, and what has nothing before it is new', async () => {
  const read = await aDashboard({
    sent: [
      statsWith('1', { times: ['2026-03-14T12:00:00Z', '2026-03-14T12:10:00Z'] }),
      statsWith('2', { times: ['2026-02-20T12:00:00Z'] }),
    ],
  })
  const { stats, chartData } = await read({ dias: 7 })
  expect(stats).toMatchObject({ totalMessages: 2, messageChange: 100 })
  expect(stats.withoutBefore).toEqual(['messageChange', 'deliveryChange', 'responseChange'])
  expect(chartData.labels).toHaveLength(7)
  expect((await read({ dias: 90 })).stats.totalMessages).toBe(3)
})

test.each([
  ['7', ['02/03', '08/03'], 2],
  [undefined, ['15/01', '13/02'], 1],
] as const)(
  'the days before those are beside them, and add up to the change: %s',
  async (dias, ends, sent) => {
    const read = await aDashboard({
      sent: [
        statsWith('1', { times: ['2026-03-10T12:00:00Z', '2026-03-15T11:00:00Z'] }),
        statsWith('2', { times: ['2026-03-04T12:00:00Z', '2026-03-05T12:00:00Z'] }),
        statsWith('3', { times: ['2026-02-10T12:00:00Z'] }),
      ],
    })
    const { stats, chartData } = await read(dias === undefined ? {} : { dias: Number(dias) })
    const { labels, data } = chartData.before ?? { labels: [], data: [] }
    expect([labels[0], labels.at(-1)]).toEqual(ends)
    expect(data).toHaveLength(chartData.labels.length)
    const sum = (all: readonly number[] = []) => all.reduce((total, count) => total + count, 0)
    expect(sum(data)).toBe(sent)
    const now = sum(chartData.datasets[0]?.data)
    expect(stats.messageChange).toBe(((now - sent) / sent) * 100)
    if (dias !== undefined) expect(now).toBe(stats.totalMessages)
  },
)

import { expect, test } from 'vitest'
import type { Campaign } from '../../../src/contract/campaigns/campaign.ts'
import { CampaignStatus } from '../../../src/contract/campaigns/campaign-status.ts'
import type { DashboardQuery } from '../../../src/contract/dashboard.ts'
import { AppError } from '../../../src/contract/errors.ts'
import type { DistinctPhones } from '../../../src/domain/contacts/contact-list-store.ts'
import { createActivity } from '../../../src/domain/stats/activity.ts'
import type { CampaignStats } from '../../../src/domain/stats/campaign-stats.ts'
import { createDashboards } from '../../../src/domain/stats/dashboard.ts'
import { plannedPeople } from '../../../src/domain/stats/planned-people.ts'
import { aCampaign } from '../../support/domain/builders.ts'
import { createFakeClock } from '../../support/domain/fake-clock.ts'
import { keepCampaign, keepList, keepSends } from '../../support/domain/kept.ts'
import { someParts } from '../../support/domain/parts.ts'
import { createMemoryStore } from '../../support/storage/memory/memory-store.ts'

const NOW = '2026-03-15T12:00:00.000Z'
const noPhones: DistinctPhones = { count: 0, addedByHour: new Map() }

/** Sends of one campaign at these times, the first `deliveredCount` of each hour delivered. */
function statsWith(
  id: string,
  {
    times,
    deliveredCount = 0,
    instanceName = 'loja',
  }: {
    readonly times: readonly string[]
    readonly deliveredCount?: number
    readonly instanceName?: string
  },
): CampaignStats {
  const all = times.map((time) => Date.parse(time)).sort((a, b) => a - b)
  const hours = [...new Set(all.map((ms) => Math.floor(ms / 3_600_000)))].map((hour) => {
    const own = all.filter((ms) => Math.floor(ms / 3_600_000) === hour)
    return {
      hour,
      acceptedCount: own.length,
      deliveredCount: Math.min(deliveredCount, own.length),
      firstMs: own[0] ?? 0,
      lastMs: own.at(-1) ?? 0,
    }
  })
  return { id, instanceName, isSettled: true, hours }
}

async function aDashboard({
  sent = [],
  campaigns = [],
  phones = noPhones,
}: {
  readonly sent?: readonly CampaignStats[]
  readonly campaigns?: readonly Campaign[]
  readonly phones?: DistinctPhones
}) {
  const store = createMemoryStore<CampaignStats>()
  for (const each of sent) await store.save('ana', each)
  const activity = await createActivity({ store, pause: () => undefined })
  const made = await someParts({ clock: createFakeClock() })
  for (const campaign of campaigns.toReversed()) await keepCampaign(made, { id: 'ana' }, campaign)
  const dashboards = createDashboards({
    campaigns: made.parts.campaigns,
    activity,
    countPhones: async () => phones,
    lists: made.storage.lists,
    ledgers: made.storage.ledgers,
    pause: () => undefined,
    now: () => Date.parse(NOW),
  })
  return (query: DashboardQuery = {}, userId = 'ana') => dashboards.read(userId, query)
}

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

test('one campaign shows its own figures, by the hour while it is shorter than two days', async () => {
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
  const store = createMemoryStore<CampaignStats>()
  let isDamaged = false
  const dashboards = createDashboards({
    campaigns: made.parts.campaigns,
    activity: await createActivity({ store, pause: () => undefined }),
    countPhones: async () => noPhones,
    lists: made.storage.lists,
    ledgers: {
      exists: made.storage.ledgers.exists,
      readAttempted: async (...asked) => {
        if (isDamaged) throw new AppError('ledger_damaged', 'a broken line')
        return made.storage.ledgers.readAttempted(...asked)
      },
    },
    pause: () => undefined,
    now: () => Date.parse(NOW),
  })
  const chartOf = async (query: DashboardQuery) =>
    (await dashboards.read('ana', { campaignId: '1', ...query })).chartData
  const chartData = await chartOf({})
  expect(chartData.labels).toEqual(['07:59', '08:00', '08:01', '08:02', '08:03'])
  expect(chartData.datasets[0]?.data).toEqual([0, 0, 2, 0, 0])

  // Nothing of it belongs to another instance, and its hours need no ledger.
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

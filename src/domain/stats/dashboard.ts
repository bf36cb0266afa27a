import type { Campaign } from '../../contract/campaigns/campaign.ts'
import {
  changeNames,
  type Dashboard,
  type DashboardQuery,
  type Stats,
} from '../../contract/dashboard.ts'
import type { Campaigns } from '../campaigns/campaigns.ts'
import { toIso } from '../clock.ts'
import type { ContactListStore, DistinctPhones } from '../contacts/contact-list-store.ts'
import type { SendLedgers } from '../sending/send-ledger.ts'
import type { Activity } from './activity.ts'
import { activityChart } from './activity-chart.ts'
import { dayOfHour, hourOf, lastDays, startOfDay } from './calendar.ts'
import { addTotals, type HourStats, noTotals, type Totals, totalsAt } from './campaign-stats.ts'
import { minutesOf } from './minutes.ts'
import { plannedPeople } from './planned-people.ts'

export type Dashboards = ReturnType<typeof createDashboards>

/** Where the query names no days, a change compares this many with as many before them. */
const PERIOD_DAYS = 30
const MS_PER_MINUTE = 60_000

/** One value in all, over the last days, and over as many days before. */
type Periods<Value> = { readonly whole: Value; readonly last: Value; readonly before: Value }

type Tally = ReturnType<Activity['tally']>

/** The numbers of a user's dashboard, read from running totals. */
export function createDashboards({
  campaigns,
  activity,
  countPhones,
  lists,
  ledgers,
  pause,
  now,
}: {
  readonly campaigns: Pick<Campaigns, 'get' | 'listRecent'>
  readonly activity: Pick<Activity, 'tally' | 'hoursOf'>
  readonly countPhones: (userId: string) => Promise<DistinctPhones>
  readonly lists: Pick<ContactListStore, 'find'>
  readonly ledgers: Pick<SendLedgers, 'readAttempted' | 'exists'>
  /** Awaited once per campaign, to let other work go on. */
  readonly pause: () => Promise<void> | undefined
  /** Epoch milliseconds. */
  readonly now: () => number
}) {
  return {
    read,
    plannedPeople: (userId: string, campaign: Campaign) => plannedPeople(lists, userId, campaign),
  }

  /**
   * @param pick chooses the recent campaigns that are returned
   * @throws AppError `campaign_not_found`
   */
  async function read(
    userId: string,
    { campaignId = '', instanceName = '', dias }: DashboardQuery,
    pick: (recent: readonly Campaign[]) => readonly Campaign[] = (recent) => recent,
  ): Promise<Dashboard> {
    const nowMs = now()
    const dayCount = dias ?? PERIOD_DAYS
    const days = lastDays(nowMs, 2 * dayCount)
    const since = toIso(startOfDay(days[dayCount] ?? ''))
    const isShown = (campaign: Campaign) =>
      instanceName === '' || campaign.instanceName === instanceName
    const campaign = campaignId === '' ? undefined : await campaigns.get(userId, campaignId)
    const drawn = campaign && isShown(campaign) ? campaign : undefined
    const hours = drawn ? activity.hoursOf(drawn.id) : []
    const stats = campaign ? sumUp(hours) : activity.tally(userId, instanceName || undefined)
    const contacts = campaign
      ? recipientsOf(campaign, days, await plannedPeople(lists, userId, campaign))
      : contactsOf(await countPhones(userId), days)

    const recentByStatus: Record<string, number> = {}
    const recent = await campaigns.listRecent(userId, since, async (all) => {
      const found: Campaign[] = []
      for (const each of all) {
        if (isShown(each)) found.push(each)
        // Most steps return at once: only those with a promise are awaited.
        const pausing = pause()
        if (pausing !== undefined) await pausing
      }
      for (const { status } of found) recentByStatus[status] = (recentByStatus[status] ?? 0) + 1
      return pick(found)
    })

    return {
      stats: statsOf(sentOf(stats, days), contacts, dias === undefined ? 'whole' : 'last'),
      recentCampaigns: [...recent],
      recentByStatus,
      chartData: activityChart({
        campaign,
        hours,
        minutes: drawn && (await minutesOf(drawn, { ledgers, nowMs })),
        days: stats.days,
        dayCount,
        nowMs,
      }),
    }
  }
}

function sumUp(hours: readonly HourStats[]): Tally {
  const days = new Map<string, Totals>()
  let whole = noTotals
  for (const place of hours.keys()) {
    const found = totalsAt(hours, place)
    if (!found) continue
    days.set(found.day, addTotals(days.get(found.day) ?? noTotals, found.totals))
    whole = addTotals(whole, found.totals)
  }
  return { whole, days }
}

function sentOf({ whole, days: stats }: Tally, days: readonly string[]): Periods<Totals> {
  const within = (some: readonly string[]) =>
    some.reduce((sum, day) => addTotals(sum, stats.get(day) ?? noTotals), noTotals)
  return { whole, ...eachPeriod(days, within) }
}

function contactsOf({ count, addedByHour }: DistinctPhones, days: readonly string[]) {
  const byDay = new Map<string, number>()
  for (const [hour, added] of addedByHour) {
    const day = dayOf(`${hour}:00:00.000Z`)
    byDay.set(day, (byDay.get(day) ?? 0) + added)
  }
  const within = (some: readonly string[]) =>
    some.reduce((sum, day) => sum + (byDay.get(day) ?? 0), 0)
  return { whole: count, ...eachPeriod(days, within) }
}

/** The recipients of a campaign count on the day of its start; before it, the planned ones do. */
function recipientsOf(
  { startedAt, recipientCount }: Campaign,
  days: readonly string[],
  planned: number | null,
) {
  const startDay = startedAt === null ? '' : dayOf(startedAt)
  const within = (some: readonly string[]) => (some.includes(startDay) ? recipientCount : 0)
  return { whole: planned ?? recipientCount, ...eachPeriod(days, within) }
}

function eachPeriod<Value>(
  days: readonly string[],
  within: (some: readonly string[]) => Value,
): Omit<Periods<Value>, 'whole'> {
  const half = days.length / 2
  return { last: within(days.slice(half)), before: within(days.slice(0, half)) }
}

function statsOf(sent: Periods<Totals>, contacts: Periods<number>, shown: 'whole' | 'last'): Stats {
  const { last, before } = sent
  const totals = sent[shown]
  const changeOf = (count: keyof Totals) => changePercent(before[count], last[count])
  return {
    totalMessages: totals.acceptedCount,
    messageChange: changeOf('acceptedCount'),
    totalContacts: contacts.whole,
    contactChange: changePercent(contacts.before, contacts.last),
    deliveryRate: deliveredPercent(totals),
    deliveryChange: deliveredPercent(last) - deliveredPercent(before),
    avgSendInterval: meanMinutes(totals),
    responseChange: changePercent(meanMinutes(before), meanMinutes(last)),
    readCount: totals.readCount,
    readChange: changeOf('readCount'),
    replyCount: totals.replyCount,
    replyChange: changeOf('replyCount'),
    withoutBefore: withoutBefore(sent, contacts),
  }
}

/** The changes of values that exist now and have no earlier ones to be compared with. */
function withoutBefore(
  { last, before }: Periods<Totals>,
  contacts: Periods<number>,
): NonNullable<Stats['withoutBefore']> {
  const isNew = {
    messageChange: before.acceptedCount === 0 && last.acceptedCount > 0,
    contactChange: contacts.before === 0 && contacts.last > 0,
    deliveryChange: before.acceptedCount === 0 && last.acceptedCount > 0,
    responseChange: before.gapCount === 0 && last.gapCount > 0,
    readChange: before.readCount === 0 && last.readCount > 0,
    replyChange: before.replyCount === 0 && last.replyCount > 0,
  }
  return changeNames.filter((name) => isNew[name])
}

/** 0 when both are zero, 100 when only the earlier one is. */
function changePercent(before: number, now: number): number {
  if (before === 0) return now === 0 ? 0 : 100
  return ((now - before) / before) * 100
}

function deliveredPercent({ acceptedCount, deliveredCount }: Totals): number {
  return acceptedCount === 0 ? 0 : (deliveredCount / acceptedCount) * 100
}

function meanMinutes({ gapMs, gapCount }: Totals): number {
  return gapCount === 0 ? 0 : gapMs / gapCount / MS_PER_MINUTE
}

function dayOf(iso: string): string {
  return dayOfHour(hourOf(Date.parse(iso)))
}

import type { Campaign } from '../../contract/campaigns/campaign.ts'
import { type ChartData, chartColors } from '../../contract/dashboard.ts'
import { dayLabel, dayOfHour, hourLabel, hourOf, lastDays, minuteLabel } from './calendar.ts'
import type { HourStats } from './campaign-stats.ts'
import type { MinuteStats } from './minutes.ts'

/** Campaigns shorter than this are drawn by the hour. */
const SHORT_HOURS = 48

type Point = { readonly acceptedCount: number; readonly deliveredCount: number }

const nothing: Point = { acceptedCount: 0, deliveredCount: 0 }

/**
 * The chart of messages over time: by day, beside as many days before, or by hour or minute for a
 * short campaign.
 */
export function activityChart({
  campaign,
  hours,
  minutes,
  days,
  dayCount,
  nowMs,
}: {
  /** The campaign to show; `undefined` shows all of them. */
  readonly campaign: Campaign | undefined
  /** Hours of that campaign. */
  readonly hours: readonly HourStats[]
  /** Of that campaign, where it was short enough. */
  readonly minutes: readonly MinuteStats[] | undefined
  readonly days: ReadonlyMap<string, Point>
  readonly dayCount: number
  readonly nowMs: number
}): ChartData {
  if (minutes) {
    return chart(
      minutes.map(({ minute }) => minuteLabel(minute)),
      minutes,
    )
  }
  const span = campaign && hoursOfCampaign(campaign, { hours, nowMs })
  if (span && span.length <= SHORT_HOURS) {
    const byHour = new Map(hours.map((each) => [each.hour, each]))
    const isOneDay = new Set(span.map(dayOfHour)).size === 1
    const label = (hour: number) =>
      isOneDay ? hourLabel(hour) : `${dayLabel(dayOfHour(hour))} ${hourLabel(hour)}`
    return chart(
      span.map(label),
      span.map((hour) => byHour.get(hour) ?? nothing),
    )
  }
  const pointOf = (day: string) => days.get(day) ?? nothing
  const both = lastDays(nowMs, 2 * dayCount)
  const [before, shown] = [both.slice(0, dayCount), both.slice(dayCount)]
  return {
    ...chart(shown.map(dayLabel), shown.map(pointOf)),
    before: {
      labels: before.map(dayLabel),
      data: before.map((day) => pointOf(day).acceptedCount),
    },
  }
}

/** The hours from a campaign's start to its end, or to now; `undefined` before its start. */
function hoursOfCampaign(
  { startedAt, finishedAt }: Campaign,
  { hours, nowMs }: { readonly hours: readonly HourStats[]; readonly nowMs: number },
): readonly number[] | undefined {
  if (startedAt === null) return undefined
  const start = hourOf(Date.parse(startedAt))
  const end = hourOf(finishedAt === null ? nowMs : Date.parse(finishedAt))
  const first = Math.min(start, hours[0]?.hour ?? start)
  const last = Math.max(end, hours.at(-1)?.hour ?? end)
  return Array.from(
    { length: Math.min(last - first, SHORT_HOURS) + 1 },
    (_, place) => first + place,
  )
}

function chart(labels: readonly string[], points: readonly Point[]): ChartData {
  return {
    labels: [...labels],
    datasets: [
      {
        label: 'Mensagens Enviadas',
        data: points.map(({ acceptedCount }) => acceptedCount),
        color: chartColors.sent,
      },
      {
        label: 'Mensagens Entregues',
        data: points.map(({ deliveredCount }) => deliveredCount),
        color: chartColors.delivered,
      },
    ],
  }
}

import { LOCALE, whenAsked } from '#contract/display.ts'
import type { TimelineEvent } from '#contract/people/timeline.ts'
import { daysBetween } from '../../../../days-between.ts'
import { formatClock, formatDateTime, formatDay } from '../../../../format.ts'

/** Days are those of the browser's zone, in which the server has put the talks together. */

export type TimelineDay = {
  /** `20/11/2026` */
  readonly day: string
  /** `Hoje`, `Ontem`, `Sexta-feira, 20 de novembro`, `20 de novembro de 2025`. */
  readonly label: string
  readonly events: readonly TimelineEvent[]
}

const ofThisYear = whenAsked(
  () => new Intl.DateTimeFormat(LOCALE, { weekday: 'long', day: 'numeric', month: 'long' }),
)
const ofAnother = whenAsked(
  () => new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'long', year: 'numeric' }),
)

/** Events, the newest first, under their days. */
export function daysOf(events: readonly TimelineEvent[], nowMs: number): readonly TimelineDay[] {
  const days = new Map<string, TimelineEvent[]>()
  for (const event of events) {
    const day = formatDay(event.at)
    days.set(day, [...(days.get(day) ?? []), event])
  }
  return [...days].map(([day, own]) => ({
    day,
    label: labelOf(own[0]?.at ?? '', nowMs),
    events: own,
  }))
}

function labelOf(iso: string, nowMs: number): string {
  const date = new Date(iso)
  const days = daysBetween(date.getTime(), nowMs)
  if (days === 0) return 'Hoje'
  if (days === 1) return 'Ontem'
  if (date.getFullYear() !== new Date(nowMs).getFullYear()) return ofAnother().format(date)
  const name = ofThisYear().format(date)
  return name.charAt(0).toLocaleUpperCase(LOCALE) + name.slice(1)
}

/** `14:32` on the day that it stands under, and the whole date on another. */
export function timeUnder(dayIso: string, iso: string): string {
  return formatDay(iso) === formatDay(dayIso) ? formatClock(iso) : formatDateTime(iso)
}

import { LOCALE, whenAsked } from '#contract/display.ts'
import { daysBetween } from '../../days-between.ts'
import { formatClock } from '../../format.ts'

const MINUTE_MS = 60_000
/** A weekday names one day of those before it comes again. */
const NAMED_DAYS = 6

const weekday = whenAsked(() => new Intl.DateTimeFormat(LOCALE, { weekday: 'long' }))

/** Whether it is still to come. */
export function startVerb(iso: string, nowMs: number): string {
  return Date.parse(iso) < nowMs - MINUTE_MS ? 'Era para começar' : 'Começa'
}

/** What stands before the time that is left: `Começa amanhã às 09:00,` in the browser's zone. */
export function startWords(iso: string, nowMs: number): string {
  const startMs = Date.parse(iso)
  const verb = startVerb(iso, nowMs)
  const days = daysBetween(nowMs, startMs)
  if (startMs < nowMs + MINUTE_MS || days > NAMED_DAYS) return verb
  const day = ['hoje', 'amanhã'][days] ?? weekday().format(startMs)
  return `${verb} ${day} às ${formatClock(iso)},`
}

import { LOCALE, whenAsked } from '#contract/display.ts'
import { daysBetween } from '../../days-between.ts'
import { formatClock, formatDay } from '../../format.ts'

/** When something was said, as far as a reader needs it; days are those of the browser's zone. */

const WEEK_DAYS = 7

const weekday = whenAsked(() => new Intl.DateTimeFormat(LOCALE, { weekday: 'long' }))
const dayOfYear = whenAsked(
  () => new Intl.DateTimeFormat(LOCALE, { day: '2-digit', month: '2-digit' }),
)

/** In the list: `14:32`, `ontem`, `quinta`, `03/10`, `24/12/2025`. */
export function listTime(atMs: number, nowMs: number): string {
  const days = daysBetween(atMs, nowMs)
  if (days === 0) return formatClock(atMs)
  if (days === 1) return 'ontem'
  if (days > 1 && days < WEEK_DAYS) return weekday().format(atMs).replace('-feira', '')
  const isThisYear = new Date(atMs).getFullYear() === new Date(nowMs).getFullYear()
  return isThisYear ? dayOfYear().format(atMs) : formatDay(atMs)
}

/** Above the messages of a day: `Hoje`, `Ontem`, `Quinta-feira`, `03/10/2026`. */
export function dayLabel(atMs: number, nowMs: number): string {
  const days = daysBetween(atMs, nowMs)
  if (days === 0) return 'Hoje'
  if (days === 1) return 'Ontem'
  if (days < 0 || days >= WEEK_DAYS) return formatDay(atMs)
  const name = weekday().format(atMs)
  return name.charAt(0).toLocaleUpperCase(LOCALE) + name.slice(1)
}

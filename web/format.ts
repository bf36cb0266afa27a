import { decimalFormat, formatCount, LOCALE, whenAsked } from '#contract/display.ts'
import { daysBetween } from './days-between.ts'

export { formatCount, formatPhone, formatQuantity, formatSendTime } from '#contract/display.ts'

/** How numbers, times and phones read on a screen; times without a zone are in the browser's. */

const atMostOneDecimal = whenAsked(
  () => new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1 }),
)
const twoDecimals = decimalFormat(2)
const short = whenAsked(
  () => new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 3, useGrouping: false }),
)

/** `1,5`, `2` */
export function formatDecimal(value: number): string {
  return atMostOneDecimal().format(value)
}

/** With no more decimals than it has: `60`, `0,5` */
export function formatShort(value: number): string {
  return short().format(value)
}

/** A share in percent: `8%`, `97,8%`; `0%` only for none, `100%` only for all. */
export function formatShare(percent: number): string {
  const isEdge = percent <= 0 || percent >= 100
  return `${formatDecimal(isEdge ? percent : Math.min(99.9, Math.max(0.1, percent)))}%`
}

/** The delivery rate in percent, always with two decimals, without the sign: `97,82` */
export function formatRate(percent: number): string {
  return twoDecimals().format(percent)
}

const dateTimeParts = {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
} as const
const dateTime = whenAsked(() => new Intl.DateTimeFormat(LOCALE, dateTimeParts))
const day = whenAsked(
  () => new Intl.DateTimeFormat(LOCALE, { day: '2-digit', month: '2-digit', year: 'numeric' }),
)
const clock = whenAsked(
  () => new Intl.DateTimeFormat(LOCALE, { hour: '2-digit', minute: '2-digit' }),
)

/** `20/11/2026 09:00` in the browser's zone. */
export function formatDateTime(iso: string): string {
  return dateTime().format(new Date(iso)).replace(',', '')
}

const shortDateTime = whenAsked(
  () =>
    new Intl.DateTimeFormat(LOCALE, {
      day: '2-digit',
      month: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    }),
)

/** `20/11 09:00` in the browser's zone. */
export function formatShortDateTime(ms: number): string {
  return shortDateTime().format(ms).replace(',', '')
}

/** Why a device is not connected, and until when where that is known. */
export function formatReason({
  reason,
  reasonUntil,
}: {
  readonly reason: string | null
  readonly reasonUntil: string | null
}): string | null {
  if (reason === null || reasonUntil === null) return reason
  return `${reason} Até ${formatDateTime(reasonUntil)}.`
}

/** `20/11/2026` in the browser's zone. */
export function formatDay(instant: string | number): string {
  return day().format(new Date(instant))
}

/** `09:00` in the browser's zone. */
export function formatClock(instant: string | number): string {
  return clock().format(new Date(instant))
}

const relative = whenAsked(
  () => new Intl.RelativeTimeFormat(LOCALE, { numeric: 'always', style: 'short' }),
)
const steps = [
  { unit: 'year', seconds: 365 * 86_400 },
  { unit: 'day', seconds: 86_400 },
  { unit: 'hour', seconds: 3_600 },
  { unit: 'minute', seconds: 60 },
] as const

/** Difference between two clocks that counts as none. */
const SKEW_SECONDS = 5

/** `há 3 min`, `em 3 min`; within a minute: `agora`, `em instantes`. */
export function formatRelative(instant: string | number, nowMs: number): string {
  const seconds = Math.round((new Date(instant).getTime() - nowMs) / 1000)
  // The unit is that of the rounded value: 59 minutes and 40 seconds are an hour, not 60 minutes.
  const step = steps.find((candidate, index) => {
    const smaller = steps[index + 1]?.seconds ?? 1
    return Math.round(Math.abs(seconds) / smaller) * smaller >= candidate.seconds
  })
  if (!step) return seconds > SKEW_SECONDS ? 'em instantes' : 'agora'
  if (step.unit !== 'day') return relativeCount(Math.round(seconds / step.seconds), step.unit)
  const days = daysBetween(nowMs, new Date(instant).getTime())
  // Some 24 hours lie within one day: from its first minutes to its last, or where it has 25.
  return days === 0
    ? relativeCount(Math.round(seconds / 3_600), 'hour')
    : relativeCount(days, 'day')
}

function relativeCount(count: number, unit: (typeof steps)[number]['unit']): string {
  // Some browsers end an abbreviation with a point, others do not.
  return relative().format(count, unit).replace(/\.$/, '')
}

/** A span in words: `45 s`, `12 min`, `2 h`, `2 h 05 min`, `3 dias`, `3 dias e 4 h`. */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  if (whole < 60) return `${whole} s`
  const minutes = Math.round(whole / 60)
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  const minutesLeft = minutes % 60
  if (hours < 48) {
    return minutesLeft === 0
      ? `${hours} h`
      : `${hours} h ${String(minutesLeft).padStart(2, '0')} min`
  }
  const days = `${Math.floor(hours / 24)} dias`
  return hours % 24 === 0 ? days : `${days} e ${hours % 24} h`
}

const BYTES_A_KB = 1000

/** `184 kB`, `1,2 MB` */
export function formatBytes(bytes: number): string {
  if (bytes < BYTES_A_KB * BYTES_A_KB)
    return `${formatCount(Math.max(1, Math.round(bytes / BYTES_A_KB)))} kB`
  return `${formatDecimal(bytes / BYTES_A_KB / BYTES_A_KB)} MB`
}

/** At most `length` characters, the cut marked; letters of more than one unit are not split. */
export function truncate(text: string, length: number): string {
  const letters = [...text]
  return letters.length > length ? `${letters.slice(0, length).join('')}…` : text
}

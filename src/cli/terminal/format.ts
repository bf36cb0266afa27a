import { formatCount, LOCALE } from '../../contract/display.ts'

/**
 * The zone of the machine. Servers and containers run on UTC without anybody having meant it, and
 * the people who read these times live in Brazil.
 */
export const timeZone = chooseTimeZone(new Intl.DateTimeFormat().resolvedOptions().timeZone)

function chooseTimeZone(ofMachine: string | undefined): string {
  const isUnset = ofMachine === undefined || /^(Etc\/)?(UTC|GMT|UCT|Zulu)$/.test(ofMachine)
  return isUnset ? 'America/Sao_Paulo' : ofMachine
}

const dateTimes = new Intl.DateTimeFormat(LOCALE, {
  timeZone,
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})

/** 21/11/2026 10:05, to the minute or to the second; a dash where there is no time. */
export function formatTime(iso: string | null, precision: 'minute' | 'second' = 'minute'): string {
  if (iso === null) return '–'
  const text = dateTimes.format(new Date(iso)).replace(',', '')
  return precision === 'second' ? text : text.slice(0, -':00'.length)
}

/** 45 s, 3 min 20 s, 2 h 5 min */
export function formatDuration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds))
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor((whole % 3600) / 60)]
  if (hours > 0) return minutes > 0 ? `${formatCount(hours)} h ${minutes} min` : `${hours} h`
  if (minutes > 0) return whole % 60 > 0 ? `${minutes} min ${whole % 60} s` : `${minutes} min`
  return `${whole} s`
}

/** 812 B, 4,2 kB, 3,1 MB */
export function formatBytes(byteCount: number): string {
  if (byteCount < 1000) return `${byteCount} B`
  const [divisor, unit] = byteCount < 1e6 ? [1e3, 'kB'] : [1e6, 'MB']
  return `${(byteCount / divisor).toLocaleString(LOCALE, { maximumFractionDigits: 1 })} ${unit}`
}

/**
 * The instant a person means by `2026-11-21 10:00` (or `21/11/2026 10:00`): a time without an
 * offset is read in the zone that times are shown in.
 * @returns ISO 8601 in UTC, or `undefined` for what is no time
 */
export function parseTime(text: string): string | undefined {
  const trimmed = text.trim()
  if (/(Z|[+-]\d{2}:?\d{2})$/i.test(trimmed) && trimmed.includes(':')) {
    const instant = new Date(trimmed.replace(' ', 'T'))
    return Number.isNaN(instant.getTime()) ? undefined : instant.toISOString()
  }
  const local = /^(\d{4})-(\d{2})-(\d{2})[T ](\d{2}):(\d{2})(?::(\d{2}))?$/.exec(isoOrder(trimmed))
  if (!local) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = local
    .slice(1)
    .map((part) => Number(part ?? 0))
  const asUtc = Date.UTC(year, month - 1, day, hour, minute, second)
  if (!isSameDay(new Date(asUtc), { year, month, day }) || hour > 23 || minute > 59)
    return undefined
  // The offset is taken twice: the first guess may fall on the other side of a clock change.
  const guess = asUtc - offsetMs(asUtc)
  return new Date(asUtc - offsetMs(guess)).toISOString()
}

function isoOrder(text: string): string {
  return text.replace(/^(\d{2})\/(\d{2})\/(\d{4})/, '$3-$2-$1')
}

function isSameDay(date: Date, day: { year: number; month: number; day: number }): boolean {
  return (
    date.getUTCFullYear() === day.year &&
    date.getUTCMonth() + 1 === day.month &&
    date.getUTCDate() === day.day
  )
}

function offsetMs(instant: number): number {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  const name = parts.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value
  const [, sign, hours, minutes] = /GMT([+-])(\d{2}):(\d{2})/.exec(name ?? '') ?? []
  if (!sign) return 0
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}

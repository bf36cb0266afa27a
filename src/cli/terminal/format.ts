import { z } from 'zod'
import { formatCount, LOCALE } from '../../contract/display.ts'
import { Instant } from '../../contract/instant.ts'

/**
 * The zone of the machine, or Brazil's where that is UTC: servers and containers run on UTC by
 * default, and the users live in Brazil.
 */
export const shownZone = once(() => {
  const ofMachine = new Intl.DateTimeFormat().resolvedOptions().timeZone
  const isUnset = ofMachine === undefined || /^(Etc\/)?(UTC|GMT|UCT|Zulu)$/.test(ofMachine)
  return isUnset ? 'America/Sao_Paulo' : ofMachine
})

const dateTimes = once(
  () =>
    new Intl.DateTimeFormat(LOCALE, {
      timeZone: shownZone(),
      day: '2-digit',
      month: '2-digit',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      timeZoneName: 'shortOffset',
    }),
)

const decimals = once(() => new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 1 }))

/** Makes something when it is first asked for: a formatter takes longer than most commands' work. */
function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

/** `GMT-3`: what a time without an offset is in; `America/New_York` where that changes in a year. */
export function formatZone(timeZone = shownZone(), nowMs = Date.now()): string {
  const offsets = [0, HALF_A_YEAR_MS].map((ms) => offsetMs(nowMs + ms, timeZone))
  if (offsets[0] !== offsets[1]) return timeZone
  const parts = new Intl.DateTimeFormat(LOCALE, { timeZone, timeZoneName: 'shortOffset' })
  return parts.formatToParts(nowMs).find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}

const HALF_A_YEAR_MS = 182 * 24 * 60 * 60_000

/** 21/11/2026 10:05 GMT-3, to the minute or to the second; a dash where there is no time. */
export function formatTime(iso: string | null, precision: 'minute' | 'second' = 'minute'): string {
  if (iso === null) return '–'
  const parts = Object.fromEntries(
    dateTimes()
      .formatToParts(new Date(iso))
      .map(({ type, value }) => [type, value]),
  )
  const { day, month, year, hour, minute, second, timeZoneName } = parts
  const time = precision === 'second' ? `${hour}:${minute}:${second}` : `${hour}:${minute}`
  return `${day}/${month}/${year} ${time} ${timeZoneName}`
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
  return `${decimals().format(byteCount / divisor)} ${unit}`
}

const writtenTime =
  /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?) ?(?:(Z|[+-]\d{2}(?::?\d{2})?)|GMT(?:([+-])(\d{1,2})(:\d{2})?)?)?$/i

/**
 * Parses `2026-11-21 10:00`, `21/11/2026 10:00`, or either with an offset behind it: without one, a
 * time is read in the zone that times are shown in. Of an hour that its clocks show twice it is the first.
 * @returns ISO 8601 in UTC, or a Portuguese sentence that says why it is not a time
 */
export function parseTime(
  text: string,
  timeZone = shownZone(),
): { readonly instant: string } | { readonly problem: string } {
  const written = writtenTime.exec(isoOrder(text.trim()))
  if (!written) return { problem: 'Use 2026-11-21T10:00:00-03:00 ou "21/11/2026 10:00".' }
  const offset = offsetOf(written)
  const parsed = z.safeDecode(Instant, `${written[1]}T${written[2]}${offset ?? 'Z'}`)
  if (!parsed.success) return { problem: parsed.error.issues[0]?.message ?? '' }
  if (offset !== undefined) return { instant: parsed.data }

  const asUtc = Date.parse(parsed.data)
  // Where the clocks change on that day, one of both offsets holds, or both do, or none.
  const [first] = [asUtc - DAY_MS, asUtc + DAY_MS]
    .map((nearby) => asUtc - offsetMs(nearby, timeZone))
    .filter((instant) => instant + offsetMs(instant, timeZone) === asUtc)
    .sort((a, b) => a - b)
  if (first !== undefined) return { instant: new Date(first).toISOString() }
  return { problem: `Esta hora não existe em ${timeZone}: nesse dia o relógio é adiantado.` }
}

const DAY_MS = 24 * 60 * 60_000

function isoOrder(text: string): string {
  return text.replace(/^(\d{2})\/(\d{2})\/(\d{4})/, '$3-$2-$1')
}

/** The offset as ISO 8601 has it; a time that was copied from our own output says `GMT-3`. */
function offsetOf([text, , , iso, sign, hours, minutes]: RegExpExecArray): string | undefined {
  if (iso !== undefined) return iso.toUpperCase()
  if (sign !== undefined) return `${sign}${(hours ?? '').padStart(2, '0')}${minutes ?? ':00'}`
  return /GMT$/i.test(text) ? 'Z' : undefined
}

function offsetMs(instant: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  const name = parts.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value
  const [, sign, hours, minutes] = /GMT([+-])(\d{2}):(\d{2})/.exec(name ?? '') ?? []
  if (!sign) return 0
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000
}

import { toIso } from '../clock.ts'

/** Time zone in which days begin and end. */
const TIME_ZONE = 'America/Sao_Paulo'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

/** Made on first use: loading the zones would slow every start down. */
let clockThere: Intl.DateTimeFormat | undefined
/** Caches wall clocks: a conversion takes microseconds, and the same hours come again and again. */
const wallClocks = new Map<number, string>()
const WALL_CLOCKS_KEPT = 50_000

/** Whole hours since the epoch: the zone's clock differs from UTC by whole hours. */
export function hourOf(ms: number): number {
  return Math.floor(ms / HOUR_MS)
}

/** The day an hour belongs to, as `2026-01-15`. */
export function dayOfHour(hour: number): string {
  return wallClock(hour).slice(0, 10)
}

/** When a day begins, in epoch milliseconds. */
export function startOfDay(day: string): number {
  let hour = hourOf(Date.parse(day))
  while (dayOfHour(hour) < day) hour += 1
  return hour * HOUR_MS
}

/** The last days including today, oldest first. */
export function lastDays(nowMs: number, count: number): string[] {
  const today = Date.parse(dayOfHour(hourOf(nowMs)))
  return Array.from({ length: count }, (_, place) =>
    toIso(today - (count - 1 - place) * DAY_MS).slice(0, 10),
  )
}

/** `dd/MM`. */
export function dayLabel(day: string): string {
  return `${day.slice(8, 10)}/${day.slice(5, 7)}`
}

/** `HH:00`. */
export function hourLabel(hour: number): string {
  return `${wallClock(hour).slice(11, 13)}:00`
}

/** `HH:mm`; the argument counts minutes since the epoch. */
export function minuteLabel(minute: number): string {
  const hour = wallClock(Math.floor(minute / 60)).slice(11, 13)
  return `${hour}:${String(minute % 60).padStart(2, '0')}`
}

function wallClock(hour: number): string {
  const known = wallClocks.get(hour)
  if (known !== undefined) return known
  if (wallClocks.size >= WALL_CLOCKS_KEPT) wallClocks.clear()
  clockThere ??= new Intl.DateTimeFormat('sv-SE', {
    timeZone: TIME_ZONE,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    hourCycle: 'h23',
  })
  const text = clockThere.format(hour * HOUR_MS)
  wallClocks.set(hour, text)
  return text
}

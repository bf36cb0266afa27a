import type { SendHours, SendWindow } from '../../../src/contract/campaigns/send-window.ts'
import type { Random } from '../../simulation/machine/random.ts'

const DAY_MS = 24 * 3_600_000

/** Zones that change their clocks at noon, at midnight, by half an hour, by two, or leave out a day. */
export const zones = [
  'America/Sao_Paulo',
  'America/New_York',
  'America/Havana',
  'America/Santiago',
  'America/St_Johns',
  'Africa/Casablanca',
  'Antarctica/Troll',
  'Asia/Beirut',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Europe/Lisbon',
  'Pacific/Apia',
  'Pacific/Chatham',
  'UTC',
]

const shown = new Map(
  zones.map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }),
  ]),
)
const dayNames = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** The rule in its plainest form: what the clock on the wall shows, compared as text. */
export function isOpenByTheClock({ windows, timeZone }: SendHours, atMs: number): boolean {
  const [name = '', clock = ''] = (shown.get(timeZone)?.format(atMs) ?? '').split(/,? /)
  const day = dayNames.indexOf(name) + 1
  return windows.some(({ days, start, end }) => days.includes(day) && clock >= start && clock < end)
}

export function someWindows(random: Random): SendWindow[] {
  return Array.from({ length: random.between(1, 4) }, () => {
    const minutes = [random.between(0, 96), random.between(0, 96)].map((quarter) => quarter * 15)
    const [start = 0, end = 0] = minutes.sort((a, b) => a - b)
    const days = [1, 2, 3, 4, 5, 6, 7].filter(() => random.chance(0.5))
    return { days, start: clockOf(start), end: clockOf(end) }
  }).filter(({ days, start, end }) => days.length > 0 && start < end)
}

function clockOf(minutes: number): string {
  const pad = (value: number) => String(value).padStart(2, '0')
  return `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`
}

/** Moments of each zone in the days before its clocks are changed. */
const eves = new Map(
  zones.map((timeZone) => {
    const stepMs = 5 * DAY_MS
    const noons = Array.from({ length: 1_600 }, (_, step) => Date.UTC(2009, 0) + step * stepMs)
    const clockAt = (ms: number) => shown.get(timeZone)?.format(ms).slice(-5)
    return [timeZone, noons.filter((ms) => clockAt(ms) !== clockAt(ms + stepMs))] as const
  }),
)

/** A moment of these years, often one shortly before the clocks are changed. */
export function someMoment(random: Random, timeZone: string): number {
  const known = eves.get(timeZone) ?? []
  const startMs =
    known.length > 0 && random.chance(0.6)
      ? random.pick(known)
      : Date.UTC(random.between(2009, 2030), random.between(0, 11))
  return Math.floor(startMs + random.next() * 5 * DAY_MS)
}

import { offsetAt } from '../../../contract/campaigns/send-hours.ts'

const DAY_MS = 24 * 60 * 60_000

/** Days since the epoch on the clocks of a zone. */
export function dayOf(timeZone: string, atMs: number): number {
  return Math.floor((atMs + offsetAt(timeZone, atMs)) / DAY_MS)
}

/** When a day begins on the clocks of a zone, which may be put forward or back at midnight. */
export function startOfDay(timeZone: string, day: number): number {
  const midnightMs = day * DAY_MS
  const offsets = [midnightMs - DAY_MS, midnightMs + DAY_MS].map((atMs) => offsetAt(timeZone, atMs))
  const possible = offsets.map((offsetMs) => midnightMs - offsetMs).sort((a, b) => a - b)
  const isStart = (atMs: number) => dayOf(timeZone, atMs) >= day && dayOf(timeZone, atMs - 1) < day
  return possible.find(isStart) ?? possible[0] ?? midnightMs
}

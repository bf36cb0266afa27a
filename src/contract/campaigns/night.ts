import { isOpenAt, nextOpening } from './send-hours.ts'

const daytime = { days: [1, 2, 3, 4, 5, 6, 7], start: '08:00', end: '21:00' }

/**
 * The next morning at 08:00 for a campaign that would begin at night, by the clock of whoever asks;
 * null by day.
 */
export function nextMorningOf(
  startMs: number,
  timeZone = new Intl.DateTimeFormat().resolvedOptions().timeZone,
): number | null {
  const hours = { windows: [daytime], timeZone }
  return isOpenAt(hours, startMs) ? null : nextOpening(hours, startMs)
}

/** What is said of a campaign that would begin at night. */
export const NIGHT_WARNING = 'A esta hora as pessoas dormem, e quem é acordado bloqueia.'

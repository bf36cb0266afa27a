const NIGHT_BEGINS = 21
const MORNING = 8

/**
 * The next morning at 08:00 for a campaign that would begin at night, by the clock of whoever asks;
 * null by day.
 */
export function nextMorningOf(startMs: number): number | null {
  const start = new Date(startMs)
  const hour = start.getHours()
  if (hour >= MORNING && hour < NIGHT_BEGINS) return null
  const morning = new Date(startMs)
  morning.setHours(MORNING, 0, 0, 0)
  if (hour >= NIGHT_BEGINS) morning.setDate(morning.getDate() + 1)
  return morning.getTime()
}

/** What is said of a campaign that would begin at night. */
export const NIGHT_WARNING = 'A esta hora as pessoas dormem, e quem é acordado bloqueia.'

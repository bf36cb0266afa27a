const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Midnights from one moment to another, as the browser's zone has them: from Saturday morning to Monday
 * night are two.
 */
export function daysBetween(fromMs: number, toMs: number): number {
  return (midnightOf(toMs) - midnightOf(fromMs)) / DAY_MS
}

/** Of the same date in UTC, whose days are all of one length. */
function midnightOf(ms: number): number {
  const date = new Date(ms)
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate())
}

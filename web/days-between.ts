const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Counts the midnights between two moments in the browser's zone: from Saturday morning to Monday
 * night there are two.
 */
export function daysBetween(fromMs: number, toMs: number): number {
  return (midnightOf(toMs) - midnightOf(fromMs)) / DAY_MS
}

/** Midnight of the local date, but in UTC, whose days all have the same length. */
function midnightOf(ms: number): number {
  const date = new Date(ms)
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate())
}

/**
 * How long anything may take to come about, in ms: a machine that does ten other things at once is
 * no fault of the product. What never comes about fails all the same, and what takes this long
 * shows in the benchmarks.
 */
export const PATIENCE_MS = 90_000

const SHORTEST_PAUSE_MS = 10
const LONGEST_PAUSE_MS = 250
/** Of the time that was waited already, what may pass before somebody looks again. */
const WAITED_SHARE = 1 / 20

/** Before something is asked again: the longer the less often, for each call keeps others from their work. */
export function pauseAfter(waitedMs: number, leastMs = SHORTEST_PAUSE_MS): Promise<void> {
  const pauseMs = Math.max(leastMs, Math.min(waitedMs * WAITED_SHARE, LONGEST_PAUSE_MS))
  return new Promise((resolve) => setTimeout(resolve, pauseMs))
}

/** Pauses before an account's home is looked up again; the last one repeats. */
const PAUSES_MS = [50, 200, 500, 1_000]

export function pauseMs(tried: number): number {
  return PAUSES_MS[Math.min(tried, PAUSES_MS.length - 1)] ?? 0
}

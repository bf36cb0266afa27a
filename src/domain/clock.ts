/** Time as the domain sees it, so that tests can hold it. */
export type Clock = {
  /** Epoch milliseconds. */
  readonly now: () => number
  /** Runs `work` once, after `ms`; the answer cancels it. */
  readonly after: (ms: number, work: () => void) => () => void
}

export function toIso(ms: number): string {
  return new Date(ms).toISOString()
}

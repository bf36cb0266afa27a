import { MAX_TIMER_MS } from '../contract/limits.ts'

/** Time as the domain sees it, so that tests can hold it. */
export type Clock = {
  /** Epoch milliseconds. */
  readonly now: () => number
  /** Runs `work` once, after `ms`; the returned function cancels it. */
  readonly after: (ms: number, work: () => void) => () => void
}

/** Runs work after any time: a single timer waits 24.8 days at most, and a longer one would end at once. */
export function withLongTimers(after: Clock['after']): Clock['after'] {
  return (ms, work) => {
    let leftMs = ms
    let cancel: () => void = () => undefined
    arm()
    return () => cancel()

    function arm(): void {
      const partMs = Math.min(leftMs, MAX_TIMER_MS)
      leftMs -= partMs
      cancel = after(partMs, leftMs > 0 ? arm : work)
    }
  }
}

export function toIso(ms: number): string {
  return new Date(ms).toISOString()
}

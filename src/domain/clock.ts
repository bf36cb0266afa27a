import { MAX_TIMER_MS } from '../contract/limits.ts'

/** Time as the domain sees it, so that tests can hold it. */
export type Clock = {
  /** Epoch milliseconds. */
  readonly now: () => number
  /** Runs `work` once, after `ms`; the returned function cancels it. */
  readonly after: (ms: number, work: () => void) => () => void
}

/**
 * Runs work after any time. A single timer waits 24.8 days at most: a longer one would end at once.
 */
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

/** Waits for work, and no longer than `ms`. @returns `undefined` where it takes longer */
export async function within<Result>(
  after: Clock['after'],
  ms: number,
  work: Promise<Result>,
): Promise<Result | undefined> {
  let cancel: () => void = () => undefined
  const late = new Promise<undefined>((resolve) => {
    cancel = after(Math.max(0, ms), () => resolve(undefined))
  })
  return await Promise.race([work, late]).finally(() => cancel())
}

export function toIso(ms: number): string {
  return new Date(ms).toISOString()
}

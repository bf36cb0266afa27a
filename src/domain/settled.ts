import type { Clock } from './clock.ts'

/** Resolves once all work has ended, however it did, or the time is over. */
export function settled(
  work: Iterable<Promise<unknown>>,
  limitMs: number,
  after: Clock['after'],
): Promise<void> {
  return new Promise((resolve) => {
    const cancel = after(limitMs, resolve)
    void Promise.allSettled(work).then(() => {
      cancel()
      resolve()
    })
  })
}

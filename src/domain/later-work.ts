import type { Clock } from './clock.ts'

/** Runs work after a delay, as long as it is not closed. */
export function createLaterWork({ after }: Pick<Clock, 'after'>) {
  /** Cancel the timers of work that has not begun. */
  const stops = new Set<() => void>()
  const underWay = new Set<Promise<void>>()
  let isClosed = false

  return { later, close }

  /**
   * Does work after a while; once closed, not at all.
   * @param work never rejects
   */
  function later(ms: number, work: () => Promise<void>): void {
    if (isClosed) return
    const stop = after(ms, () => {
      stops.delete(stop)
      const run = work().finally(() => underWay.delete(run))
      underWay.add(run)
    })
    stops.add(stop)
  }

  /** Begins nothing any more; resolves when what is under way has ended. */
  async function close(): Promise<void> {
    isClosed = true
    for (const stop of stops) stop()
    stops.clear()
    await Promise.all(underWay)
  }
}

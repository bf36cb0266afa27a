import type { Clock } from './clock.ts'

/** Work that begins when its time has come, for as long as whoever wants it is there. */
export function createLaterWork({ after }: Pick<Clock, 'after'>) {
  /** Stop the clock of what has not begun. */
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

import type { Clock } from '../domain/clock.ts'

/** The machine's own time. Its timers never keep the process alive. */
export const clock: Clock = {
  now: Date.now,
  after: (ms, work) => {
    const timer = setTimeout(work, ms)
    timer.unref()
    return () => clearTimeout(timer)
  },
}

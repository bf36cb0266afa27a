import { type Clock, withLongTimers } from '../domain/clock.ts'

/** The system clock. Its timers never keep the process alive. */
export const clock: Clock = {
  now: Date.now,
  after: withLongTimers((ms, work) => {
    const timer = setTimeout(work, ms)
    timer.unref()
    return () => clearTimeout(timer)
  }),
}

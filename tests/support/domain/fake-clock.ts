import type { Clock } from '../../../src/domain/clock.ts'

/** The longest delay of a timer in Node; a longer one fires at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

/**
 * A clock that stands still until a test moves it; timers fire in order of their time. They run on
 * the monotonic side: a change of the wall clock (`jump`) moves none of them.
 */
export function createFakeClock(startMs = Date.UTC(2026, 0, 15, 12)) {
  let elapsedMs = 0
  let wallMs = startMs
  let timers: { readonly atMs: number; readonly work: () => void }[] = []

  const clock: Clock = {
    now: () => wallMs + elapsedMs,
    after: (ms, work) => {
      const timer = { atMs: elapsedMs + (ms > LONGEST_TIMER_MS ? 1 : ms), work }
      timers.push(timer)
      return () => {
        timers = timers.filter((each) => each !== timer)
      }
    },
  }

  function advance(ms: number): void {
    const endMs = elapsedMs + ms
    for (let next = due(endMs); next; next = due(endMs)) {
      const fired = next
      timers = timers.filter((each) => each !== fired)
      elapsedMs = Math.max(elapsedMs, fired.atMs)
      fired.work()
    }
    elapsedMs = endMs
  }

  function due(untilMs: number) {
    const ready = timers.filter(({ atMs }) => atMs <= untilMs)
    return ready.sort((a, b) => a.atMs - b.atMs)[0]
  }

  /** Changes the wall clock alone. */
  function jump(ms: number): void {
    wallMs += ms
  }

  const monotonicMs = () => elapsedMs
  return { ...clock, monotonicMs, advance, jump, pendingTimers: () => timers.length }
}

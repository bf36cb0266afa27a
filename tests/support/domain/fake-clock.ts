import type { Clock } from '../../../src/domain/clock.ts'

/** A clock that stands still until a test moves it; timers fire in order of their time. */
export function createFakeClock(startMs = Date.UTC(2026, 0, 15, 12)) {
  let nowMs = startMs
  let timers: { readonly atMs: number; readonly work: () => void }[] = []

  const clock: Clock = {
    now: () => nowMs,
    after: (ms, work) => {
      const timer = { atMs: nowMs + ms, work }
      timers.push(timer)
      return () => {
        timers = timers.filter((each) => each !== timer)
      }
    },
  }

  function advance(ms: number): void {
    const endMs = nowMs + ms
    for (let next = due(endMs); next; next = due(endMs)) {
      const fired = next
      timers = timers.filter((each) => each !== fired)
      nowMs = Math.max(nowMs, fired.atMs)
      fired.work()
    }
    nowMs = endMs
  }

  function due(untilMs: number) {
    const ready = timers.filter(({ atMs }) => atMs <= untilMs)
    return ready.sort((a, b) => a.atMs - b.atMs)[0]
  }

  return { ...clock, advance, pendingTimers: () => timers.length }
}

import type { Clock } from '../clock.ts'

export type Pause = ReturnType<typeof createPause>

/** The wall clock may be set during a pause: one long timer would not notice. */
const LOOK_AGAIN_MS = 60_000
/** A time that lies further ahead was noted by a clock that has been set back since. */
const LONGEST_MS = 24 * 60 * 60_000

/** One pause at a time, after which `onEnd` is called. */
export function createPause(clock: Clock, onEnd: () => void) {
  /** The time of the wall clock that is waited for. */
  let waitingForMs: number | null = null
  /** The one that was waited for, wherever the clock has been set to meanwhile. */
  let waitedForMs: number | null = null
  let cancel: () => void = () => undefined

  return { forMs, until, end }

  function forMs(ms: number): void {
    end()
    cancel = clock.after(ms, onEnd)
  }

  /**
   * Waits for a time of the wall clock, which may be set meanwhile: forward, which ends the pause,
   * or back, which does not prolong it. Asked for again, the same pause goes on.
   * @returns false where that time has come, or has been waited for
   */
  function until(atMs: number): boolean {
    if (atMs <= clock.now() || atMs === waitedForMs) {
      end()
      return false
    }
    if (atMs === waitingForMs) return true
    end()
    waitingForMs = atMs
    rest(atMs, Math.min(atMs - clock.now(), LONGEST_MS))
    return true
  }

  function rest(atMs: number, leftMs: number): void {
    const partMs = Math.min(leftMs, LOOK_AGAIN_MS)
    cancel = clock.after(partMs, () => {
      if (clock.now() < atMs && partMs < leftMs) return rest(atMs, leftMs - partMs)
      waitingForMs = null
      waitedForMs = atMs
      onEnd()
    })
  }

  function end(): void {
    cancel()
    waitingForMs = null
  }
}

import { onTestFinished, vi } from 'vitest'

const STEP_MS = 500
/** An answer may lead to the next call. */
const QUIET_TURNS = 20

/** Time that the test moves; reading files and rendering go on by themselves. */
export function ownTime(isAtRest: () => boolean) {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  })
  onTestFinished(() => {
    vi.useRealTimers()
  })
  return { comeToRest, pass }

  /** Moves time in small steps, each after everything that the last one started has ended. */
  async function pass(seconds: number): Promise<void> {
    await comeToRest()
    for (let ms = 0; ms < seconds * 1_000; ms += STEP_MS) {
      vi.advanceTimersByTime(STEP_MS)
      await comeToRest()
    }
  }

  async function comeToRest(): Promise<void> {
    for (let quiet = 0; quiet < QUIET_TURNS; quiet += 1) {
      await new Promise((resolve) => setImmediate(resolve))
      if (!isAtRest()) quiet = 0
    }
  }
}

/** Seconds between one call of a path and the next. */
export function gapsOf(
  calls: readonly { readonly path: string; readonly atMs: number }[],
  path: string,
): readonly number[] {
  const times = calls.filter((call) => call.path.includes(path)).map(({ atMs }) => atMs)
  return times.slice(1).map((time, place) => (time - (times[place] ?? 0)) / 1_000)
}

import { isRunning, machine, QUIET_BEAT_MS } from './machine.ts'
// Loaded before any global is replaced.
import './real-time.ts'

/**
 * Puts the simulated machine's time and chance in the place of the real ones, for the whole process.
 * While no machine runs, as when modules are read, the real ones answer.
 */
export function playTime(): void {
  const real = { Date: globalThis.Date, performanceNow: performance.now.bind(performance) }
  const { random } = Math
  const now = () => (isRunning() ? machine().timeline.now() : real.Date.now())
  class SimulatedDate extends real.Date {
    constructor(...given: [] | [number | string]) {
      if (given.length === 0) super(now())
      else super(...given)
    }
    static override now(): number {
      return now()
    }
  }
  const clear = (given: unknown) => {
    if (given instanceof SimulatedTimer) given.stop()
  }
  Object.assign(globalThis, {
    Date: SimulatedDate,
    setTimeout: (work: () => void, ms = 0) => startTimer(work, { ms, repeats: false }),
    setInterval: (work: () => void, ms = 0) => startTimer(work, { ms, repeats: true }),
    setImmediate: (work: () => void) => startTimer(work, { ms: 0, repeats: false }),
    clearTimeout: clear,
    clearInterval: clear,
    clearImmediate: clear,
  })
  // The pid is part of the names of temporary files, and so of the log.
  Object.defineProperty(process, 'pid', { value: 1 })
  performance.now = () => (isRunning() ? machine().timeline.elapsed() : real.performanceNow())
  Math.random = () => (isRunning() ? machine().random.next() : random())
}

/** Slows repeated timers: in an idle hour heartbeats and probes would be most of the steps. */
const FASTEST_BEAT_MS = 60_000

function slowed({ ms, repeats }: Beat): number {
  return repeats ? Math.max(ms, machine().isQuiet ? QUIET_BEAT_MS : FASTEST_BEAT_MS) : ms
}

type Beat = { readonly ms: number; readonly repeats: boolean }

class SimulatedTimer {
  #cancel: () => void = () => undefined
  #isStopped = false

  arm(work: () => void, beat: Beat): void {
    const { timeline, process } = machine()
    // As in Node: a delay that does not fit into 32 bits fires at once.
    const ms = beat.ms > 0 && beat.ms < 2 ** 31 ? slowed(beat) : 1
    const fire = () => {
      if (beat.repeats && !this.#isStopped) this.arm(work, beat)
      work()
    }
    this.#cancel = timeline.after(ms, fire, process)
  }

  stop(): void {
    this.#isStopped = true
    this.#cancel()
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }

  hasRef(): boolean {
    return true
  }
}

function startTimer(work: () => void, beat: Beat): SimulatedTimer {
  const timer = new SimulatedTimer()
  // A timer that a library sets while it is loaded, before the machine runs, never fires.
  if (isRunning()) timer.arm(work, beat)
  return timer
}

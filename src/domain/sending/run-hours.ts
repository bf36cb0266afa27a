import type { Wait } from '../../contract/campaigns/campaign.ts'
import { WaitReason } from '../../contract/campaigns/campaign-status.ts'
import { isOpenAt, nextChange } from '../../contract/campaigns/send-hours.ts'
import type { SendHours } from '../../contract/campaigns/send-window.ts'
import { type Clock, toIso } from '../clock.ts'

export type RunHours = ReturnType<typeof createRunHours>

/** A timer that a sleeping machine or a changed clock made wrong is noticed after this time. */
const LOOK_AGAIN_MS = 5 * 60_000
const DAY_MS = 24 * 60 * 60_000

/** A time in which the windows stay open, or closed. */
type KnownStretch = {
  readonly sinceMs: number
  readonly untilMs: number
  /** Null: nothing changes for weeks. */
  readonly changeMs: number | null
}

/** Holds one campaign back outside its windows, and says until when. */
export function createRunHours({
  hours,
  clock,
  unwanted,
  onChange,
}: {
  readonly hours: SendHours
  readonly clock: Clock
  /** Aborted when the campaign ends. */
  readonly unwanted: AbortSignal
  /** Called when the windows open or close. */
  readonly onChange: (isOpen: boolean) => void
}) {
  if (hours.windows.length === 0) return always(unwanted)
  let closing = new AbortController()
  let wasReportedOpen = isOpenAt(hours, clock.now())
  /** Whether a message had to wait since `onChange` last reported that the windows are open. */
  let wasShut = !wasReportedOpen
  let known: KnownStretch | null = null
  let cancelTimer = arm()
  unwanted.addEventListener('abort', () => closing.abort(), { once: true })

  return { isOpen, wait, signal: () => closing.signal, close: () => cancelTimer() }

  function isOpen(): boolean {
    const open = isOpenAt(hours, clock.now())
    if (open && closing.signal.aborted && !unwanted.aborted) closing = new AbortController()
    if (!open) {
      wasShut = true
      // A second abort would do nothing but create its reason, with a stack trace.
      if (!closing.signal.aborted) closing.abort()
    }
    return open
  }

  /** Why nothing may be sent now; null while the windows are open. */
  function wait(): Wait | null {
    if (isOpen()) return null
    const { changeMs } = stretchAt(clock.now())
    return { reason: WaitReason.window, until: changeMs === null ? null : toIso(changeMs) }
  }

  function arm(): () => void {
    const nowMs = clock.now()
    const { changeMs } = stretchAt(nowMs)
    return clock.after(Math.min((changeMs ?? Infinity) - nowMs, LOOK_AGAIN_MS), look)
  }

  /** Kept until it is over: finding the next change takes a search through a week of windows. */
  function stretchAt(nowMs: number): KnownStretch {
    if (!known || nowMs < known.sinceMs || nowMs >= known.untilMs) {
      const changeMs = nextChange(hours, nowMs)
      known = { sinceMs: nowMs, untilMs: changeMs ?? nowMs + DAY_MS, changeMs }
    }
    return known
  }

  function look(): void {
    const open = isOpen()
    const hasChanged = open !== wasReportedOpen || (open && wasShut)
    wasReportedOpen = open
    wasShut = !open
    cancelTimer = arm()
    if (hasChanged) onChange(open)
  }
}

function always(unwanted: AbortSignal) {
  return {
    isOpen: () => true,
    /** Why nothing may be sent now; null while the windows are open. */
    wait: (): Wait | null => null,
    /** Aborted when the windows close, or the campaign ends: what has not left does not leave. */
    signal: () => unwanted,
    close: () => undefined,
  }
}

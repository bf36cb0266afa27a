import type { Wait } from '../../contract/campaigns/campaign.ts'
import { WaitReason } from '../../contract/campaigns/campaign-status.ts'
import { isOpenAt, nextChange, nextOpening } from '../../contract/campaigns/send-hours.ts'
import type { SendHours } from '../../contract/campaigns/send-window.ts'
import { type Clock, toIso } from '../clock.ts'

export type RunHours = ReturnType<typeof createRunHours>

/** A timer that a sleeping machine or a changed clock made wrong is noticed after this time. */
const LOOK_AGAIN_MS = 5 * 60_000

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
  let wasTold = isOpenAt(hours, clock.now())
  /** Whether a message had to wait since they were last told to be open. */
  let wasShut = !wasTold
  let waiting: { readonly sinceMs: number; readonly untilMs: number } | null = null
  let cancelTimer = arm()
  unwanted.addEventListener('abort', () => closing.abort(), { once: true })

  return { isOpen, wait, signal: () => closing.signal, close: () => cancelTimer() }

  function isOpen(): boolean {
    const open = isOpenAt(hours, clock.now())
    if (open && closing.signal.aborted && !unwanted.aborted) closing = new AbortController()
    if (!open) {
      wasShut = true
      // A second abort does nothing, and still makes its reason, with a stack.
      if (!closing.signal.aborted) closing.abort()
    }
    return open
  }

  /** Why nothing may be sent now; null while the windows are open. */
  function wait(): Wait | null {
    if (isOpen()) return null
    const nowMs = clock.now()
    if (!waiting || nowMs < waiting.sinceMs || nowMs >= waiting.untilMs) {
      const untilMs = nextOpening(hours, nowMs) ?? Number.POSITIVE_INFINITY
      waiting = { sinceMs: nowMs, untilMs }
    }
    const { untilMs } = waiting
    return { reason: WaitReason.window, until: Number.isFinite(untilMs) ? toIso(untilMs) : null }
  }

  function arm(): () => void {
    const nowMs = clock.now()
    const changeMs = nextChange(hours, nowMs) ?? Number.POSITIVE_INFINITY
    return clock.after(Math.min(changeMs - nowMs, LOOK_AGAIN_MS), look)
  }

  function look(): void {
    const open = isOpen()
    const isNews = open !== wasTold || (open && wasShut)
    wasTold = open
    wasShut = !open
    cancelTimer = arm()
    if (isNews) onChange(open)
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

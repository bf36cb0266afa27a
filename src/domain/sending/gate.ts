import type { Wait } from '../../contract/campaigns/campaign.ts'
import { WaitReason } from '../../contract/campaigns/campaign-status.ts'
import { type Clock, toIso } from '../clock.ts'

export type Gate = ReturnType<typeof createGate>

/** Reasons by importance: of those in force the first is shown. */
const order = [WaitReason.storage, WaitReason.device, WaitReason.restriction] as const
type Hold = (typeof order)[number]

const SLOW_DOWN_MS = 30_000
const SLOW_DOWN_MAX_MS = 30 * 60_000

/**
 * Holds a device back, and says why. Holds of different kinds may overlap; the gate is open once
 * none is left.
 */
export function createGate({
  clock,
  onChange,
}: {
  readonly clock: Clock
  /** Called when the gate closes or opens, or when its reason changes. */
  readonly onChange: () => void
}) {
  const holds = new Map<Hold, { readonly untilMs: number; readonly cancel: () => void }>()

  let slowDownMs = SLOW_DOWN_MS

  return { hold, release, slowDown, recover, wait, close }

  /**
   * Never shortens a hold for the same reason.
   * @param forMs after which the hold ends by itself; left out: only `release` ends it
   */
  function hold(reason: Hold, forMs = Number.POSITIVE_INFINITY): void {
    const untilMs = clock.now() + forMs
    const before = holds.get(reason)
    if (before && before.untilMs >= untilMs) return
    before?.cancel()
    const isEndless = untilMs === Number.POSITIVE_INFINITY
    const cancel = isEndless ? () => undefined : clock.after(forMs, () => release(reason))
    holds.set(reason, { untilMs, cancel })
    onChange()
  }

  /**
   * Pauses the device where WhatsApp demands a slower pace; each further demand without a success
   * in between doubles the pause.
   * @param untilMs the end of the pause where it is known; it then does not double here
   */
  function slowDown(untilMs?: number): void {
    if (untilMs !== undefined) {
      hold(WaitReason.restriction, Math.max(untilMs - clock.now(), 0))
      return
    }
    // Messages that were on their way together are refused together: that is one demand.
    if (holds.has(WaitReason.restriction)) return
    hold(WaitReason.restriction, slowDownMs)
    slowDownMs = Math.min(2 * slowDownMs, SLOW_DOWN_MAX_MS)
  }

  function recover(): void {
    slowDownMs = SLOW_DOWN_MS
  }

  function release(reason: Hold): void {
    const held = holds.get(reason)
    if (!held) return
    held.cancel()
    holds.delete(reason)
    onChange()
  }

  /** Why nothing may be sent now; null while the gate is open. */
  function wait(): Wait | null {
    for (const reason of order) {
      const held = holds.get(reason)
      if (held) return { reason, until: Number.isFinite(held.untilMs) ? toIso(held.untilMs) : null }
    }
    return null
  }

  function close(): void {
    for (const { cancel } of holds.values()) cancel()
    holds.clear()
  }
}

import type { Wait } from '../../contract/campaign.ts'
import { WaitReason } from '../../contract/campaign.ts'
import type { Clock } from '../clock.ts'
import { toIso } from '../clock.ts'

export type Gate = ReturnType<typeof createGate>

/** Reasons by importance: the first one that holds is shown. */
const order = [
  WaitReason.storage,
  WaitReason.device,
  WaitReason.restriction,
  WaitReason.dailyCap,
] as const
type Hold = (typeof order)[number]

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
  const holds = new Map<Hold, { readonly untilMs: number | null; readonly cancel: () => void }>()

  return { hold, release, wait, close }

  /** @param forMs after which the hold ends by itself; null: only `release` ends it */
  function hold(reason: Hold, forMs: number | null): void {
    holds.get(reason)?.cancel()
    const cancel = forMs === null ? () => undefined : clock.after(forMs, () => release(reason))
    holds.set(reason, { untilMs: forMs === null ? null : clock.now() + forMs, cancel })
    onChange()
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
      if (held) return { reason, until: held.untilMs === null ? null : toIso(held.untilMs) }
    }
    return null
  }

  function close(): void {
    for (const { cancel } of holds.values()) cancel()
    holds.clear()
  }
}

import { openRestingLedger, type RestingLedger } from './resting-ledger.ts'

type Held = {
  readonly ledger: RestingLedger
  holderCount: number
  timer: NodeJS.Timeout | undefined
  /** Called when the last holder has left. */
  onFree: (() => void) | undefined
}

/** They hold two files each, and are quickly opened again. */
const IDLE_MS = 10_000

/**
 * Ledgers at rest that take receipts. All calls but `leave` and `has` come in turn for each
 * campaign.
 */
export function createRestingLedgers({
  onIdle,
}: {
  /** Called once a ledger had no holder for a while: it is to be ended. */
  readonly onIdle: (campaignId: string) => void
}) {
  const held = new Map<string, Held>()

  return { take, leave, end, has: (campaignId: string) => held.has(campaignId), ids }

  function ids(): readonly string[] {
    return [...held.keys()]
  }

  /** `undefined` where the whole ledger has to be opened. */
  async function take(
    campaignId: string,
    ...opening: Parameters<typeof openRestingLedger>
  ): Promise<RestingLedger | undefined> {
    const known = held.get(campaignId)
    if (known) {
      clearTimeout(known.timer)
      if (known.ledger.isLong()) {
        await end(campaignId)
        return undefined
      }
      known.holderCount += 1
      return known.ledger
    }
    const ledger = await openRestingLedger(...opening)
    if (ledger) {
      held.set(campaignId, { ledger, holderCount: 1, timer: undefined, onFree: undefined })
    }
    return ledger
  }

  function leave(campaignId: string): void {
    const known = held.get(campaignId)
    if (!known) return
    known.holderCount -= 1
    if (known.holderCount > 0) return
    known.onFree?.()
    known.timer = setTimeout(() => onIdle(campaignId), IDLE_MS)
    known.timer.unref()
  }

  /** Closes the ledger, once its holders have left. */
  async function end(campaignId: string): Promise<boolean> {
    const known = held.get(campaignId)
    if (!known) return false
    if (known.holderCount > 0) {
      await new Promise<void>((resolve) => {
        known.onFree = resolve
      })
    }
    clearTimeout(known.timer)
    held.delete(campaignId)
    await known.ledger.close()
    return known.ledger.isLong()
  }
}

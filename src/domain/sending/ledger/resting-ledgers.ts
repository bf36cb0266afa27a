import type { Clock } from '../../clock.ts'
import type { LedgerHeader } from '../send-ledger.ts'
import type { LedgerCounts } from '../tally.ts'
import type { LedgerStore } from './ledger-store.ts'
import { openRestingLedger, type RestingLedger } from './resting-ledger.ts'

type Held = {
  readonly ledger: RestingLedger
  holderCount: number
  cancelEnd: (() => void) | undefined
  /** Called when the last holder has left. */
  onFree: (() => void) | undefined
}

/** How long an unused ledger stays open: in the file store each holds two files open. */
const IDLE_MS = 10_000

/**
 * Ledgers at rest that take receipts. All calls but `leave` and `has` come in turn for each
 * campaign.
 */
export function createRestingLedgers({
  store,
  after,
  onIdle,
}: {
  readonly store: Pick<LedgerStore, 'rest'>
  readonly after: Clock['after']
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
    countsNow: (header: LedgerHeader) => Promise<LedgerCounts>,
  ): Promise<RestingLedger | undefined> {
    const known = held.get(campaignId)
    // Another node may have written to it since: its counters may be out of date.
    if (known && !known.ledger.isCurrent()) await end(campaignId)
    else if (known) {
      known.cancelEnd?.()
      if (known.ledger.isLong()) {
        await end(campaignId)
        return undefined
      }
      known.holderCount += 1
      return known.ledger
    }
    const rows = await store.rest(campaignId)
    if (!rows) return undefined
    try {
      const ledger = await openRestingLedger(rows, countsNow)
      held.set(campaignId, { ledger, holderCount: 1, cancelEnd: undefined, onFree: undefined })
      return ledger
    } catch (error) {
      await rows.close()
      throw error
    }
  }

  function leave(campaignId: string): void {
    const known = held.get(campaignId)
    if (!known) return
    known.holderCount -= 1
    if (known.holderCount > 0) return
    known.onFree?.()
    known.cancelEnd = after(IDLE_MS, () => onIdle(campaignId))
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
    known.cancelEnd?.()
    held.delete(campaignId)
    await known.ledger.close()
    return known.ledger.isLong()
  }
}

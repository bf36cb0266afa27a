import { AppError } from '../../../contract/errors.ts'
import type { Clock } from '../../clock.ts'
import { createSerial } from '../../serial.ts'
import type { Addressee } from '../recipient.ts'
import type {
  AttemptedPage,
  HeldLedger,
  LedgerHeader,
  LedgerMaintenance,
  NotableLedger,
  SendLedger,
  SendLedgers,
} from '../send-ledger.ts'
import type { LedgerCounts } from '../tally.ts'
import type { LedgerStore, LoadedLedger } from './ledger-store.ts'
import { type OpenLedger, openLedger } from './open-ledger.ts'
import { createRestingLedgers } from './resting-ledgers.ts'

type Held = {
  readonly ledger: OpenLedger
  holderCount: number
  cancelEnd: (() => void) | undefined
}

/**
 * The ledgers of all campaigns, each opened once for all its callers. Like `open`, `create` keeps
 * its ledger in memory until it is released.
 */
export function createSendLedgers({
  store,
  after,
  idleMs,
  onIdleFailure,
}: {
  readonly store: LedgerStore
  readonly after: Clock['after']
  /** How long an unused ledger stays in memory. */
  readonly idleMs: number
  /** Called when a ledger cannot be compacted or closed in the background. */
  readonly onIdleFailure: (error: unknown) => void
}): SendLedgers & LedgerMaintenance & { close(): Promise<void> } {
  const serially = createSerial()
  const live = new Map<string, Held>()
  const resting = createRestingLedgers({ store, after, onIdle: (id) => void letRest(id) })
  const { ids, header, phones, size, sweep } = store

  return {
    create,
    open,
    withNotable,
    readAttempted,
    release,
    exists,
    remove,
    held,
    close,
    ids,
    header,
    phones,
    size,
    sweep,
  }

  async function create(
    header: LedgerHeader,
    addressees: Iterable<Addressee> | AsyncIterable<Addressee>,
  ): Promise<SendLedger> {
    const { campaignId } = header
    return serially(campaignId, async () => {
      await resting.end(campaignId)
      if ((live.get(campaignId)?.ledger.attemptedCount ?? 0) > 0) {
        throw new AppError('campaign_locked', `campaign ${campaignId} has sent messages already`)
      }
      await drop(campaignId)
      return hold(await store.create(header, addressees))
    })
  }

  async function open(campaignId: string): Promise<SendLedger> {
    return serially(campaignId, () => openNow(campaignId))
  }

  async function openNow(campaignId: string): Promise<OpenLedger> {
    const known = live.get(campaignId)
    if (!known) {
      await resting.end(campaignId)
      return hold(await store.load(campaignId))
    }
    known.cancelEnd?.()
    if (!known.ledger.isCurrent()) return replace(known)
    known.holderCount += 1
    return known.ledger
  }

  /** Loads a ledger anew that another node may have written to; holders keep the old one. */
  async function replace({ ledger, holderCount }: Held): Promise<OpenLedger> {
    const loaded = await store.load(ledger.header.campaignId)
    await ledger.close()
    return hold(loaded, holderCount + 1)
  }

  async function withNotable<Result>(
    campaignId: string,
    countsNow: (header: LedgerHeader) => Promise<LedgerCounts>,
    work: (ledger: NotableLedger) => Promise<Result>,
  ): Promise<Result> {
    const { ledger, leave } = await serially(campaignId, async () => {
      const atRest = isInMemory(campaignId) ? undefined : await resting.take(campaignId, countsNow)
      return atRest
        ? { ledger: atRest, leave: resting.leave }
        : { ledger: notable(await openNow(campaignId)), leave: release }
    })
    try {
      return await work(ledger)
    } finally {
      leave(campaignId)
    }
  }

  /** Closes a ledger that took receipts; a long journal is replaced by a new snapshot. */
  async function letRest(campaignId: string): Promise<void> {
    await serially(campaignId, async () => {
      if (await resting.end(campaignId)) await openNow(campaignId).then(() => release(campaignId))
    }).catch(onIdleFailure)
  }

  async function readAttempted(
    campaignId: string,
    page: { readonly from: number; readonly limit: number },
  ): Promise<AttemptedPage> {
    const atRest = await serially(campaignId, async () =>
      isInMemory(campaignId) ? undefined : await store.readAttempted(campaignId, page),
    )
    if (atRest) return atRest
    const ledger = await open(campaignId)
    try {
      const rows = pageOf(ledger, page)
      return { header: ledger.header, attemptedCount: ledger.attemptedCount, rows }
    } finally {
      release(campaignId)
    }
  }

  function release(campaignId: string): void {
    const known = live.get(campaignId)
    if (!known || known.holderCount === 0) return
    known.holderCount -= 1
    if (known.holderCount > 0) return
    known.cancelEnd = after(idleMs, () => void letGo(campaignId))
  }

  async function exists(campaignId: string): Promise<boolean> {
    if (live.has(campaignId) || resting.has(campaignId)) return true
    return store.exists(campaignId)
  }

  async function remove(campaignId: string): Promise<void> {
    await serially(campaignId, async () => {
      await resting.end(campaignId)
      await drop(campaignId)
      await store.remove(campaignId)
    })
  }

  function held(): readonly HeldLedger[] {
    return [...live.values()].map(({ ledger, holderCount }) => ({
      campaignId: ledger.header.campaignId,
      userId: ledger.header.userId,
      recipientCount: ledger.recipientCount,
      holderCount,
    }))
  }

  /** Closes every ledger once it is written; nothing is compacted any more. */
  async function close(): Promise<void> {
    const ids = [...live.keys(), ...resting.ids()]
    const shut = async (id: string) => {
      await resting.end(id)
      await drop(id)
    }
    await Promise.all(ids.map((id) => serially(id, () => shut(id))))
  }

  function hold(loaded: LoadedLedger, holderCount = 1): OpenLedger {
    const ledger = openLedger(loaded)
    live.set(ledger.header.campaignId, { ledger, holderCount, cancelEnd: undefined })
    return ledger
  }

  function isInMemory(campaignId: string): boolean {
    return live.get(campaignId)?.ledger.isCurrent() ?? false
  }

  async function letGo(campaignId: string): Promise<void> {
    await serially(campaignId, async () => {
      const known = live.get(campaignId)
      if (!known || known.holderCount > 0) return
      try {
        if (known.ledger.isWorthCompacting()) await known.ledger.compact()
      } catch (error) {
        onIdleFailure(error)
      }
      await drop(campaignId)
    }).catch(onIdleFailure)
  }

  async function drop(campaignId: string): Promise<void> {
    const known = live.get(campaignId)
    if (!known) return
    known.cancelEnd?.()
    live.delete(campaignId)
    await known.ledger.close()
  }
}

/** Shows an open ledger as one that facts about single messages are noted in. */
function notable(ledger: OpenLedger): NotableLedger {
  return {
    header: ledger.header,
    recipientCount: ledger.recipientCount,
    get counts() {
      return ledger.counts
    },
    record: ledger.record,
    findAttempted: async (index) => {
      const row = index < ledger.recipientCount ? ledger.get(index) : undefined
      // As at rest: also recipients that failed before anything was sent.
      return row && row.order >= 0 ? row : undefined
    },
  }
}

function pageOf(
  ledger: SendLedger,
  { from, limit }: { readonly from: number; readonly limit: number },
): AttemptedPage['rows'] {
  const count = Math.max(0, Math.min(ledger.attemptedCount - from, limit))
  return Array.from({ length: count }, (_, place) => {
    const index = ledger.attemptedAt(from + place)
    return { index, recipient: ledger.get(index) }
  })
}

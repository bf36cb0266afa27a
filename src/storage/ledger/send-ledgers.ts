import { access, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import type { Addressee } from '../../domain/sending/recipient.ts'
import type {
  AttemptedPage,
  HeldLedger,
  LedgerHeader,
  LedgerMaintenance,
  NotableLedger,
  SendLedger,
  SendLedgers,
} from '../../domain/sending/send-ledger.ts'
import type { LedgerCounts } from '../../domain/sending/tally.ts'
import { createSerial } from '../../domain/serial.ts'
import { type Damages, openDamages } from '../damage/damages.ts'
import type { ToLogFile, TornLine } from '../files/append-log.ts'
import { makeFolder, syncFolder } from '../files/durable-write.ts'
import { isMissing, storageUnavailable } from '../files/storage-errors.ts'
import { ledgerFiles } from './ledger-files.ts'
import { createLedgerMaintenance } from './ledger-maintenance.ts'
import { createRestingLedgers } from './resting-ledgers.ts'
import type { LedgerOptions, OpenLedger } from './send-ledger.ts'
import { createSendLedger, openSendLedger, readLedgerPage, toLedgerError } from './send-ledger.ts'

type Held = { readonly ledger: OpenLedger; holderCount: number; timer: NodeJS.Timeout | undefined }

/**
 * The ledgers of all campaigns, below `sends` of the data folder. Like `open`, `create` keeps its
 * ledger in memory until it is released.
 */
export async function openSendLedgers({
  dir,
  damages: given,
  idleMs,
  onTornLine,
  onIdleFailure,
  toLogFile = (file) => file,
}: {
  /** The data folder. */
  readonly dir: string
  readonly damages?: Damages
  /** How long an unused ledger stays in memory. */
  readonly idleMs: number
  readonly onTornLine: (torn: TornLine) => void
  /** Called when a ledger cannot be compacted or closed in the background. */
  readonly onIdleFailure: (error: unknown) => void
  /** Wraps the journals' files, to count their writes and to watch their syncs. */
  readonly toLogFile?: ToLogFile
}): Promise<SendLedgers & LedgerMaintenance & { close(): Promise<void> }> {
  const folder = join(dir, 'sends')
  const damages = given ?? (await openDamages({ dir }))
  await makeFolder(folder)
  const serially = createSerial()
  const live = new Map<string, Held>()
  const resting = createRestingLedgers({ onIdle: (id) => void letRest(id) })

  const maintenance = createLedgerMaintenance({
    folder,
    serially,
    damages,
    isLive: (id) => live.has(id) || resting.has(id),
  })

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
    ...maintenance,
  }

  async function create(
    header: LedgerHeader,
    addressees: Iterable<Addressee> | AsyncIterable<Addressee>,
  ): Promise<SendLedger> {
    const { campaignId } = header
    return serially(campaignId, async () => {
      await resting.end(campaignId)
      const generation = await retireUnattempted(campaignId)
      const begun = { header, generation: generation + 1, addressees }
      return hold(await createSendLedger(optionsOf(campaignId), begun))
    })
  }

  async function open(campaignId: string): Promise<SendLedger> {
    return serially(campaignId, () => openNow(campaignId))
  }

  async function openNow(campaignId: string): Promise<OpenLedger> {
    const known = live.get(campaignId)
    if (!known) {
      await resting.end(campaignId)
      return hold(await openSendLedger(optionsOf(campaignId)))
    }
    clearTimeout(known.timer)
    known.holderCount += 1
    return known.ledger
  }

  async function withNotable<Result>(
    campaignId: string,
    countsNow: (header: LedgerHeader) => Promise<LedgerCounts>,
    work: (ledger: NotableLedger) => Promise<Result>,
  ): Promise<Result> {
    const { ledger, leave } = await serially(campaignId, async () => {
      const atRest = live.has(campaignId) ? undefined : await rest(campaignId, countsNow)
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

  async function rest(
    campaignId: string,
    countsNow: (header: LedgerHeader) => Promise<LedgerCounts>,
  ): Promise<NotableLedger | undefined> {
    const options = optionsOf(campaignId)
    try {
      return await resting.take(campaignId, options, countsNow)
    } catch (error) {
      throw await toLedgerError(options, error)
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
      live.has(campaignId) ? undefined : await readLedgerPage(optionsOf(campaignId), page),
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
    known.timer = setTimeout(() => void letGo(campaignId), idleMs)
    known.timer.unref()
  }

  async function exists(campaignId: string): Promise<boolean> {
    if (live.has(campaignId) || resting.has(campaignId)) return true
    try {
      await access(ledgerFiles(folder, campaignId).snapshotPath)
      return true
    } catch (error) {
      if (isMissing(error)) return false
      throw error
    }
  }

  async function remove(campaignId: string): Promise<void> {
    await serially(campaignId, async () => {
      await resting.end(campaignId)
      await drop(campaignId)
      const files = ledgerFiles(folder, campaignId)
      try {
        // The snapshot goes first: without it a ledger is gone, and the rest is cleaning.
        await rm(files.snapshotPath, { force: true })
        await syncFolder(folder)
        const names = await readdir(folder)
        const others = names.filter((name) => name.startsWith(`${campaignId}.`))
        await Promise.all(others.map((name) => rm(join(folder, name), { force: true })))
      } catch (error) {
        throw storageUnavailable(`cannot remove ${files.snapshotPath}`, error)
      }
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

  /** Closes every file once it is written; nothing is compacted any more. */
  async function close(): Promise<void> {
    const ids = [...live.keys(), ...resting.ids()]
    const shut = async (id: string) => {
      await resting.end(id)
      await drop(id)
    }
    await Promise.all(ids.map((id) => serially(id, () => shut(id))))
  }

  function hold(ledger: OpenLedger): OpenLedger {
    live.set(ledger.header.campaignId, { ledger, holderCount: 1, timer: undefined })
    return ledger
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
    clearTimeout(known.timer)
    live.delete(campaignId)
    await known.ledger.close()
  }

  /**
   * Removes an earlier ledger of the campaign that sent nothing.
   * @returns the generation of that ledger; 0 where there was none
   * @throws AppError `campaign_locked` where a recipient was already attempted
   */
  async function retireUnattempted(campaignId: string): Promise<number> {
    if (!(await exists(campaignId))) return 0
    const ledger = live.get(campaignId)?.ledger ?? (await openSendLedger(optionsOf(campaignId)))
    const isAttempted = ledger.attemptedCount > 0
    if (!isAttempted || !live.has(campaignId)) await ledger.close()
    if (isAttempted) {
      throw new AppError('campaign_locked', `campaign ${campaignId} has sent messages already`)
    }
    await drop(campaignId)
    return ledger.generation
  }

  function optionsOf(campaignId: string): LedgerOptions {
    return { files: ledgerFiles(folder, campaignId), onTornLine, damages, toLogFile }
  }
}

/** An open ledger as one that is asked for single recipients. */
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
      // As at rest: also who failed before anything was sent.
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

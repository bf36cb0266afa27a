import { access, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../contract/errors.ts'
import type {
  LedgerStore,
  LoadedLedger,
  RestingRows,
} from '../../domain/sending/ledger/ledger-store.ts'
import type { Addressee } from '../../domain/sending/recipient.ts'
import type { AttemptedPage, LedgerHeader } from '../../domain/sending/send-ledger.ts'
import { createSerial } from '../../domain/serial.ts'
import { type Damages, openDamages } from '../damage/damages.ts'
import type { ToLogFile, TornLine } from '../files/append-log.ts'
import { makeFolder, syncFolder } from '../files/durable-write.ts'
import { isMissing, storageUnavailable } from '../files/storage-errors.ts'
import { readAttemptedPage } from './attempted-page.ts'
import { ledgerFiles } from './ledger-files.ts'
import { createLedger, type LedgerOptions, loadLedger, toLedgerError } from './ledger-journal.ts'
import { createLedgerMaintenance } from './ledger-maintenance.ts'
import { openRestingRows } from './resting-rows.ts'

/** Keeps each campaign's ledger as a snapshot and a journal, below `sends` of the data folder. */
export async function openLedgerStore({
  dir,
  damages: given,
  onTornLine,
  toLogFile = (file) => file,
}: {
  /** The data folder. */
  readonly dir: string
  readonly damages?: Damages
  readonly onTornLine: (torn: TornLine) => void
  /** Wraps the journals' files, to count their writes and to watch their syncs. */
  readonly toLogFile?: ToLogFile
}): Promise<LedgerStore> {
  const folder = join(dir, 'sends')
  const damages = given ?? (await openDamages({ dir }))
  await makeFolder(folder)
  const serially = createSerial()
  /** Campaigns whose files are open. */
  const inUse = new Set<string>()
  const maintenance = createLedgerMaintenance({
    ...{ folder, serially, damages },
    isLive: (campaignId) => inUse.has(campaignId),
  })

  return { create, load, rest, readAttempted, exists, remove, ...maintenance }

  async function create(
    header: LedgerHeader,
    addressees: Iterable<Addressee> | AsyncIterable<Addressee>,
  ): Promise<LoadedLedger> {
    const { campaignId } = header
    return serially(campaignId, async () => {
      const generation = (await retireUnattempted(campaignId)) + 1
      const begun = { header, generation, addressees }
      return used(await createLedger(optionsOf(campaignId), begun))
    })
  }

  async function load(campaignId: string): Promise<LoadedLedger> {
    return serially(campaignId, async () => used(await loadLedger(optionsOf(campaignId))))
  }

  async function rest(campaignId: string): Promise<RestingRows | undefined> {
    return serially(campaignId, async () => {
      const rows = await reading(campaignId, openRestingRows)
      return rows && untilClosed(campaignId, rows)
    })
  }

  async function readAttempted(
    campaignId: string,
    page: { readonly from: number; readonly limit: number },
  ): Promise<AttemptedPage | undefined> {
    return serially(campaignId, () =>
      reading(campaignId, ({ files }) => readAttemptedPage(files, page)),
    )
  }

  async function exists(campaignId: string): Promise<boolean> {
    try {
      await access(ledgerFiles(folder, campaignId).snapshotPath)
      return true
    } catch (error) {
      if (isMissing(error)) return false
      throw error
    }
  }

  async function remove(campaignId: string): Promise<void> {
    return serially(campaignId, async () => {
      const { snapshotPath } = ledgerFiles(folder, campaignId)
      try {
        // The snapshot goes first: without it the ledger is gone, and the other files are
        // leftovers.
        await rm(snapshotPath, { force: true })
        await syncFolder(folder)
        const names = await readdir(folder)
        const others = names.filter((name) => name.startsWith(`${campaignId}.`))
        await Promise.all(others.map((name) => rm(join(folder, name), { force: true })))
      } catch (error) {
        throw storageUnavailable(`cannot remove ${snapshotPath}`, error)
      }
    })
  }

  /**
   * Makes way for a new ledger of the campaign.
   * @returns the generation of the earlier one; 0 where there was none
   * @throws AppError `campaign_locked` where a recipient was already attempted
   */
  async function retireUnattempted(campaignId: string): Promise<number> {
    if (!(await exists(campaignId))) return 0
    const { table, generation, journal } = await loadLedger(optionsOf(campaignId))
    await journal.close()
    if (table.attemptedCount() === 0) return generation
    throw new AppError('campaign_locked', `campaign ${campaignId} has sent messages already`)
  }

  function used({ header, table, journal }: LoadedLedger): LoadedLedger {
    return { header, table, journal: untilClosed(header.campaignId, journal) }
  }

  function untilClosed<Part extends { close(): Promise<void> }>(
    campaignId: string,
    part: Part,
  ): Part {
    inUse.add(campaignId)
    const close = () => part.close().finally(() => inUse.delete(campaignId))
    return { ...part, close }
  }

  async function reading<Result>(
    campaignId: string,
    read: (options: LedgerOptions) => Promise<Result>,
  ): Promise<Result> {
    const options = optionsOf(campaignId)
    try {
      return await read(options)
    } catch (error) {
      throw await toLedgerError(options, error)
    }
  }

  function optionsOf(campaignId: string): LedgerOptions {
    return { files: ledgerFiles(folder, campaignId), onTornLine, damages, toLogFile }
  }
}

import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Damages } from '../damage/damages.ts'
import type { AppendLog, ToLogFile } from '../files/append-log.ts'
import { openAppendLog } from '../files/append-log.ts'
import { syncFolder, type WritableFile, writeAll, writeWhole } from '../files/durable-write.ts'
import { type FileFormat, headerOf, unchanged } from '../files/file-format.ts'
import { encodeMarkedLine } from '../files/lines.ts'

export type LedgerFiles = {
  readonly folder: string
  readonly snapshotPath: string
  readonly temporaryPath: string
  journalPath(generation: number): string
}

/** Format of a journal: a fact in every line behind the header. */
export const journalFormat: FileFormat = { name: 'ledger-journal', migrations: [unchanged] }

/** A campaign's id becomes part of file names. */
const ID_PATTERN = /^[A-Za-z0-9_-]{1,64}$/

export function ledgerFiles(folder: string, campaignId: string): LedgerFiles {
  if (!ID_PATTERN.test(campaignId)) throw new RangeError('a campaign id that can name no file')
  return {
    folder,
    snapshotPath: join(folder, `${campaignId}.snap.ndjson`),
    temporaryPath: join(folder, `${campaignId}.snap.ndjson.tmp`),
    journalPath: (generation) => join(folder, `${campaignId}.${generation}.ndjson`),
  }
}

/**
 * Replaces the snapshot, with an empty journal beside it. A failure before `onPlaced` leaves the
 * old snapshot and its journal as they were. After a later failure a power cut may bring back the
 * old ones.
 */
export async function placeSnapshot({
  files,
  generation,
  fill,
  toLogFile,
  damages,
  onPlaced,
}: {
  readonly files: LedgerFiles
  readonly generation: number
  /** Writes the snapshot. */
  readonly fill: (file: WritableFile) => Promise<void>
  readonly toLogFile: ToLogFile
  readonly damages: Pick<Damages, 'stray'>
  readonly onPlaced: (journal: AppendLog) => void
}): Promise<void> {
  const journalPath = files.journalPath(generation)
  await damages.stray(journalPath)
  // Without its mark, what a power cut leaves of the first lines could not be told from damage.
  const first = encodeMarkedLine(headerOf(journalFormat))
  await writeWhole(journalPath, (file) => writeAll(file, first, 0))
  const journal = await openAppendLog({ path: journalPath, toLogFile })
  try {
    await writeWhole(files.temporaryPath, fill)
    await rename(files.temporaryPath, files.snapshotPath)
  } catch (error) {
    await journal.close()
    await rm(journalPath, { force: true })
    await rm(files.temporaryPath, { force: true })
    throw error
  }
  onPlaced(journal)
  await syncFolder(files.folder)
}

/** Moves the remains of a crashed compaction aside: they are not part of the ledger. */
export async function removeLeftovers(
  files: LedgerFiles,
  generation: number,
  damages: Pick<Damages, 'stray'>,
): Promise<void> {
  await rm(files.temporaryPath, { force: true })
  await damages.stray(files.journalPath(generation + 1))
  await damages.stray(files.journalPath(generation - 1))
}

import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { AppendLog, ToLogFile } from '../files/append-log.ts'
import { openAppendLog } from '../files/append-log.ts'
import { syncFolder, writeWhole } from '../files/durable-write.ts'
import type { Snapshot } from './snapshot.ts'
import { writeSnapshot } from './snapshot.ts'

export type LedgerFiles = {
  readonly folder: string
  readonly snapshotPath: string
  readonly temporaryPath: string
  journalPath(generation: number): string
}

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
 * Puts a snapshot in the place of the one before it, with an empty journal beside it. What fails
 * before `onPlaced` leaves the old snapshot and its journal as they were; what fails after it
 * leaves open which of the two a power cut would bring back.
 */
export async function placeSnapshot({
  files,
  snapshot,
  toLogFile,
  onPlaced,
}: {
  readonly files: LedgerFiles
  readonly snapshot: Snapshot
  readonly toLogFile: ToLogFile
  readonly onPlaced: (journal: AppendLog) => void
}): Promise<void> {
  const journalPath = files.journalPath(snapshot.generation)
  await rm(journalPath, { force: true })
  const journal = await openAppendLog({ path: journalPath, toLogFile })
  try {
    await writeWhole(files.temporaryPath, (file) => writeSnapshot(file, snapshot))
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

/** Clears away what a crash during a compaction left: it is not part of the ledger. */
export async function removeLeftovers(files: LedgerFiles, generation: number): Promise<void> {
  await rm(files.temporaryPath, { force: true })
  await rm(files.journalPath(generation + 1), { force: true })
  await rm(files.journalPath(generation - 1), { force: true })
}

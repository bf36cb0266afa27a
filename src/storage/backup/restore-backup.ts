import { rename, rm, stat, utimes } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { makeFolder, syncFolder, writeAll, writeWhole } from '../files/durable-write.ts'
import { namesIn } from '../files/names-in.ts'
import { systemCode } from '../files/storage-errors.ts'
import type { BackedUpFile, Manifest } from './backup-file.ts'
import { removeDeadDrafts } from './dead-drafts.ts'
import { type OpenBackup, openBackup } from './read-backup.ts'
import { writeRestored } from './restored-mark.ts'
import type { BackupProgress } from './write-backup.ts'

/** A backup is put only where nothing is. */
class TargetNotEmptyError extends Error {
  constructor(path: string) {
    super(`${path} is not empty`)
    this.name = 'TargetNotEmptyError'
  }
}

/** Clocks of files go in steps: a ledger counts as changed this much earlier, too. */
const CLOCK_STEP_MS = 1_000
const DRAFT_MARK = '.restaurando-'

/**
 * Reads every file of a backup and compares it with what it has to be.
 * @throws BrokenBackupError, NewerFormatError
 */
export async function verifyBackup(
  path: string,
  { onProgress, signal }: { readonly onProgress: BackupProgress; readonly signal: AbortSignal },
): Promise<Manifest> {
  const backup = await openBackup(path)
  try {
    const tell = counted(backup.manifest, { onProgress, signal })
    for (const file of backup.manifest.files) await backup.read(file, tell)
    return backup.manifest
  } finally {
    await backup.close()
  }
}

/**
 * Makes a data folder of a backup. It is put together beside its place, and gets its name once every
 * file was compared and is on the disk.
 * @throws TargetNotEmptyError, BrokenBackupError, NewerFormatError
 */
export async function restoreBackup({
  path,
  dir,
  onProgress,
  signal,
}: {
  readonly path: string
  /** Folder that is not there yet, or empty. */
  readonly dir: string
  readonly onProgress: BackupProgress
  readonly signal: AbortSignal
}): Promise<Manifest> {
  const target = resolve(dir)
  if ((await namesIn(target)).length > 0) throw new TargetNotEmptyError(target)
  const backup = await openBackup(path)
  try {
    const { manifest } = backup
    const parent = dirname(target)
    await makeFolder(parent)
    await removeDeadDrafts(parent, `${basename(target)}${DRAFT_MARK}`)
    const draft = join(parent, `${basename(target)}${DRAFT_MARK}${process.pid}`)
    const tell = counted(manifest, { onProgress, signal })
    try {
      await tryPlace(draft, target)
      await unpack(backup, draft, tell)
      await place(draft, target)
    } catch (error) {
      await rm(draft, { recursive: true, force: true })
      throw error
    }
    return manifest
  } finally {
    await backup.close()
  }
}

async function unpack(
  backup: OpenBackup,
  draft: string,
  tell: (piece: Uint8Array) => void,
): Promise<void> {
  const { manifest } = backup
  const folders = new Set([draft])
  await makeFolder(draft)
  for (const file of manifest.files) {
    const path = join(draft, file.path)
    if (!folders.has(dirname(path))) await makeFolder(dirname(path))
    folders.add(dirname(path))
    await writeWhole(path, async (handle) => {
      let position = 0
      await backup.read(file, async (piece) => {
        await writeAll(handle, piece, position)
        position += piece.length
        tell(piece)
      })
    })
    await utimes(path, new Date(file.mtimeMs), new Date(file.mtimeMs))
  }
  await writeRestored(draft, { from: manifest.at, lateLedgers: lateLedgers(manifest) })
  for (const folder of folders) await syncFolder(folder)
}

/** Whether an empty folder can be replaced is known at once: a disk of its own, for one, cannot. */
async function tryPlace(draft: string, target: string): Promise<void> {
  const isThere = await stat(target).catch(() => undefined)
  if (!isThere) return
  await makeFolder(draft)
  await place(draft, target)
}

/** Takes the place of an empty folder, too; of one that somebody used meanwhile, never. */
async function place(draft: string, target: string): Promise<void> {
  try {
    await rename(draft, target)
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST'].includes(systemCode(error) ?? '')) throw error
    throw new TargetNotEmptyError(target)
  }
  await syncFolder(dirname(target))
}

/** Campaigns whose ledger was written to after the first file of the backup was taken. */
function lateLedgers({ at, files }: Manifest): string[] {
  const sinceMs = Date.parse(at) - CLOCK_STEP_MS
  const late = files.flatMap(({ path, mtimeMs }: BackedUpFile) => {
    const id = /^sends\/([^/.]+)\./.exec(path)?.[1]
    return id !== undefined && mtimeMs >= sinceMs ? [id] : []
  })
  return [...new Set(late)]
}

function counted(
  { files }: Manifest,
  { onProgress, signal }: { readonly onProgress: BackupProgress; readonly signal: AbortSignal },
): (piece: Uint8Array) => void {
  const totalBytes = files.reduce((sum, { bytes }) => sum + bytes, 0)
  let bytes = 0
  return (piece) => {
    signal.throwIfAborted()
    bytes += piece.length
    onProgress({ bytes, totalBytes, fileCount: files.length })
  }
}

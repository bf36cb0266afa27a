import { rename, rm, rmdir, stat, utimes } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { makeFolder, syncFolder, writeAll, writeWhole } from '../files/durable-write.ts'
import { namesIn } from '../files/names-in.ts'
import { systemCode } from '../files/storage-errors.ts'
import type { BackedUpFile, Manifest } from './backup-file.ts'
import { removeDeadDrafts } from './dead-drafts.ts'
import { DRAFT_MARK, fillFolder, isNothing } from './fill-folder.ts'
import { type OpenBackup, openBackup } from './read-backup.ts'
import { writeRestored } from './restored-mark.ts'
import type { BackupProgress } from './write-backup.ts'

/** A backup is only restored to an empty folder. */
class TargetNotEmptyError extends Error {
  constructor(path: string) {
    super(`${path} is not empty`)
    this.name = 'TargetNotEmptyError'
  }
}

/**
 * File times may be rounded down to such steps: ledgers changed this much earlier count as changed,
 * too.
 */
const CLOCK_STEP_MS = 1_000
/**
 * Error codes of a rename onto a folder that is a disk of its own, or that stands in a folder of
 * another account.
 */
const irreplaceable: ReadonlySet<string> = new Set(['EBUSY', 'EXDEV', 'EACCES', 'EPERM', 'EROFS'])

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
    const onPiece = counted(backup.manifest, { onProgress, signal })
    for (const file of backup.manifest.files) await backup.read(file, onPiece)
    return backup.manifest
  } finally {
    await backup.close()
  }
}

/**
 * Makes a data folder of a backup. It is put together beside its place, or inside where the folder
 * cannot be replaced, and takes its place once all files were compared and are on the disk.
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
  await refuseUsed(target)
  const backup = await openBackup(path)
  try {
    const { manifest } = backup
    const onPiece = counted(manifest, { onProgress, signal })
    const unpackTo = (draft: string) => unpack(backup, draft, onPiece)
    const refuse = () => refuseUsed(target)
    if (await isReplaceable(target)) await replaceFolder(target, unpackTo)
    else await fillFolder(target, { refuse, unpack: unpackTo })
    return manifest
  } finally {
    await backup.close()
  }
}

async function unpack(
  backup: OpenBackup,
  draft: string,
  onPiece: (piece: Uint8Array) => void,
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
        onPiece(piece)
      })
    })
    await utimes(path, new Date(file.mtimeMs), new Date(file.mtimeMs))
  }
  await writeRestored(draft, { from: manifest.at, lateLedgers: lateLedgers(manifest) })
  for (const folder of folders) await syncFolder(folder)
}

async function refuseUsed(target: string): Promise<void> {
  const isUsed = (await namesIn(target)).some((name) => !isNothing(name))
  if (isUsed) throw new TargetNotEmptyError(target)
}

/**
 * Tries to replace the target by an empty folder, before a large backup is unpacked for nothing.
 */
async function isReplaceable(target: string): Promise<boolean> {
  if (!(await stat(target).catch(() => undefined))) return true
  const draft = draftBeside(target)
  try {
    // In a container this process may have the number of one that was killed.
    await rm(draft, { recursive: true, force: true })
    await makeFolder(draft)
    await rename(draft, target)
    return true
  } catch (error) {
    await rmdir(draft).catch(() => undefined)
    const code = systemCode(error) ?? ''
    if (irreplaceable.has(code) || isFilled(code)) return false
    throw error
  }
}

async function replaceFolder(
  target: string,
  unpackTo: (draft: string) => Promise<void>,
): Promise<void> {
  const parent = dirname(target)
  await makeFolder(parent)
  await removeDeadDrafts(parent, `${basename(target)}${DRAFT_MARK}`)
  const draft = draftBeside(target)
  try {
    await rm(draft, { recursive: true, force: true })
    await unpackTo(draft)
    await place(draft, target)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}

function draftBeside(target: string): string {
  return join(dirname(target), `${basename(target)}${DRAFT_MARK}${process.pid}`)
}

function isFilled(code: string): boolean {
  return code === 'ENOTEMPTY' || code === 'EEXIST'
}

/**
 * Renames the draft to its place. This also replaces an empty folder, but none that was filled
 * meanwhile.
 */
async function place(draft: string, target: string): Promise<void> {
  try {
    await rename(draft, target)
  } catch (error) {
    if (!isFilled(systemCode(error) ?? '')) throw error
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

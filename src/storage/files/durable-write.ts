import type { FileHandle } from 'node:fs/promises'
import { chmod, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isMissing, systemCode, UnsettledNameError } from './storage-errors.ts'

/** Readable only by the account that runs the daemon. */
export const FILE_MODE = 0o600
const FOLDER_MODE = 0o700

/** Creates the folder and those above it; an existing one keeps its mode. */
export async function makeFolder(path: string): Promise<void> {
  // Not `recursive`: Node never comes back where the system answers ENOENT below a folder that
  // is there, as it does for a dangling link or below /proc.
  if (await makeOneFolder(path)) return
  await makeFolder(dirname(path))
  await mkdir(path, FOLDER_MODE)
  await finishFolder(path)
}

/** Returns false where the folder above is missing. */
async function makeOneFolder(path: string): Promise<boolean> {
  try {
    await mkdir(path, FOLDER_MODE)
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return true
    if (isMissing(error) && dirname(path) !== path) return false
    throw error
  }
  await finishFolder(path)
  return true
}

async function finishFolder(path: string): Promise<void> {
  // A strict umask may have removed the owner's own permissions.
  await chmod(path, FOLDER_MODE)
  await syncFolder(dirname(path))
}

/** Makes entries of the folder (new names, renames, removals) survive a power cut. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  try {
    await folder.sync()
  } finally {
    await folder.close()
  }
}

/** A file that is written at explicit positions. */
export type WritableFile = {
  write(
    bytes: Uint8Array,
    offset: number,
    length: number,
    position: number,
  ): Promise<{ readonly bytesWritten: number }>
}

/**
 * Repeats until all bytes are written: a write may be short and still succeed, on a nearly full
 * disk for one.
 */
export async function writeAll(
  file: WritableFile,
  bytes: Uint8Array,
  position: number,
): Promise<void> {
  let done = 0
  while (done < bytes.length) {
    const { bytesWritten } = await file.write(bytes, done, bytes.length - done, position + done)
    if (bytesWritten === 0) throw new Error('the disk took no bytes')
    done += bytesWritten
  }
}

/** Opens a new, empty file. An older one of that name, left by a crash, is emptied. */
export async function createFile(path: string): Promise<FileHandle> {
  const file = await open(path, 'w', FILE_MODE)
  await file.chmod(FILE_MODE)
  return file
}

/** Opens a file to go on with. The name of a new one is on the disk once its folder was synced. */
export async function openOrCreate(
  path: string,
): Promise<{ readonly file: FileHandle; readonly isNew: boolean }> {
  try {
    return { file: await open(path, 'r+'), isNew: false }
  } catch (error) {
    if (!isMissing(error)) throw error
    const file = await open(path, 'wx+', FILE_MODE)
    await file.chmod(FILE_MODE)
    return { file, isNew: true }
  }
}

/** Clears away temporary files that a crash left behind in a folder. */
export async function removeTemporaryFiles(folder: string): Promise<void> {
  const names = await readdir(folder)
  const leftovers = names.filter((name) => name.endsWith('.tmp'))
  await Promise.all(leftovers.map((name) => rm(join(folder, name), { force: true })))
}

/**
 * Replaces a file atomically: even after a crash its name holds either the old content or what
 * `fill` wrote.
 * @param temporaryPath in the same folder
 * @throws UnsettledNameError where the name has the new content, and may have the old one again
 * after a power cut
 */
export async function replaceFile({
  path,
  temporaryPath,
  fill,
  syncNames = syncFolder,
}: {
  readonly path: string
  readonly temporaryPath: string
  readonly fill: (file: FileHandle) => Promise<void>
  readonly syncNames?: (folder: string) => Promise<void>
}): Promise<void> {
  try {
    await writeWhole(temporaryPath, fill)
    await rename(temporaryPath, path)
  } catch (error) {
    await rm(temporaryPath, { force: true })
    throw error
  }
  try {
    await syncNames(dirname(path))
  } catch (error) {
    throw new UnsettledNameError(path, error)
  }
}

/** Writes a file and waits until its bytes are on the disk; its name may still be lost. */
export async function writeWhole(
  path: string,
  fill: (file: FileHandle) => Promise<void>,
): Promise<void> {
  const file = await createFile(path)
  try {
    await fill(file)
    await file.sync()
  } finally {
    await file.close()
  }
}

import { constants } from 'node:fs'
import { access, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { makeFolder, writeAll, writeWhole } from '../files/durable-write.ts'
import { systemCode } from '../files/storage-errors.ts'
import { DataDirError, toDataDirError } from './data-dir-error.ts'
import { acquireDataLock } from './data-lock.ts'

export type DataDir = {
  /** Absolute. */
  readonly path: string
  /** Whether a small file can be written and synced at the moment. */
  canWrite(): Promise<boolean>
  /** Frees the folder for the next daemon. */
  release(): Promise<void>
}

/**
 * Creates the data folder if needed, and makes this process its only user.
 * @throws DataDirError
 */
export async function openDataDir(
  folder: string,
  options: { readonly silenceMs?: number } = {},
): Promise<DataDir> {
  const path = resolve(folder)
  try {
    await makeFolder(path)
    if (!(await stat(path)).isDirectory()) throw new DataDirError({ path, reason: 'not_a_folder' })
    await access(path, constants.R_OK | constants.W_OK | constants.X_OK)
    const lock = await acquireDataLock(path, options)
    return { path, canWrite: () => canWrite(path), release: lock.release }
  } catch (error) {
    throw toDataDirError(path, error)
  }
}

async function canWrite(path: string): Promise<boolean> {
  const probe = join(path, '.probe')
  try {
    await writeWhole(probe, (file) => writeAll(file, Buffer.from('disparo\n'), 0))
    await rm(probe, { force: true })
    return true
  } catch (error) {
    if (systemCode(error) === undefined) throw error
    return false
  }
}

import { copyFile, readFile, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Damages } from '../damage/damages.ts'
import { isMissing, systemCode } from '../files/storage-errors.ts'

/** The readable part of a file, and why that is not all of it. */
export type Reading<Data> = { readonly data: Data; readonly problem: string | null }

/** Path of the version before the current one. */
export function lastPathOf(path: string): string {
  return join(dirname(path), 'last', basename(path))
}

/**
 * Reads a small file. A copy of a damaged file is kept and reported, and its last good version
 * supplies what it lacks.
 * @returns null where there is neither of the two
 * @throws NewerFormatError
 */
export async function readLastGood<Data>({
  path,
  read,
  complete,
  damages,
}: {
  readonly path: string
  readonly read: (bytes: Buffer, path: string) => Reading<Data>
  /** Completes the file's own data with those of the last version. */
  readonly complete: (own: Data | undefined, last: Data | undefined) => Data
  readonly damages: Pick<Damages, 'keepCopy' | 'report'>
}): Promise<{ readonly data: Data; readonly isRepaired: boolean } | null> {
  const lastPath = lastPathOf(path)
  const own = await readIfThere(path, read)
  if (own?.problem === null) return { data: own.data, isRepaired: false }
  const last = await readIfThere(lastPath, read)
  if (!own && !last) return null
  if (own?.problem) await damages.keepCopy(path, own.problem)
  else await damages.report(path, 'the file is missing')
  return { data: complete(own?.data, last?.data), isRepaired: true }
}

/** Creates the last version where it is missing. */
export async function copyAsLast(path: string): Promise<void> {
  // Removed first: after a failed write both names may be the same file.
  await rm(lastPathOf(path), { force: true })
  await copyFile(path, lastPathOf(path))
}

async function readIfThere<Data>(
  path: string,
  read: (bytes: Buffer, path: string) => Reading<Data>,
): Promise<Reading<Data> | undefined> {
  try {
    return read(await readBytes(path), path)
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

async function readBytes(path: string): Promise<Buffer> {
  try {
    return await readFile(path)
  } catch (error) {
    // On a bad sector the whole file counts as unreadable.
    if (systemCode(error) === 'EIO') return Buffer.alloc(0)
    throw error
  }
}

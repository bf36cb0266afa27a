import { stat } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import type { Config } from '../config.ts'
import type { Manifest } from '../storage/backup/backup-file.ts'
import { placesOf } from '../storage/backup/fill-folder.ts'
import { restoreBackup } from '../storage/backup/restore-backup.ts'
import { saveBackup } from '../storage/backup/save-backup.ts'
import { type Staging, stageFolder } from '../storage/backup/staging.ts'
import { type BackupProgress, writeBackup } from '../storage/backup/write-backup.ts'

type Folder = Pick<Config, 'dataDir' | 'version'>

export type MadeBackup = {
  /** Everything that was on the disk at this moment is in the backup. */
  readonly at: Date
  readonly fileCount: number
  /** Bytes of the files before they were compressed. */
  readonly contentBytes: number
}

/** The backup would lie among the files that it is made of. */
class BackupInsideError extends Error {
  constructor(path: string) {
    super(`${path} lies in the data folder`)
    this.name = 'BackupInsideError'
  }
}

/** Backs up the data folder to a file, whether or not a daemon uses it, and reads it again. */
export async function backUpToFile(
  { dataDir, version }: Folder,
  {
    path,
    ...how
  }: {
    readonly path: string
    readonly onWrite: BackupProgress
    readonly onVerify: BackupProgress
    readonly signal: AbortSignal
  },
): Promise<MadeBackup & { readonly path: string; readonly byteCount: number }> {
  const inside = relative(resolve(dataDir), resolve(path))
  if (inside !== '' && !inside.startsWith('..')) throw new BackupInsideError(path)
  return withStaging(dataDir, async (staging) => {
    const saved = await saveBackup({ ...how, staging, path, program: version })
    return { ...sizeOf(staging), path: saved.path, byteCount: saved.byteCount }
  })
}

/** Backs up the data folder to a stream, which cannot be read again. */
export async function backUpToStream(
  { dataDir, version }: Folder,
  how: {
    readonly writable: WritableStream<Uint8Array>
    readonly onProgress: BackupProgress
    readonly signal: AbortSignal
  },
): Promise<MadeBackup> {
  return withStaging(dataDir, async (staging) => {
    await writeBackup({ ...how, staging, program: version })
    return sizeOf(staging)
  })
}

/** Makes the data folder, which must not be there yet, or be empty. */
export async function restoreFolder(
  { dataDir }: Pick<Folder, 'dataDir'>,
  how: {
    readonly path: string
    readonly onProgress: BackupProgress
    readonly signal: AbortSignal
  },
): Promise<Manifest> {
  return restoreBackup({ ...how, dir: dataDir })
}

/**
 * Whether a folder holds what a daemon keeps: a backup would take any other as well. Files that a
 * restoration has yet to move up count, too. The folder of accounts may be missing where there are
 * none.
 */
export async function isDataFolder(path: string): Promise<boolean> {
  const marks = [join('db', 'users'), join('db', 'settings.json')]
  const places = marks.flatMap((mark) => placesOf(path, mark))
  const found = await Promise.all(places.map((place) => stat(place).catch(() => undefined)))
  return found.some((mark) => mark !== undefined)
}

async function withStaging<Result>(
  dataDir: string,
  work: (staging: Staging) => Promise<Result>,
): Promise<Result> {
  const staging = await stageFolder(dataDir)
  try {
    return await work(staging)
  } finally {
    await staging.remove()
  }
}

function sizeOf({ at, files }: Staging): MadeBackup {
  const contentBytes = files.reduce((sum, { bytes }) => sum + bytes, 0)
  return { at, fileCount: files.length, contentBytes }
}

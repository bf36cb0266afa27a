import { rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { createFile, syncFolder, writeAll } from '../files/durable-write.ts'
import type { BackedUpFile } from './backup-file.ts'
import { removeDeadDrafts } from './dead-drafts.ts'
import { verifyBackup } from './restore-backup.ts'
import type { Staging } from './staging.ts'
import { type BackupProgress, writeBackup } from './write-backup.ts'

const DRAFT_MARK = '.parcial-'

export type SavedBackup = {
  readonly path: string
  readonly byteCount: number
  readonly files: readonly BackedUpFile[]
}

/**
 * Writes a backup to a file, reads it again from the disk, and only then gives it its name. An
 * older backup of that name stays until then.
 */
export async function saveBackup({
  staging,
  path: given,
  program,
  onWrite,
  onVerify,
  signal,
}: {
  readonly staging: Pick<Staging, 'files' | 'at'>
  readonly path: string
  readonly program: string
  readonly onWrite: BackupProgress
  readonly onVerify: BackupProgress
  readonly signal: AbortSignal
}): Promise<SavedBackup> {
  const path = resolve(given)
  await removeDeadDrafts(dirname(path), `${basename(path)}${DRAFT_MARK}`)
  const draft = `${path}${DRAFT_MARK}${process.pid}`
  try {
    const file = await createFile(draft)
    try {
      let position = 0
      const writable = new WritableStream<Uint8Array>({
        async write(piece) {
          await writeAll(file, piece, position)
          position += piece.length
        },
      })
      await writeBackup({ staging, writable, program, onProgress: onWrite, signal })
      await file.sync()
    } finally {
      await file.close()
    }
    const { files } = await verifyBackup(draft, { onProgress: onVerify, signal })
    const { size } = await stat(draft)
    await rename(draft, path)
    await syncFolder(dirname(path))
    return { path, byteCount: size, files }
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

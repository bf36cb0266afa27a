import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { BEHIND_ROW, DamagedKeysError } from '../../domain/devices/device-keys.ts'
import { DamagedFileError, NewerFormatError } from '../files/storage-errors.ts'
import { openKeyLog } from './key-log.ts'

/**
 * Marks the keys of all devices as restored from a backup: the original daemon may have sent
 * messages with later ones since.
 */
export async function markBehind(authDir: string): Promise<void> {
  for (const entry of await readdir(authDir, { withFileTypes: true })) {
    // A dot in the name marks keys that were put aside.
    if (entry.isDirectory() && !entry.name.includes('.')) {
      await mark(join(authDir, entry.name)).catch(ignoreDamage)
    }
  }
}

async function mark(folder: string): Promise<void> {
  const log = await openKeyLog(folder)
  try {
    log.commit([{ key: BEHIND_ROW, value: 'true' }])
    await log.sync()
  } finally {
    await log.close()
  }
}

/** Ignores damage: connecting the device finds it, and reports it to its owner. */
function ignoreDamage(error: unknown): void {
  const isDamage = [DamagedKeysError, DamagedFileError, NewerFormatError].some(
    (kind) => error instanceof kind,
  )
  if (!isDamage) throw error
}

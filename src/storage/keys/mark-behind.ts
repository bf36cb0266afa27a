import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { BEHIND_ROW, DamagedKeysError } from '../../domain/devices/device-keys.ts'
import { DamagedFileError, NewerFormatError } from '../files/storage-errors.ts'
import { openKeyLog } from './key-log.ts'

/** Marks the keys of all devices as those of a backup: what they encrypt with has gone on elsewhere. */
export async function markBehind(authDir: string): Promise<void> {
  for (const entry of await readdir(authDir, { withFileTypes: true })) {
    // Behind a dot is why the keys were put aside.
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

/** Whoever connects the device finds the damage, and tells its owner. */
function ignoreDamage(error: unknown): void {
  const isDamage = [DamagedKeysError, DamagedFileError, NewerFormatError].some(
    (kind) => error instanceof kind,
  )
  if (!isDamage) throw error
}

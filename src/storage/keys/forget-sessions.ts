import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DamagedKeysError } from '../../domain/devices/device-keys.ts'
import { DamagedFileError, NewerFormatError } from '../files/storage-errors.ts'
import { openKeyLog } from './key-log.ts'

/** Rows of Signal's sessions, as `whatsapp/keys/auth-store.ts` names them. */
const SESSION_START = 's/'

/**
 * Removes the Signal sessions of all devices, whose keys stay. The sessions of a folder out of a
 * backup have gone on elsewhere: with the old ones two messages would be encrypted with one key, and
 * no phone could read the second. Each contact gets a new session with the next message.
 */
export async function forgetSessions(authDir: string): Promise<void> {
  for (const entry of await readdir(authDir, { withFileTypes: true })) {
    // Behind a dot is why the keys were put aside.
    if (entry.isDirectory() && !entry.name.includes('.')) {
      await forgetOf(join(authDir, entry.name)).catch(ignoreDamage)
    }
  }
}

async function forgetOf(folder: string): Promise<void> {
  const log = await openKeyLog(folder)
  try {
    const sessions = log.names().filter((name) => name.startsWith(SESSION_START))
    log.commit(sessions.map((key) => ({ key, value: null })))
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

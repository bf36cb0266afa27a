import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { isFullScale } from '../scale.ts'

/** Linux keeps files below this folder in memory, up to a size that the machine sets. */
const IN_MEMORY = '/dev/shm'
/** More than all tests together use at any time. */
const ROOM_BYTES = 4 * 1024 ** 3

/**
 * Keeps the tests' files in memory: they wait thousands of times for syncs, which takes longer than
 * all their work, and no real disk shows what a power cut leaves of unsynced bytes. Where there is
 * too little room, and at full scale, files stay in the usual place.
 */
export function keepTemporaryFilesInMemory(): void {
  if (process.env.TMPDIR !== undefined || isFullScale || !hasRoom()) return
  const folder = mkdtempSync(join(IN_MEMORY, 'disparo-tests-'))
  process.env.TMPDIR = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY)
    return bavail * bsize >= ROOM_BYTES
  } catch {
    return false
  }
}

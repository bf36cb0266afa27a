import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import { isFullScale } from '../scale.ts'

/** Linux keeps what is below in memory, as large as the machine says. */
const IN_MEMORY = '/dev/shm'
/** More than all tests together have at any time. */
const ROOM_BYTES = 4 * 1024 ** 3

/**
 * Keeps the tests' files in memory: they wait thousands of times for the disk to have written, which
 * takes longer than all they do, and what a power cut leaves of unwritten bytes no disk shows them.
 * Where there is too little room, and at full scale, they stay where the machine keeps such files.
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

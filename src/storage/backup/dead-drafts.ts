import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { namesIn } from '../files/names-in.ts'
import { systemCode } from '../files/storage-errors.ts'

/**
 * Removes drafts of processes that no longer run: their names are this start and the process
 * number.
 */
export async function removeDeadDrafts(folder: string, start: string): Promise<void> {
  for (const name of await namesIn(folder)) {
    const pid = name.startsWith(start) ? name.slice(start.length) : ''
    if (!/^\d+$/.test(pid) || isAlive(Number(pid))) continue
    await rm(join(folder, name), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return systemCode(error) === 'EPERM'
  }
}

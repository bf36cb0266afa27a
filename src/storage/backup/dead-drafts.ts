import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { namesIn } from '../files/names-in.ts'
import { systemCode } from '../files/storage-errors.ts'

/** Removes what killed processes left in a folder under this start of a name, their number behind it. */
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

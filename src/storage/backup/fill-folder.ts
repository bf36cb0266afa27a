import { rename, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder } from '../files/durable-write.ts'
import { namesIn } from '../files/names-in.ts'
import { isMissing } from '../files/storage-errors.ts'
import { acquireDataLock } from '../lock/data-lock.ts'

/**
 * A folder that is a disk of its own, such as a container's volume, cannot be replaced by another:
 * what is restored is put together inside it, and moves up once it is whole. After a crash in the
 * middle of that the daemon moves the rest.
 */

/** Before the number of the process that puts it together. */
export const DRAFT_MARK = '.restaurando-'
/** In place of a draft's name: everything in it was compared, and is on the disk. */
const WHOLE = '.restaurado'

/** What says nothing of whether a folder is in use: its lock, drafts, and what disks bring along. */
export function isNothing(name: string): boolean {
  return name === 'lost+found' || name.startsWith('.lock') || name.startsWith(DRAFT_MARK)
}

/**
 * Fills an empty folder with what `unpack` puts into a draft within it.
 * @param refuse throws where the folder is not empty
 * @throws DataDirError `locked` while a daemon uses it
 */
export async function fillFolder(
  target: string,
  {
    refuse,
    unpack,
  }: {
    readonly refuse: () => Promise<void>
    readonly unpack: (draft: string) => Promise<void>
  },
): Promise<void> {
  const lock = await acquireDataLock(target)
  try {
    await refuse()
    await removeDrafts(target)
    const draft = join(target, `${DRAFT_MARK}${process.pid}`)
    try {
      await unpack(draft)
      await rename(draft, join(target, WHOLE))
    } catch (error) {
      await rm(draft, { recursive: true, force: true })
      throw error
    }
    await syncFolder(target)
    await finishFilling(target)
  } finally {
    await lock.release()
  }
}

/** Whether a crash, or a process that is at it, has left files of a whole restoration to be moved up. */
export async function isUnfinished(target: string): Promise<boolean> {
  return (await namesIn(target)).includes(WHOLE)
}

/** Where files of a data folder may be: in it, and in what is yet to be moved up. */
export function placesOf(target: string, path: string): readonly string[] {
  return [join(target, path), join(target, WHOLE, path)]
}

/**
 * Moves up what a crash has left of a whole restoration, for a reader who comes before the next daemon.
 * @throws DataDirError `locked` while somebody else does
 */
export async function finishBeforeReading(target: string): Promise<void> {
  if (!(await isUnfinished(target))) return
  const lock = await acquireDataLock(target)
  try {
    await finishFilling(target)
  } finally {
    await lock.release()
  }
}

/** The same, for whoever holds the folder's lock. */
export async function finishFilling(target: string): Promise<void> {
  await removeDrafts(target)
  const whole = join(target, WHOLE)
  for (const name of await namesIn(whole)) await rename(join(whole, name), join(target, name))
  try {
    await rmdir(whole)
  } catch (error) {
    if (isMissing(error)) return
    throw error
  }
  await syncFolder(target)
}

/** Of processes that were killed: nobody else is in a locked folder. */
async function removeDrafts(target: string): Promise<void> {
  for (const name of await namesIn(target)) {
    if (name.startsWith(DRAFT_MARK)) await rm(join(target, name), { recursive: true, force: true })
  }
}

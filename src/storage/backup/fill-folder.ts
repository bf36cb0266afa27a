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

/** Start of a draft's name; the number of the process that fills it follows. */
export const DRAFT_MARK = '.restaurando-'
/** Name of a complete draft: all files in it were compared, and are on the disk. */
const WHOLE = '.restaurado'

/**
 * Whether a name does not count as content of a folder: its lock, drafts, and what disks bring
 * along.
 */
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

/**
 * Whether files of a complete restoration still have to move up, after a crash or during a
 * restoration.
 */
export async function isUnfinished(target: string): Promise<boolean> {
  return (await namesIn(target)).includes(WHOLE)
}

/**
 * The places where a file may be: in the data folder, or in a restoration that has not moved up
 * yet.
 */
export function placesOf(target: string, path: string): readonly string[] {
  return [join(target, path), join(target, WHOLE, path)]
}

/**
 * Moves up the files of a complete restoration after a crash, for a reader that comes before the
 * next daemon.
 * @throws DataDirError `locked` while another process does
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

/** Moves up the files of a complete restoration. The caller holds the folder's lock. */
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

/**
 * Removes all drafts. Their processes were killed, since only the caller is in the locked folder.
 */
async function removeDrafts(target: string): Promise<void> {
  for (const name of await namesIn(target)) {
    if (name.startsWith(DRAFT_MARK)) await rm(join(target, name), { recursive: true, force: true })
  }
}

import { constants } from 'node:fs'
import { copyFile, link } from 'node:fs/promises'
import { systemCode } from './storage-errors.ts'

const noLinks = new Set(['EPERM', 'ENOTSUP', 'ENOSYS', 'EXDEV', 'EMLINK'])

/**
 * Gives a file a second name; on file systems without such names, a copy. What has that name
 * already is never replaced: that is the system's error `EEXIST`.
 */
export async function addName(path: string, name: string): Promise<void> {
  try {
    await link(path, name)
  } catch (error) {
    if (!noLinks.has(systemCode(error) ?? '')) throw error
    await copyFile(path, name, constants.COPYFILE_EXCL)
  }
}

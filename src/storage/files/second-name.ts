import { constants } from 'node:fs'
import { copyFile, link } from 'node:fs/promises'
import { systemCode } from './storage-errors.ts'

const noLinks = new Set(['EPERM', 'ENOTSUP', 'ENOSYS', 'EXDEV', 'EMLINK'])

/**
 * Hard-links a file under a second name; copies it where the file system has no hard links. An
 * existing file of that name is never replaced: the call fails with `EEXIST`.
 */
export async function addName(path: string, name: string): Promise<void> {
  try {
    await link(path, name)
  } catch (error) {
    if (!noLinks.has(systemCode(error) ?? '')) throw error
    await copyFile(path, name, constants.COPYFILE_EXCL)
  }
}

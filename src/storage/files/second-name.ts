import { constants } from 'node:fs'
import { copyFile, link } from 'node:fs/promises'
import { systemCode } from './storage-errors.ts'

const noLinks: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'ENOSYS', 'EXDEV', 'EMLINK'])

/**
 * Hard-links a file under a second name; copies it where the file system has no hard links. An
 * existing file of that name is never replaced: the call fails with `EEXIST`.
 */
export async function addName(path: string, name: string): Promise<void> {
  try {
    await link(path, name)
  } catch (error) {
    if (!isWithoutLinks(error)) throw error
    await copyFile(path, name, constants.COPYFILE_EXCL)
  }
}

/** Whether the file system refused a hard link because it has none, or none from there to here. */
export function isWithoutLinks(error: unknown): boolean {
  return noLinks.has(systemCode(error) ?? '')
}

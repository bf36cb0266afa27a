import { constants } from 'node:fs'
import { chmod, copyFile, rename } from 'node:fs/promises'
import { stageFolder } from '../backup/staging.ts'
import { FILE_MODE } from '../files/durable-write.ts'

/** Never changed once they are there: they are as good under a second name. */
const UPLOADS = 'uploads/'

export type ReadingCopy = { readonly path: string; remove(): Promise<void> }

/**
 * A copy of a data folder to be opened by whoever repairs what is damaged, and puts away what is over,
 * as every opening does: the folder itself is left as it is.
 */
export async function copyForReading(dir: string): Promise<ReadingCopy> {
  const staging = await stageFolder(dir)
  try {
    for (const { path, stagedPath } of staging.files) {
      if (path.startsWith(UPLOADS)) continue
      const copyPath = `${stagedPath}.copy`
      // Disks that can share the bytes of two files do.
      await copyFile(stagedPath, copyPath, constants.COPYFILE_FICLONE)
      await chmod(copyPath, FILE_MODE)
      await rename(copyPath, stagedPath)
    }
    return { path: staging.folder, remove: staging.remove }
  } catch (error) {
    await staging.remove()
    throw error
  }
}

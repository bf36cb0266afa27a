import { constants } from 'node:fs'
import { chmod, copyFile, rename } from 'node:fs/promises'
import { stageFolder } from '../backup/staging.ts'
import { FILE_MODE } from '../files/durable-write.ts'

/** Uploads never change, so that a second name is as good as a copy. */
const UPLOADS = 'uploads/'

export type ReadingCopy = { readonly path: string; remove(): Promise<void> }

/**
 * Copies a data folder for reading: opening the stores repairs damage and clears away what is
 * outdated, and the folder itself must stay as it is.
 */
export async function copyForReading(dir: string): Promise<ReadingCopy> {
  const staging = await stageFolder(dir)
  try {
    for (const { path, stagedPath } of staging.files) {
      if (path.startsWith(UPLOADS)) continue
      const copyPath = `${stagedPath}.copy`
      // Shares the bytes of both files on disks that can.
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

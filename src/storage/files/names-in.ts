import { readdir } from 'node:fs/promises'
import { isMissing } from './storage-errors.ts'

/** The names in a folder; none where there is no such folder. */
export async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

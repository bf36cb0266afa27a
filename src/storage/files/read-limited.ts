import { readFile, stat } from 'node:fs/promises'
import { isMissing } from './storage-errors.ts'

/** Reads a whole file; null where it is gone, or larger than the limit. */
export async function readLimited(path: string, limitBytes: number): Promise<Uint8Array | null> {
  try {
    const { size } = await stat(path)
    return size > limitBytes ? null : await readFile(path)
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

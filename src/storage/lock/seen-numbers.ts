import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { replaceFile, writeAll } from '../files/durable-write.ts'
import { type FileFormat, headerOf, readHeader } from '../files/file-format.ts'
import { isMissing } from '../files/storage-errors.ts'
import { decodeLines, encodeLines } from '../files/whole-lines.ts'

/**
 * The last numbers that this program saw a database hand out: a database cannot tell by itself that
 * it was put back from a backup.
 */

const NAME = '.numbers'
export const format: FileFormat = { name: 'seen-numbers', migrations: [] }

const SeenNumbers = z.object({ campaigns: z.int(), singles: z.int() })
export type SeenNumbers = z.infer<typeof SeenNumbers>

/** Returns null where nothing readable was noted. @throws NewerFormatError */
export async function readSeenNumbers(dir: string): Promise<SeenNumbers | null> {
  const path = join(dir, NAME)
  try {
    const [header, line] = decodeLines(await readFile(path))
    readHeader(header, format, path)
    return SeenNumbers.safeParse(line).data ?? null
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

export async function writeSeenNumbers(dir: string, seen: SeenNumbers): Promise<void> {
  const bytes = Buffer.from(encodeLines([headerOf(format), seen]))
  const path = join(dir, NAME)
  await replaceFile({
    ...{ path, temporaryPath: `${path}.tmp` },
    fill: (file) => writeAll(file, bytes, 0),
  })
}

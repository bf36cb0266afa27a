import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { syncFolder, writeAll, writeWhole } from '../files/durable-write.ts'
import { type FileFormat, headerOf, readHeader } from '../files/file-format.ts'
import { isMissing } from '../files/storage-errors.ts'
import { decodeLines, encodeLines } from '../files/whole-lines.ts'

/** A mark in a restored data folder, for the first daemon that opens it. */

const NAME = '.restored'
export const format: FileFormat = { name: 'restored', migrations: [] }

const Restored = z.object({
  /** Moment of the backup. */
  from: z.iso.datetime(),
  /** Campaigns whose ledger went on while the backup was made: their records may be older. */
  lateLedgers: z.array(z.string()),
})
export type Restored = z.infer<typeof Restored>

export async function writeRestored(dir: string, restored: Restored): Promise<void> {
  const bytes = Buffer.from(encodeLines([headerOf(format), restored]))
  await writeWhole(join(dir, NAME), (file) => writeAll(file, bytes, 0))
}

/** @throws NewerFormatError */
export async function readRestored(dir: string): Promise<Restored | null> {
  const path = join(dir, NAME)
  try {
    const [header, line] = decodeLines(await readFile(path))
    readHeader(header, format, path)
    // A broken mark still shows that the folder was restored.
    const unknown = { from: new Date(0).toISOString(), lateLedgers: [] }
    return Restored.safeParse(line).data ?? unknown
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

export async function forgetRestored(dir: string): Promise<void> {
  await rm(join(dir, NAME), { force: true })
  await syncFolder(dir)
}

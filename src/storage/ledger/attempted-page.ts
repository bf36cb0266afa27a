import type { FileHandle } from 'node:fs/promises'
import { open } from 'node:fs/promises'
import { isLate, type Recipient } from '../../domain/sending/recipient.ts'
import type { AttemptedPage } from '../../domain/sending/send-ledger.ts'
import { isHeader } from '../files/file-format.ts'
import { readLines } from '../files/lines.ts'
import { DamagedFileError } from '../files/storage-errors.ts'
import { readAttemptedIndex } from './attempted-index.ts'
import { createLateFacts } from './late-facts.ts'
import { journalFormat, type LedgerFiles } from './ledger-files.ts'
import { decodeFact } from './send-facts.ts'
import { parseRow, readHead } from './snapshot.ts'

/** Longer journals are compacted as soon as their ledger comes to rest. */
export const LONG_JOURNAL_BYTES = 128 * 1024
/** Enough for a page of a hundred recipients. */
const READ_BYTES = 16 * 1024

type Reading = Pick<FileHandle, 'read' | 'stat'>

/**
 * Reads a page of attempted recipients from a ledger at rest, without its other recipients.
 * `undefined` where that cannot be done: the journal is long or has further attempts, or the
 * snapshot has no index.
 * @throws DamagedFileError
 */
export async function readAttemptedPage(
  files: LedgerFiles,
  { from, limit }: { readonly from: number; readonly limit: number },
): Promise<AttemptedPage | undefined> {
  const path = files.snapshotPath
  const file = await open(path, 'r')
  try {
    const { header, generation, hasIndex } = await readHead(file, path)
    const facts = hasIndex ? await readLateFacts(files.journalPath(generation)) : undefined
    if (!facts) return undefined
    const { attemptedCount, places } = await readAttemptedIndex(file, { path, from, limit })
    const offsets = places.map(({ offset }) => offset)
    const found = await readRows(file, { path, offsets })
    const rows = places.map(({ index }, place) => {
      const row = found[place]
      if (row?.order !== from + place) throw new DamagedFileError(path, `wrong index of ${index}`)
      return { index, recipient: facts.applyTo(row, index) }
    })
    return { header, attemptedCount, rows }
  } finally {
    await file.close()
  }
}

/** Reads late facts; `undefined` where the journal is long or holds others. */
async function readLateFacts(
  path: string,
): Promise<ReturnType<typeof createLateFacts> | undefined> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    if (size > LONG_JOURNAL_BYTES) return undefined
    const facts = createLateFacts()
    for await (const { values, offsets } of readLines({ file, path })) {
      for (const [place, value] of values.entries()) {
        if (isHeader({ value, offset: offsets[place] ?? 0 }, journalFormat, path)) continue
        const fact = decodeFact(value)
        if (!fact) throw new DamagedFileError(path, 'a line that is no fact')
        if (!isLate(fact)) return undefined
        facts.add(fact)
      }
    }
    return facts
  } finally {
    await file.close()
  }
}

/** Reads the recipients at these offsets; neighbours are read in one go. */
export async function readRows(
  file: Reading,
  { path, offsets }: { readonly path: string; readonly offsets: readonly number[] },
): Promise<readonly Recipient[]> {
  const rows: Recipient[] = []
  while (rows.length < offsets.length) {
    const before = rows.length
    await readOn(offsets[before] ?? 0)
    if (rows.length === before) throw new DamagedFileError(path, 'an index that leads nowhere')
  }
  return rows

  async function readOn(from: number): Promise<void> {
    for await (const chunk of readLines({ file, path, from, chunkBytes: READ_BYTES })) {
      for (const [place, value] of chunk.values.entries()) {
        const wanted = offsets[rows.length]
        const offset = chunk.offsets[place] ?? 0
        // Stops where the next offset is behind, or so far ahead that a new read is quicker.
        if (wanted === undefined || wanted < offset || wanted > offset + READ_BYTES) return
        if (wanted === offset) rows.push(parseRow(value, path))
      }
    }
  }
}

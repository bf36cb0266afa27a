import { open } from 'node:fs/promises'
import { readLines } from '../files/lines.ts'
import {
  DamagedFileError,
  isMissing,
  storageUnavailable,
  unreadable,
} from '../files/storage-errors.ts'
import { isIndexLine } from './attempted-index.ts'

/**
 * Yields the phones of a campaign's frozen audience, in the order of its list, without opening the
 * ledger. A snapshot is never changed, only replaced by one with the same list.
 * @throws AppError `ledger_damaged`, `storage_unavailable`
 */
export async function* readFrozenPhones(path: string): AsyncIterable<readonly string[]> {
  try {
    const file = await open(path, 'r')
    try {
      for await (const { values } of readLines({ file, path })) {
        // The first line and those of the index are objects.
        yield values.filter((line) => !isIndexLine(line)).map((line) => phoneOf(line, path))
      }
    } finally {
      await file.close()
    }
  } catch (error) {
    // It was removed meanwhile.
    if (isMissing(error)) return
    throw storageUnavailable(`cannot read ${path}`, unreadable(error, 'ledger_damaged'))
  }
}

function phoneOf(line: unknown, path: string): string {
  const [, phone]: readonly unknown[] = Array.isArray(line) ? line : []
  if (typeof phone !== 'string') throw new DamagedFileError(path, 'a recipient without a phone')
  return phone
}

import { type FileHandle, open } from 'node:fs/promises'
import type { LogFile, ToLogFile } from '../files/append-log.ts'
import { openOrCreate, writeAll } from '../files/durable-write.ts'
import { type FileFormat, headerOf, isHeader } from '../files/file-format.ts'
import {
  createLineWriter,
  encodeMarkedLine,
  isMarked,
  parseLine,
  readLines,
} from '../files/lines.ts'
import { replaceLines } from '../files/replace-lines.ts'
import { DamagedFileError, isMissing } from '../files/storage-errors.ts'

/** One of the files that a user's people are spread over. */

export type BucketLine =
  /** Pairs: a phone as a number, and its place in the campaign's list. */
  | { readonly campaign: number; readonly people: readonly number[] }
  /** Pairs: a LID, and the phone of the same account. */
  | { readonly campaign: number; readonly lids: readonly number[] }

export const format: FileFormat = { name: 'people', migrations: [] }
const LINE_FEED = 10
/** Limit of a line's length: reading twice as much from the end of a file finds a whole line. */
const LINE_BYTES = 64 * 1024
/** Numbers in one line: 30,000 bytes at most. */
export const NUMBERS_PER_LINE = 1_500

/**
 * Adds lines behind the whole ones, and cuts off what a crash left of an earlier attempt. Resolves
 * when they are on the disk; the name of a new file needs a sync of the folder, which the caller
 * does once for all files.
 * @throws DamagedFileError
 */
export async function appendLines(
  path: string,
  lines: readonly BucketLine[],
  toLogFile: ToLogFile,
): Promise<void> {
  const { file: handle } = await openOrCreate(path)
  let file: LogFile = handle
  try {
    const end = await endOfLines(handle, path)
    file = toLogFile(handle, path)
    await file.truncate(end)
    // Syncs what a killed process left, before the next line's mark claims that.
    if (end > 0) await file.datasync()
    try {
      const from = end === 0 ? await begin(file) : end
      const writer = createLineWriter(file, { from, marksSync: true })
      for (const line of lines) await writer.add(line)
      await writer.finish()
      await file.datasync()
    } catch (error) {
      // A failure is ignored: lines without a mark of their campaign do not count.
      await file.truncate(end).catch(() => undefined)
      throw error
    }
  } finally {
    await file.close()
  }
}

/** Syncs the header by itself, so that its mark stays whole whatever happens to the next lines. */
async function begin(file: LogFile): Promise<number> {
  const header = encodeMarkedLine(headerOf(format))
  await writeAll(file, header, 0)
  await file.datasync()
  return header.length
}

/**
 * Finds the end of the last whole line that counts, from the file's end: adding does not read the
 * whole file. Lines from the last mark on may be what a power cut left, with a block missing among
 * them.
 */
async function endOfLines(file: FileHandle, path: string): Promise<number> {
  const { size } = await file.stat()
  const from = Math.max(0, size - 2 * LINE_BYTES)
  const bytes = Buffer.alloc(size - from)
  await file.read(bytes, 0, bytes.length, from)
  let lastEnd = 0
  let hasHole = false
  const wholeEnd = bytes.lastIndexOf(LINE_FEED) + 1
  let end = wholeEnd
  while (end > 0) {
    const start = bytes.subarray(0, end - 1).lastIndexOf(LINE_FEED) + 1
    // This line began before the bytes that were read.
    if (start === 0 && from > 0) break
    if (parseLine(bytes, start, end - 1) === undefined) {
      if (!bytes.subarray(start, end).includes(0)) {
        throw new DamagedFileError(path, `bad line at byte ${from + start}`)
      }
      // A header that the disk never kept: it is synced by itself, before any other line.
      if (from === 0 && start === 0 && end === wholeEnd) return 0
      // Whole lines behind a hole count only where a mark further on says so.
      hasHole = true
      lastEnd = 0
    } else {
      lastEnd ||= end
      if (isMarked(bytes, start)) return from + lastEnd
    }
    end = start
  }
  if (hasHole || (from > 0 && lastEnd === 0)) {
    throw new DamagedFileError(path, 'no mark of a sync at its end')
  }
  return from + lastEnd
}

/** @throws DamagedFileError */
export async function readBucket(path: string, take: (line: BucketLine) => void): Promise<void> {
  const file = await openKnown(path)
  if (!file) return
  try {
    for await (const { values, offsets } of readLines({ file, path })) {
      for (const [place, value] of values.entries()) {
        if (isHeader({ value, offset: offsets[place] ?? 0 }, format, path)) continue
        if (!isBucketLine(value)) throw new DamagedFileError(path, 'a line that names nobody')
        take(value)
      }
    }
  } finally {
    await file.close()
  }
}

async function openKnown(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, 'r')
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}

/** Puts these lines in the place of all others. */
export async function rewriteBucket(path: string, lines: readonly BucketLine[]): Promise<void> {
  await replaceLines(path, format, lines)
}

/** By hand: a schema would take most of the time of reading a long file. */
function isBucketLine(value: unknown): value is BucketLine {
  if (typeof value !== 'object' || value === null || !('campaign' in value)) return false
  if (!Number.isInteger(value.campaign)) return false
  if ('lids' in value) return isNumbers(value.lids)
  return 'people' in value && isNumbers(value.people)
}

function isNumbers(value: unknown): boolean {
  return Array.isArray(value) && value.length % 2 === 0 && value.every(Number.isSafeInteger)
}

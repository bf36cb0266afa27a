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
  /** A phone as a number, and its place in the campaign's list; and so on. */
  | { readonly campaign: number; readonly people: readonly number[] }
  /** A LID, and the phone of the same account; and so on. */
  | { readonly campaign: number; readonly lids: readonly number[] }

export const format: FileFormat = { name: 'people', migrations: [] }
const LINE_FEED = 10
/** A line is never longer, so that the end of a file shows a whole one. */
const LINE_BYTES = 64 * 1024
/** Numbers in one line: 30,000 bytes at most. */
export const NUMBERS_PER_LINE = 1_500

/**
 * Adds lines behind the whole ones; what a crash left of an earlier attempt is cut off. Resolves when
 * they are on the disk; of a new file, once its folder is synced, too: once for all of them.
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
    // What a killed process left there is on the disk before the mark says so.
    if (end > 0) await file.datasync()
    try {
      const from = end === 0 ? await begin(file) : end
      const writer = createLineWriter(file, { from, marksSync: true })
      for (const line of lines) await writer.add(line)
      await writer.finish()
      await file.datasync()
    } catch (error) {
      // Lines that count for nothing may stay: the campaign is not marked as indexed.
      await file.truncate(end).catch(() => undefined)
      throw error
    }
  } finally {
    await file.close()
  }
}

/** Puts the header on the disk by itself, so that its mark is whole whatever becomes of the next lines. */
async function begin(file: LogFile): Promise<number> {
  const header = encodeMarkedLine(headerOf(format))
  await writeAll(file, header, 0)
  await file.datasync()
  return header.length
}

/**
 * Just past the last whole line that counts, found from the end: a file is not read to add to it.
 * Lines from the last mark on may be what a power cut left, with a block missing in their midst.
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
    // This one began before what was read.
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

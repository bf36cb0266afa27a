import type { FileHandle } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import type { WritableFile } from './durable-write.ts'
import { writeAll } from './durable-write.ts'
import { sealLines } from './line-seal.ts'
import { DamagedFileError } from './storage-errors.ts'

/**
 * Files of one JSON value per line, behind the CRC of its bytes: `crc32 json`. The CRC tells whole
 * lines from those that a crash cut off. A `+` in place of the space marks the first line after a
 * sync, and the last one of a file that was put in place whole; lines behind the last mark may be
 * partly missing after a power cut.
 */

const CHUNK_BYTES = 64 * 1024
/** Length of the text that is written at once. */
const WRITTEN_LENGTH = 256 * 1024
const LINE_FEED = 10
const SPACE = 32
/** Takes the place of the space: all lines before this one were synced when it was written. */
const SYNC_MARK = 43
const markBytes = Buffer.of(SYNC_MARK)
/** Eight hexadecimal digits and a space. */
const PREFIX_BYTES = 9
/** Placeholder for the checksum until the bytes of a line are encoded. */
const unsealed = '00000000 '
/** Most bytes of UTF-8 for one UTF-16 unit. */
const MAX_BYTES_PER_UNIT = 3

export function encodeLine(value: unknown): string {
  return encodeJsonLine(JSON.stringify(value))
}

/** Encodes a value that is JSON text already. */
export function encodeJsonLine(json: string): string {
  return `${crc32(json).toString(16).padStart(8, '0')} ${json}\n`
}

/** Marks an encoded line: a sync has covered every line before it. */
export function markSynced(line: Buffer): void {
  const json = line.subarray(PREFIX_BYTES, -1)
  // The mark is under the checksum too: no single changed byte makes or unmakes one.
  const crc = crc32(json, crc32(markBytes))
  line.write(`${crc.toString(16).padStart(8, '0')}+`, 'latin1')
}

/**
 * Encodes a line with the mark that a sync covers all before it, as for the first line of a file.
 */
export function encodeMarkedLine(value: unknown): Buffer {
  const line = Buffer.from(encodeLine(value))
  markSynced(line)
  return line
}

/** Whether the whole line that begins here is marked as the first after a sync. */
export function isMarked(bytes: Buffer, from: number): boolean {
  return bytes[from + PREFIX_BYTES - 1] === SYNC_MARK
}

/** Bytes that a value of this JSON takes in a file. */
export function lineBytes(json: string): number {
  return PREFIX_BYTES + Buffer.byteLength(json) + 1
}

export type LineChunk = {
  readonly values: readonly unknown[]
  /** Where each value's line begins; the next one's beginning, or `end`, is where it ends. */
  readonly offsets: readonly number[]
  /** Just past the last whole line so far. */
  readonly end: number
}

/**
 * Reads whole lines in pieces small enough to leave the event loop free. A torn last line is left
 * out: then the last `end` is smaller than the file.
 * @throws DamagedFileError for a bad line with others after it
 */
export async function* readLines({
  file,
  path,
  from = 0,
  to = Number.POSITIVE_INFINITY,
  chunkBytes = CHUNK_BYTES,
  isWanted = () => true,
  isUnsynced = false,
}: {
  readonly file: Pick<FileHandle, 'read'>
  /** Path named in errors. */
  readonly path: string
  readonly from?: number
  readonly to?: number
  /** Bytes read at a time; a caller that needs a line or two asks for little. */
  readonly chunkBytes?: number
  /** Chooses the pieces to parse; the lines of others are skipped, unchecked. */
  readonly isWanted?: ((lines: Buffer) => boolean) | undefined
  /**
   * Whether any of these lines may be what a power cut left of one change, however broken: only a
   * mark further on tells then that they had been synced.
   */
  readonly isUnsynced?: boolean
}): AsyncGenerator<LineChunk, void, undefined> {
  let position = from
  let rest: Buffer = Buffer.alloc(0)
  let isTorn = false
  let hasMarks = isUnsynced
  for (;;) {
    const wanted = Math.min(chunkBytes, to - position)
    const chunk = Buffer.allocUnsafe(Math.max(wanted, 0))
    const { bytesRead } = wanted > 0 ? await file.read(chunk, 0, wanted, position) : noBytes
    if (bytesRead === 0) return
    const start = position - rest.length
    const bytes = joined(rest, chunk.subarray(0, bytesRead))
    position += bytesRead
    if (isTorn) {
      if (hasMarks) rest = refuseSynced(bytes, path, start)
      else refuseMore(bytes, path, start)
      continue
    }
    const wholeBytes = bytes.lastIndexOf(LINE_FEED) + 1
    const parsed = isWanted(bytes.subarray(0, wholeBytes))
      ? parseLines(bytes, start)
      : {
          values: [],
          offsets: [],
          usedBytes: wholeBytes,
          goodBytes: wholeBytes,
          isBad: false,
          hasMark: false,
        }
    hasMarks ||= parsed.hasMark
    rest = bytes.subarray(parsed.usedBytes)
    if (parsed.goodBytes > 0) {
      yield { values: parsed.values, offsets: parsed.offsets, end: start + parsed.goodBytes }
    }
    if (parsed.isBad) {
      const bad = bytes.subarray(parsed.goodBytes, parsed.usedBytes)
      if (!isUnsynced) refuseWhole(bad, path, start + parsed.goodBytes)
      isTorn = true
      const after = bytes.subarray(parsed.goodBytes)
      const unfinished = refuseSynced(after, path, start + parsed.goodBytes)
      if (hasMarks) rest = unfinished
      else {
        refuseMore(rest, path, start + parsed.goodBytes)
        rest = Buffer.alloc(0)
      }
    }
  }
}

const noBytes = { bytesRead: 0 }

function joined(rest: Buffer, chunk: Buffer): Buffer {
  return rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
}

/**
 * Throws for a broken line with a line feed, unless a block inside never reached the disk: such a
 * block reads as zeros, which no sealed line contains.
 */
function refuseWhole(line: Buffer, path: string, offset: number): void {
  if (!line.includes(0)) throw new DamagedFileError(path, `bad line at byte ${offset}`)
}

/** Throws where anything but the zeros of an unwritten block follows a torn line. */
function refuseMore(bytes: Buffer, path: string, offset: number): void {
  if (bytes.some((byte) => byte !== 0)) {
    throw new DamagedFileError(path, `bad line at byte ${offset}`)
  }
}

/**
 * Throws where a mark further on shows that the broken line had been synced. Unsynced lines reach
 * the disk in any order, so whole ones may follow a lost one.
 */
function refuseSynced(bytes: Buffer, path: string, offset: number): Buffer {
  let from = 0
  for (;;) {
    const end = bytes.indexOf(LINE_FEED, from)
    if (end < 0) return withoutHole(bytes.subarray(from))
    const line = withoutHole(bytes.subarray(from, end))
    if (isMarked(line, 0) && parseLine(line, 0, line.length) !== undefined) {
      throw new DamagedFileError(path, `bad line near byte ${offset + from}`)
    }
    from = end + 1
  }
}

/** Drops the zeros of a lost block, which may include the end of the line before. */
function withoutHole(line: Buffer): Buffer {
  return line.subarray(line.lastIndexOf(0) + 1)
}

function parseLines(bytes: Buffer, start: number) {
  const values: unknown[] = []
  const offsets: number[] = []
  let from = 0
  let hasMark = false
  for (;;) {
    const end = bytes.indexOf(LINE_FEED, from)
    if (end < 0) return { values, offsets, usedBytes: from, goodBytes: from, isBad: false, hasMark }
    const value = parseLine(bytes, from, end)
    if (value === undefined) {
      return { values, offsets, usedBytes: end + 1, goodBytes: from, isBad: true, hasMark }
    }
    values.push(value)
    hasMark ||= isMarked(bytes, from)
    offsets.push(start + from)
    from = end + 1
  }
}

/** Parses the line between two offsets; `undefined` where it is broken. */
export function parseLine(bytes: Buffer, from: number, end: number): unknown {
  const jsonFrom = from + PREFIX_BYTES
  if (end <= jsonFrom) return undefined
  const separator = bytes[jsonFrom - 1]
  if (separator !== SPACE && separator !== SYNC_MARK) return undefined
  const sealed = separator === SPACE ? jsonFrom : jsonFrom - 1
  if (hexValue(bytes, from) !== crc32(bytes.subarray(sealed, end))) return undefined
  return JSON.parse(bytes.toString('utf8', jsonFrom, end))
}

/** Parses eight lower-case hexadecimal digits; -1 for anything else. */
function hexValue(bytes: Buffer, from: number): number {
  let value = 0
  for (let place = from; place < from + 8; place += 1) {
    const digit = hexDigit(bytes[place] ?? 0)
    if (digit < 0) return -1
    value = value * 16 + digit
  }
  return value
}

function hexDigit(byte: number): number {
  if (byte >= 48 && byte <= 57) return byte - 48
  if (byte >= 97 && byte <= 102) return byte - 87
  return -1
}

/**
 * Writes many lines in pieces; `finish` writes the last piece.
 * @param marksSync marks the first line; only where everything before `from` is synced
 */
export function createLineWriter(
  file: WritableFile,
  { from = 0, marksSync = false }: { readonly from?: number; readonly marksSync?: boolean } = {},
) {
  let pending = ''
  let position = from
  let room: Buffer = Buffer.alloc(0)

  return { add, addJson, finish, position: () => position }

  /** Returns a promise only when a piece is full, to be awaited then. */
  function add(value: unknown): Promise<void> | undefined {
    return addJson(JSON.stringify(value))
  }

  /** Adds a value that is JSON text already. */
  function addJson(json: string): Promise<void> | undefined {
    pending += `${unsealed}${json}\n`
    return pending.length >= WRITTEN_LENGTH ? finish() : undefined
  }

  async function finish(): Promise<void> {
    const neededBytes = pending.length * MAX_BYTES_PER_UNIT
    if (room.length < neededBytes) room = Buffer.allocUnsafeSlow(neededBytes)
    // Reuses one buffer and seals all lines at once: a buffer per piece and a zlib call per line
    // would take longer than all the rest.
    const bytes = room.subarray(0, room.write(pending))
    pending = ''
    sealLines(bytes)
    const isFirst = position === from
    if (isFirst && marksSync) markSynced(bytes.subarray(0, bytes.indexOf(LINE_FEED) + 1))
    await writeAll(file, bytes, position)
    position += bytes.length
  }
}

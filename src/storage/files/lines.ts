import type { FileHandle } from 'node:fs/promises'
import { crc32 } from 'node:zlib'
import type { WritableFile } from './durable-write.ts'
import { writeAll } from './durable-write.ts'
import { sealLines } from './line-seal.ts'
import { DamagedFileError } from './storage-errors.ts'

/**
 * Files of one JSON value per line, each behind the CRC of its bytes: `crc32 json`. A line that
 * was written whole is told from one that a crash cut off.
 */

const CHUNK_BYTES = 64 * 1024
const LINE_FEED = 10
const SPACE = 32
/** Eight hexadecimal digits and a space. */
const PREFIX_BYTES = 9
/** Room for them, until the bytes of a line are there to be counted. */
const unsealed = '00000000 '
/** Of UTF-8, for one unit of a string. */
const MAX_BYTES_PER_UNIT = 3

export function encodeLine(value: unknown): string {
  const json = JSON.stringify(value)
  return `${crc32(json).toString(16).padStart(8, '0')} ${json}\n`
}

/** What a value of this JSON takes in a file. */
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
}: {
  readonly file: Pick<FileHandle, 'read'>
  /** For the error. */
  readonly path: string
  readonly from?: number
  readonly to?: number
  /** Read at a time: whoever wants a line or two asks for little. */
  readonly chunkBytes?: number
  /** Lines of a piece for which it answers false are passed over, unread and unchecked. */
  readonly isWanted?: ((lines: Buffer) => boolean) | undefined
}): AsyncGenerator<LineChunk, void, undefined> {
  let position = from
  let rest: Buffer = Buffer.alloc(0)
  let isTorn = false
  for (;;) {
    const wanted = Math.min(chunkBytes, to - position)
    const chunk = Buffer.allocUnsafe(Math.max(wanted, 0))
    const { bytesRead } = wanted > 0 ? await file.read(chunk, 0, wanted, position) : noBytes
    if (bytesRead === 0) return
    const start = position - rest.length
    const bytes = joined(rest, chunk.subarray(0, bytesRead))
    position += bytesRead
    if (isTorn) {
      refuseMore(bytes, path, start)
      continue
    }
    const wholeBytes = bytes.lastIndexOf(LINE_FEED) + 1
    const parsed = isWanted(bytes.subarray(0, wholeBytes))
      ? parseLines(bytes, start)
      : { values: [], offsets: [], usedBytes: wholeBytes, goodBytes: wholeBytes, isBad: false }
    rest = bytes.subarray(parsed.usedBytes)
    if (parsed.goodBytes > 0) {
      yield { values: parsed.values, offsets: parsed.offsets, end: start + parsed.goodBytes }
    }
    if (parsed.isBad) {
      refuseWhole(
        bytes.subarray(parsed.goodBytes, parsed.usedBytes),
        path,
        start + parsed.goodBytes,
      )
      isTorn = true
      refuseMore(rest, path, start + parsed.goodBytes)
      rest = Buffer.alloc(0)
    }
  }
}

const noBytes = { bytesRead: 0 }

function joined(rest: Buffer, chunk: Buffer): Buffer {
  return rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
}

/**
 * A line that has its end was written whole, unless a block in its midst never reached the disk:
 * that one reads as zeros, which no line of ours contains.
 */
function refuseWhole(line: Buffer, path: string, offset: number): void {
  if (!line.includes(0)) throw new DamagedFileError(path, `bad line at byte ${offset}`)
}

/** Only the padding of a block that never was written may follow a torn line. */
function refuseMore(bytes: Buffer, path: string, offset: number): void {
  if (bytes.some((byte) => byte !== 0)) {
    throw new DamagedFileError(path, `bad line at byte ${offset}`)
  }
}

function parseLines(bytes: Buffer, start: number) {
  const values: unknown[] = []
  const offsets: number[] = []
  let from = 0
  for (;;) {
    const end = bytes.indexOf(LINE_FEED, from)
    if (end < 0) return { values, offsets, usedBytes: from, goodBytes: from, isBad: false }
    const value = parseLine(bytes, from, end)
    if (value === undefined) {
      return { values, offsets, usedBytes: end + 1, goodBytes: from, isBad: true }
    }
    values.push(value)
    offsets.push(start + from)
    from = end + 1
  }
}

/** What the line between two places holds; `undefined` where it is broken. */
export function parseLine(bytes: Buffer, from: number, end: number): unknown {
  const jsonFrom = from + PREFIX_BYTES
  if (end <= jsonFrom || bytes[jsonFrom - 1] !== SPACE) return undefined
  const claimed = hexValue(bytes, from)
  if (claimed !== crc32(bytes.subarray(jsonFrom, end))) return undefined
  return JSON.parse(bytes.toString('utf8', jsonFrom, end))
}

/** The number that eight lower-case hexadecimal digits spell; -1 for anything else. */
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

/** Writes many lines one after the other, in pieces; `finish` brings the last ones out. */
export function createLineWriter(file: WritableFile, from = 0) {
  let pending = ''
  let position = from
  let room: Buffer = Buffer.alloc(0)

  return { add, addJson, finish, position: () => position }

  /** A promise only when a piece is full: await it where there is one. */
  function add(value: unknown): Promise<void> | undefined {
    return addJson(JSON.stringify(value))
  }

  /** Like `add`, of a value that is JSON text already. */
  function addJson(json: string): Promise<void> | undefined {
    pending += `${unsealed}${json}\n`
    return pending.length >= CHUNK_BYTES ? finish() : undefined
  }

  async function finish(): Promise<void> {
    const neededBytes = pending.length * MAX_BYTES_PER_UNIT
    if (room.length < neededBytes) room = Buffer.allocUnsafeSlow(neededBytes)
    // A buffer of its own for every piece, and a call into zlib for every line, would take longer
    // than all the rest.
    const bytes = room.subarray(0, room.write(pending))
    pending = ''
    sealLines(bytes)
    await writeAll(file, bytes, position)
    position += bytes.length
  }
}

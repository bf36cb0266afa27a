import { crc32 } from 'node:zlib'
import type { KeyChange } from '../../domain/devices/device-keys.ts'
import { type FileFormat, headerOf, readHeader, unchanged } from '../files/file-format.ts'
import { encodeLine, parseLine } from '../files/lines.ts'

/**
 * The bytes of a key log. A segment is a header line, a mark and records; a record is what one
 * transaction changed, kept or lost as a whole: payload length, CRC-32 of the payload, payload. The
 * payload is entries: key length (2 bytes), value length (4), key, value. Between records stand
 * marks, whose payload is the number of bytes of the segment that a sync had covered; a bit of the
 * length tells them from records.
 */

export type ScannedEntry = {
  readonly key: string
  /** From the start of the segment. */
  readonly offset: number
  readonly length: number
  readonly isRemoval: boolean
}

export const format: FileFormat = { name: 'device-keys', migrations: [unchanged] }
/** In place of the header in version 1. */
export const SEGMENT_MAGIC = Buffer.from('DISPKEY1', 'latin1')
/** The header is looked for in so many bytes. */
const HEADER_MAX_BYTES = 256
const LINE_FEED = 10
const RECORD_HEADER_BYTES = 8
const ENTRY_HEADER_BYTES = 6
const REMOVED = 0xffff_ffff
const MARK_PAYLOAD_BYTES = 4
const MARK_LENGTH = 0x8000_0000 + MARK_PAYLOAD_BYTES
const MARK_BYTES = RECORD_HEADER_BYTES + MARK_PAYLOAD_BYTES
const markStart = lengthBytes(MARK_LENGTH)
/** The unit in which disks write; no record has as many zeros in a row. */
const MISSING_BLOCK = Buffer.alloc(512)

/** One record, and where each of its entries begins within it. */
export function encodeRecord(changes: readonly KeyChange[]) {
  const entries = changes.map(encodeEntry)
  const payload = Buffer.concat(entries)
  const header = Buffer.allocUnsafe(RECORD_HEADER_BYTES)
  header.writeUInt32LE(payload.length, 0)
  header.writeUInt32LE(crc32(payload), 4)
  let offset = RECORD_HEADER_BYTES
  const places = entries.map((entry) => {
    const place = { offset, length: entry.length }
    offset += entry.length
    return place
  })
  return { bytes: Buffer.concat([header, payload]), places }
}

function encodeEntry({ key, value }: KeyChange): Buffer {
  const keyBytes = Buffer.byteLength(key)
  const valueBytes = value === null ? 0 : Buffer.byteLength(value)
  const entry = Buffer.allocUnsafe(ENTRY_HEADER_BYTES + keyBytes + valueBytes)
  entry.writeUInt16LE(keyBytes, 0)
  entry.writeUInt32LE(value === null ? REMOVED : valueBytes, 2)
  entry.write(key, ENTRY_HEADER_BYTES)
  if (value !== null) entry.write(value, ENTRY_HEADER_BYTES + keyBytes)
  return entry
}

/** What a new segment begins with; early segments of version 1 have no mark. */
export function encodeStart(): Buffer {
  return Buffer.concat([Buffer.from(encodeLine(headerOf(format))), encodeMark(0)])
}

/** Encodes a mark: a sync has covered so many bytes of the segment. */
export function encodeMark(syncedBytes: number): Buffer {
  const payload = lengthBytes(syncedBytes)
  return Buffer.concat([markStart, lengthBytes(crc32(payload)), payload])
}

function lengthBytes(length: number): Buffer {
  const bytes = Buffer.allocUnsafe(4)
  bytes.writeUInt32LE(length)
  return bytes
}

/** The key and the JSON text of one entry. */
export function decodeEntry(entry: Buffer): { key: string; value: string } {
  const keyEnd = ENTRY_HEADER_BYTES + entry.readUInt16LE(0)
  return {
    key: entry.toString('utf8', ENTRY_HEADER_BYTES, keyEnd),
    value: entry.toString('utf8', keyEnd),
  }
}

/**
 * Reads a segment up to its first bad record. `torn` is a record that a crash cut off at the end
 * of the file, or one behind the last sync with a block of it missing, whatever follows; anything
 * else that can't be read is `corrupt`, and is never skipped.
 * @throws NewerFormatError, and DamagedFileError for the header of another kind of file
 */
export function scanSegment(
  { bytes: segment, path }: { readonly bytes: Buffer; readonly path: string },
  onEntry: (entry: ScannedEntry) => void,
): { goodBytes: number; end: 'whole' | 'torn' | 'corrupt' } {
  const start = recordsStart(segment, path)
  if (start === undefined) return { goodBytes: 0, end: startEnd(segment) }
  let offset = start
  let hasMarks = false
  while (offset < segment.length) {
    if (markAt(segment, offset) !== undefined) {
      hasMarks = true
      offset += MARK_BYTES
      continue
    }
    const end = recordEnd(segment, offset)
    if (end === undefined || !hasGoodChecksum(segment, offset, end)) {
      const isLost = isTorn(segment, offset, end) || (hasMarks && hasHole(segment, offset))
      const isLoss = isLost && !isMarkedLater(segment, offset)
      return { goodBytes: offset, end: isLoss ? 'torn' : 'corrupt' }
    }
    scanEntries(segment, { from: offset + RECORD_HEADER_BYTES, to: end }, onEntry)
    offset = end
  }
  return { goodBytes: offset, end: 'whole' }
}

/** Where marks and records begin; undefined while neither header nor magic word is whole. */
function recordsStart(segment: Buffer, path: string): number | undefined {
  const { length } = SEGMENT_MAGIC
  if (segment.subarray(0, length).equals(SEGMENT_MAGIC)) return length
  const end = segment.subarray(0, HEADER_MAX_BYTES).indexOf(LINE_FEED)
  if (end < 0) return undefined
  const version = readHeader(parseLine(segment, 0, end), format, path)
  return version === undefined ? undefined : end + 1
}

/** How a segment without a whole start ends: a crash leaves a part of it, or zeros. */
function startEnd(segment: Buffer): 'whole' | 'torn' | 'corrupt' {
  if (segment.length === 0) return 'whole'
  const isCut = encodeStart().subarray(0, segment.length).equals(segment)
  return isCut || segment.length < SEGMENT_MAGIC.length || isBlank(segment) ? 'torn' : 'corrupt'
}

/** Reads the mark at `offset`, if there is one. */
function markAt(segment: Buffer, offset: number): number | undefined {
  if (offset + MARK_BYTES > segment.length) return undefined
  if (segment.readUInt32LE(offset) !== MARK_LENGTH) return undefined
  const payload = segment.subarray(offset + RECORD_HEADER_BYTES, offset + MARK_BYTES)
  if (crc32(payload) !== segment.readUInt32LE(offset + 4)) return undefined
  return payload.readUInt32LE()
}

/** Whether a mark further on shows that `offset` had been synced. */
function isMarkedLater(segment: Buffer, offset: number): boolean {
  let place = segment.indexOf(markStart, offset)
  while (place >= 0) {
    if ((markAt(segment, place) ?? 0) > offset) return true
    place = segment.indexOf(markStart, place + 1)
  }
  return false
}

/**
 * Whether a block is missing: blocks reach the disk in any order, and a missing one reads as zeros.
 */
function hasHole(segment: Buffer, offset: number): boolean {
  return segment.indexOf(MISSING_BLOCK, offset) >= 0
}

/** End of the record at `offset` by its header; `undefined` while the header is cut off. */
function recordEnd(segment: Buffer, offset: number): number | undefined {
  if (offset + RECORD_HEADER_BYTES > segment.length) return undefined
  return offset + RECORD_HEADER_BYTES + segment.readUInt32LE(offset)
}

function hasGoodChecksum(segment: Buffer, offset: number, end: number): boolean {
  if (end > segment.length || end === offset + RECORD_HEADER_BYTES) return false
  const payload = segment.subarray(offset + RECORD_HEADER_BYTES, end)
  return crc32(payload) === segment.readUInt32LE(offset + 4)
}

/** Whether a bad record was torn by a crash, which may also leave zeros at the file's end. */
function isTorn(segment: Buffer, offset: number, end: number | undefined): boolean {
  return end === undefined || end >= segment.length || isBlank(segment.subarray(offset))
}

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0)
}

function scanEntries(
  segment: Buffer,
  record: { from: number; to: number },
  onEntry: (entry: ScannedEntry) => void,
): void {
  let offset = record.from
  while (offset < record.to) {
    const keyBytes = segment.readUInt16LE(offset)
    const valueBytes = segment.readUInt32LE(offset + 2)
    const isRemoval = valueBytes === REMOVED
    const length = ENTRY_HEADER_BYTES + keyBytes + (isRemoval ? 0 : valueBytes)
    const keyStart = offset + ENTRY_HEADER_BYTES
    const key = segment.toString('utf8', keyStart, keyStart + keyBytes)
    onEntry({ key, offset, length, isRemoval })
    offset += length
  }
}

import { closeSync, fdatasync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs'
import { open, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { KeyIndex, Place } from './key-index.ts'
import { encodeMark, SEGMENT_MAGIC, scanSegment } from './key-record.ts'

/** One file of a key log. */
export type Segment = {
  readonly id: number
  readonly path: string
  readonly fd: number
  bytes: number
}

/** The log can't be read: a record in the middle, not the last one, is damaged. */
export class CorruptKeyLogError extends Error {}

/** With a mark, which tells a segment whose syncs are marked from those of earlier versions. */
const segmentStart = Buffer.concat([SEGMENT_MAGIC, encodeMark(0)])

const SEGMENT_NAME = /^keys-(\d{8})\.log$/

export function createSegment(folder: string, id: number): Segment {
  const path = join(folder, `keys-${String(id).padStart(8, '0')}.log`)
  const segment = { id, path, fd: openSync(path, 'a+', 0o600), bytes: 0 }
  writeWhole(segment, segmentStart)
  return segment
}

/**
 * Opens the segments of a folder, oldest first, and puts what they hold into the index. A record
 * that a crash cut off at the very end is removed. @throws CorruptKeyLogError
 */
export async function loadSegments(folder: string, index: KeyIndex): Promise<Segment[]> {
  const ids = (await readdir(folder))
    .map((name) => Number(SEGMENT_NAME.exec(name)?.[1] ?? 0))
    .filter((id) => id > 0)
    .sort((one, other) => one - other)
  const segments: Segment[] = []
  try {
    for (const id of ids)
      segments.push(await loadSegment({ folder, id, index, isLast: id === ids.at(-1) }))
  } catch (error) {
    for (const { fd } of segments) closeSync(fd)
    throw error
  }
  return segments
}

async function loadSegment(task: {
  folder: string
  id: number
  index: KeyIndex
  isLast: boolean
}): Promise<Segment> {
  const { folder, id, index, isLast } = task
  const path = join(folder, `keys-${String(id).padStart(8, '0')}.log`)
  const bytes = await readFile(path)
  const { goodBytes, end } = scanSegment(bytes, ({ key, offset, length, isRemoval }) => {
    if (isRemoval) return index.remove(key)
    index.set(key, { segment: id, offset, length })
  })
  if (end === 'corrupt' || (end === 'torn' && !isLast)) {
    throw new CorruptKeyLogError(`segment ${id} is damaged at byte ${goodBytes}`)
  }
  const segment = { id, path, fd: openSync(path, 'a+', 0o600), bytes: goodBytes }
  if (end === 'torn') ftruncateSync(segment.fd, goodBytes)
  if (goodBytes === 0) writeWhole(segment, segmentStart)
  return segment
}

export function readPlace(segment: Segment, place: Place): Buffer {
  const bytes = Buffer.allocUnsafe(place.length)
  let done = 0
  while (done < place.length) {
    const count = readSync(segment.fd, bytes, done, place.length - done, place.offset + done)
    if (count === 0)
      throw new Error(`segment ${segment.id} ends before byte ${place.offset + done}`)
    done += count
  }
  return bytes
}

/** Appends all bytes, or none: a write that failed half way is taken back. */
export function writeWhole(segment: Segment, bytes: Buffer): void {
  let done = 0
  try {
    while (done < bytes.length) done += writeSync(segment.fd, bytes, done)
  } catch (error) {
    if (done > 0) ftruncateSync(segment.fd, segment.bytes)
    throw error
  }
  segment.bytes += bytes.length
}

export const syncSegment = (segment: Segment): Promise<void> => dataSync(segment.fd)

const dataSync = promisify(fdatasync)

/** Makes new and deleted names of a folder survive a power failure. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

import { closeSync, fdatasync, ftruncateSync, openSync, readSync, writeSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { DamagedKeysError } from '../../domain/devices/device-keys.ts'
import type { KeyIndex, Place } from '../../domain/devices/key-index.ts'
import { FILE_MODE } from '../files/durable-write.ts'
import { createSegmentFiles, type SegmentFiles } from '../files/segment-files.ts'
import { encodeStart, scanSegment } from './key-record.ts'

/** One file of a key log. */
export type Segment = {
  readonly id: number
  readonly path: string
  readonly fd: number
  bytes: number
}

export const keyFiles = (folder: string) =>
  createSegmentFiles({ folder, prefix: 'keys-', suffix: '.log', digits: 8 })

export function createSegment(files: SegmentFiles, id: number): Segment {
  const path = files.pathOf(id)
  const segment = { id, path, fd: openSync(path, 'a+', FILE_MODE), bytes: 0 }
  writeWhole(segment, encodeStart())
  return segment
}

/**
 * Opens the segments of a folder, oldest first, and indexes their entries. A record that a crash
 * cut off at the very end is removed.
 * @throws DamagedKeysError, DamagedFileError, NewerFormatError
 */
export async function loadSegments(files: SegmentFiles, index: KeyIndex): Promise<Segment[]> {
  const ids = await files.list()
  const segments: Segment[] = []
  try {
    for (const id of ids)
      segments.push(await loadSegment({ files, id, index, isLast: id === ids.at(-1) }))
  } catch (error) {
    for (const { fd } of segments) closeSync(fd)
    throw error
  }
  return segments
}

async function loadSegment(task: {
  files: SegmentFiles
  id: number
  index: KeyIndex
  isLast: boolean
}): Promise<Segment> {
  const { files, id, index, isLast } = task
  const path = files.pathOf(id)
  const bytes = await readFile(path)
  const { goodBytes, end } = scanSegment({ bytes, path }, ({ key, offset, length, isRemoval }) => {
    if (isRemoval) return index.remove(key)
    index.set(key, { segment: id, offset, length })
  })
  if (end === 'corrupt' || (end === 'torn' && !isLast)) {
    throw new DamagedKeysError(`segment ${id} is damaged at byte ${goodBytes}`)
  }
  const segment = { id, path, fd: openSync(path, 'a+', FILE_MODE), bytes: goodBytes }
  if (end === 'torn') ftruncateSync(segment.fd, goodBytes)
  if (goodBytes === 0) writeWhole(segment, encodeStart())
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

/** Appends all bytes, or none: a partial write is undone. */
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

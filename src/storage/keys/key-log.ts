import { closeSync, fdatasyncSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import type { KeyChange } from '../../domain/devices/device-keys.ts'
import { createKeyIndex } from '../../domain/devices/key-index.ts'
import { makeFolder, syncFolder } from '../files/durable-write.ts'
import { decodeEntry, encodeMark, encodeRecord, scanSegment } from './key-record.ts'
import {
  createSegment,
  keyFiles,
  loadSegments,
  readPlace,
  type Segment,
  syncSegment,
  writeWhole,
} from './key-segment.ts'

export type KeyLogOptions = {
  /** A full segment is followed by a new one. */
  readonly segmentBytes?: number
  /** Bytes of outdated entries that are never worth a compaction. */
  readonly slackBytes?: number
  /** Least time between two fdatasync calls. */
  readonly syncIntervalMs?: number
}

const COPY_BATCH_BYTES = 256 * 1024

/**
 * Keys of one device: an append-only log in segments, with an index in memory and the values on
 * the disk. A commit is one write, done when `commit` returns, so a killed process loses nothing;
 * the disk is told to keep it in the background, many commits at a time. Opens or creates the log
 * in `folder`.
 * @throws DamagedKeysError, DamagedFileError, NewerFormatError
 */
export async function openKeyLog(folder: string, options: KeyLogOptions = {}) {
  const { segmentBytes = 16 << 20, slackBytes = 8 << 20, syncIntervalMs = 20 } = options
  await makeFolder(folder)
  const files = keyFiles(folder)
  const index = createKeyIndex()
  const segments = await loadSegments(files, index)
  let compaction: Promise<void> | null = null
  let syncing: Promise<void> | null = null
  let isDirty = false
  /** Synced length of the active segment while no mark records it. */
  let unmarkedBytes: number | null = null
  let isFolderDirty = false
  let isClosed = false
  let failure: Error | null = null
  let active = segments.at(-1) ?? addSegment(1)
  const counts = { commits: 0, syncs: 0, writtenBytes: 0 }

  return {
    has: (key: string) => index.has(key),
    names: index.names,
    read,
    commit,
    sync,
    close,
    hasFailed: () => failure !== null,
    stats,
  }

  function read(key: string): string | undefined {
    // Refused once closed: its file descriptor may belong to another device's keys by now.
    if (isClosed) throw new Error('the key log is closed')
    const place = index.find(key)
    if (!place) return undefined
    const segment = segments.find(({ id }) => id === place.segment)
    if (!segment) throw new Error(`segment ${place.segment} of the key log is gone`)
    return decodeEntry(readPlace(segment, place)).value
  }

  function commit(changes: readonly KeyChange[]): void {
    if (changes.length === 0) return
    if (failure) throw failure
    if (isClosed) throw new Error('the key log is closed')
    append(changes)
    counts.commits += 1
    syncSoon()
    compactSoon()
  }

  function append(changes: readonly KeyChange[]): void {
    if (active.bytes >= segmentBytes) rotate()
    const { bytes, places } = encodeRecord(changes)
    // A mark travels with the next commit, so that it costs no write of its own.
    const mark = unmarkedBytes === null ? null : encodeMark(unmarkedBytes)
    const start = active.bytes + (mark?.length ?? 0)
    writeWhole(active, mark ? Buffer.concat([mark, bytes]) : bytes)
    unmarkedBytes = null
    counts.writtenBytes += bytes.length
    for (const [position, { key, value }] of changes.entries()) {
      const place = places[position]
      if (value === null || !place) index.remove(key)
      else index.set(key, { ...place, segment: active.id, offset: start + place.offset })
    }
    isDirty = true
  }

  function rotate(): void {
    // A segment that isn't the last one counts as whole, so it must be on the disk before the next.
    fdatasyncSync(active.fd)
    active = addSegment(active.id + 1)
    unmarkedBytes = null
  }

  function addSegment(id: number): Segment {
    const segment = createSegment(files, id)
    segments.push(segment)
    isFolderDirty = true
    return segment
  }

  function syncSoon(): void {
    syncing ??= syncLoop().finally(() => {
      syncing = null
    })
  }

  async function syncLoop(): Promise<void> {
    while (isDirty && !failure) {
      await delay(syncIntervalMs)
      await syncNow()
    }
  }

  async function syncNow(): Promise<void> {
    isDirty = false
    counts.syncs += 1
    try {
      if (isFolderDirty) await syncFolder(folder)
      isFolderDirty = false
      await syncActive()
    } catch (cause) {
      // The kernel may have dropped the pages it failed to write: another sync would only seem to
      // succeed.
      failure ??= new Error('the key log could not be brought to the disk', { cause })
    }
  }

  async function syncActive(): Promise<void> {
    const segment = active
    const { bytes } = segment
    await syncSegment(segment)
    if (segment === active) unmarkedBytes = bytes
  }

  async function sync(): Promise<void> {
    while ((isDirty || syncing) && !failure) await (syncing ?? syncNow())
    if (failure) throw failure
  }

  function compactSoon(): void {
    if (compaction || !needsCompaction()) return
    compaction = compact()
      .catch((cause: unknown) => {
        failure ??= new Error('the key log could not be compacted', { cause })
      })
      .finally(() => {
        compaction = null
      })
  }

  function needsCompaction(): boolean {
    return totalBytes() > 2 * index.liveBytes() + slackBytes
  }

  /** Copies what is still live out of the oldest segments and deletes these, oldest first. */
  async function compact(): Promise<void> {
    while (needsCompaction() && !isClosed) {
      const oldest = segments[0]
      if (!oldest) return
      if (oldest === active) rotate()
      await copyLive(oldest)
      if (isClosed) return
      await syncSegment(active)
      segments.splice(segments.indexOf(oldest), 1)
      closeSync(oldest.fd)
      await files.remove(oldest.id)
    }
  }

  async function copyLive(segment: Segment): Promise<void> {
    const bytes = await readFile(segment.path)
    const entries: { key: string; offset: number; length: number }[] = []
    scanSegment({ bytes, path: segment.path }, (entry) => {
      if (!entry.isRemoval && index.isAt(entry.key, segment.id, entry.offset)) entries.push(entry)
    })
    let batch: KeyChange[] = []
    let batchBytes = 0
    for (const { key, offset, length } of entries) {
      if (isClosed) return
      if (!index.isAt(key, segment.id, offset)) continue
      batch.push(decodeEntry(bytes.subarray(offset, offset + length)))
      batchBytes += length
      if (batchBytes < COPY_BATCH_BYTES) continue
      append(batch)
      batch = []
      batchBytes = 0
      await nextTurn()
    }
    if (batch.length > 0) append(batch)
  }

  async function close(): Promise<void> {
    if (isClosed) return
    isClosed = true
    await compaction
    await sync().finally(() => {
      for (const { fd } of segments) closeSync(fd)
    })
  }

  function totalBytes(): number {
    return segments.reduce((sum, { bytes }) => sum + bytes, 0)
  }

  function stats() {
    return {
      ...counts,
      rows: index.count(),
      liveBytes: index.liveBytes(),
      totalBytes: totalBytes(),
    }
  }
}

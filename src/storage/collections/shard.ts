import { Low } from 'lowdb'
import type { z } from 'zod'
import type { Damages } from '../damage/damages.ts'
import { createDurableFile } from '../files/durable-file.ts'
import type { FileFormat } from '../files/file-format.ts'
import { copyAsLast, lastPathOf, readLastGood } from './last-good.ts'
import { completeShard, type Entry, encodeShard, readShard } from './shard-file.ts'

/** Size from which a shard takes no new records; those it has may still grow. */
const ROOM_BYTES = 48 * 1024
const ROOM_RECORDS = 64
/** Room reserved per record: records grow later, a campaign's text for one. */
const MIN_RECORD_BYTES = 1_024

type Entries<Record> = readonly Entry<Record>[]

export type Shard<Record> = {
  readonly path: string
  readonly number: number
  /** @throws NewerFormatError */
  load(found: { readonly hasLast: boolean }): Promise<Entries<Record>>
  /** Adds the entry, or replaces the one with the same owner and id. */
  put(entry: Entry<Record>): Promise<void>
  drop(entry: Entry<Record>): Promise<void>
  /** Waits until the entry is on the disk or undone. @returns whether this entry is there */
  keeps(entry: Entry<Record>): Promise<boolean>
  hasRoom(): boolean
}

/** One file of a collection. Changes show in memory at once and are undone if the disk refuses. */
export function openShard<Record extends { readonly id: string }>({
  path,
  number,
  format,
  schema,
  damages,
  onUndo,
}: {
  readonly path: string
  readonly number: number
  readonly format: FileFormat
  readonly schema: z.ZodType<Record>
  readonly damages: Damages
  /** Called when the disk refused a change: `after` replaces `before`. */
  readonly onUndo: (before: Entries<Record>, after: Entries<Record>) => void
}): Shard<Record> {
  let isRepaired = false
  let fileBytes = 0
  /** Size of these entries, as it was last measured. */
  let measured: { readonly entries: Entries<Record>; readonly bytes: number } | null = null
  const file = createDurableFile<Entries<Record>>({
    path,
    lastPath: lastPathOf(path),
    load: read,
    encode: (entries) => encodeShard(entries, format),
    onFailure: undo,
  })
  const low = new Low<Entries<Record>>(file, [])
  const sizes = new WeakMap<Entry<Record>, number>()

  return { path, number, load, put, drop, keeps, hasRoom }

  async function load({ hasLast }: { readonly hasLast: boolean }): Promise<Entries<Record>> {
    await low.read()
    if (isRepaired) await low.write()
    else if (!hasLast) await copyAsLast(path)
    // Estimated by the file: to encode all records of all shards would delay the first one that is
    // added.
    const bytes = Math.max(fileBytes, low.data.length * MIN_RECORD_BYTES)
    measured = { entries: low.data, bytes }
    return low.data
  }

  async function read(): Promise<Entries<Record> | null> {
    const found = await readLastGood({
      path,
      read: (bytes, from) => {
        fileBytes = bytes.length
        return readShard(bytes, { path: from, format, schema })
      },
      complete: completeShard,
      damages,
    })
    isRepaired = found?.isRepaired ?? false
    return found?.data.entries ?? null
  }

  async function put(entry: Entry<Record>): Promise<void> {
    const entries = low.data
    const place = entries.findIndex((other) => isSame(other, entry))
    await change(place < 0 ? [...entries, entry] : entries.with(place, entry))
  }

  async function drop(entry: Entry<Record>): Promise<void> {
    await change(low.data.filter((other) => other.order !== entry.order || !isSame(other, entry)))
  }

  async function keeps(entry: Entry<Record>): Promise<boolean> {
    if (isStored(entry)) return true
    await file.settled()
    return isStored(entry)
  }

  function isStored(entry: Entry<Record>): boolean {
    return file.stored()?.includes(entry) ?? false
  }

  function hasRoom(): boolean {
    const entries = low.data
    if (entries.length >= ROOM_RECORDS) return false
    if (measured?.entries !== entries) {
      measured = { entries, bytes: entries.reduce((sum, entry) => sum + sizeOf(entry), 0) }
    }
    return measured.bytes < ROOM_BYTES
  }

  async function change(entries: Entries<Record>): Promise<void> {
    low.data = entries
    await low.write()
  }

  function undo(stored: Entries<Record> | null): void {
    const before = low.data
    low.data = stored ?? []
    onUndo(before, low.data)
  }

  function sizeOf(entry: Entry<Record>): number {
    const known = sizes.get(entry)
    if (known !== undefined) return known
    const bytes = Math.max(Buffer.byteLength(JSON.stringify(entry)), MIN_RECORD_BYTES)
    sizes.set(entry, bytes)
    return bytes
  }
}

function isSame<Record extends { readonly id: string }>(
  a: Entry<Record>,
  b: Entry<Record>,
): boolean {
  return a.userId === b.userId && a.record.id === b.record.id
}

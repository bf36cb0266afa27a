import { Low } from 'lowdb'
import { z } from 'zod'
import { createDurableFile } from '../files/durable-file.ts'
import { DamagedFileError } from '../files/storage-errors.ts'
import type { Migration } from './migration.ts'
import { migrate } from './migration.ts'

/** A shard with this much takes no new records; those it has may still grow. */
const ROOM_BYTES = 48 * 1024
const ROOM_RECORDS = 64
/** Records grow after they are made, a campaign's text for one: room is kept for that. */
const MIN_RECORD_BYTES = 1_024

export type Entry<Record> = {
  readonly userId: string
  /** Counts up over the whole collection: the higher, the newer. */
  readonly order: number
  readonly record: Record
}

type Content<Record> = { readonly version: number; readonly entries: readonly Entry<Record>[] }

const StoredShard = z.object({
  version: z.int().min(1),
  entries: z.array(z.object({ userId: z.string(), order: z.int(), record: z.unknown() })),
})

export type Shard<Record> = {
  readonly path: string
  readonly number: number
  load(): Promise<readonly Entry<Record>[]>
  /** Adds the entry, or takes the place of the one with the same owner and id. */
  put(entry: Entry<Record>): Promise<void>
  drop(entry: Entry<Record>): Promise<void>
  hasRoom(): boolean
}

/** One file of a collection. Changes show in memory at once and are undone if the disk refuses. */
export function openShard<Record extends { readonly id: string }>({
  path,
  number,
  schema,
  migrations,
  onUndo,
}: {
  readonly path: string
  readonly number: number
  readonly schema: z.ZodType<Record>
  readonly migrations: readonly Migration[]
  /** The disk refused a change: what showed `before` is replaced by what the disk holds. */
  readonly onUndo: (before: readonly Entry<Record>[], after: readonly Entry<Record>[]) => void
}): Shard<Record> {
  const version = migrations.length + 1
  const empty: Content<Record> = { version, entries: [] }
  const file = createDurableFile<Content<Record>>({ path, parse, onFailure: undo })
  const low = new Low<Content<Record>>(file, empty)
  const sizes = new WeakMap<Entry<Record>, number>()

  return { path, number, load, put, drop, hasRoom }

  async function load(): Promise<readonly Entry<Record>[]> {
    await low.read()
    return low.data.entries
  }

  async function put(entry: Entry<Record>): Promise<void> {
    const { entries } = low.data
    const place = entries.findIndex((other) => isSame(other, entry))
    await change(place < 0 ? [...entries, entry] : entries.with(place, entry))
  }

  async function drop(entry: Entry<Record>): Promise<void> {
    await change(low.data.entries.filter((other) => !isSame(other, entry)))
  }

  function hasRoom(): boolean {
    const { entries } = low.data
    if (entries.length >= ROOM_RECORDS) return false
    return entries.reduce((sum, entry) => sum + sizeOf(entry), 0) < ROOM_BYTES
  }

  async function change(entries: readonly Entry<Record>[]): Promise<void> {
    low.data = { version, entries }
    await low.write()
  }

  function undo(stored: Content<Record> | null): void {
    const { entries } = low.data
    low.data = stored ?? empty
    onUndo(entries, low.data.entries)
  }

  function sizeOf(entry: Entry<Record>): number {
    const known = sizes.get(entry)
    if (known !== undefined) return known
    const bytes = Math.max(Buffer.byteLength(JSON.stringify(entry)), MIN_RECORD_BYTES)
    sizes.set(entry, bytes)
    return bytes
  }

  function parse(json: unknown): Content<Record> {
    const stored = StoredShard.parse(json)
    if (stored.version > version) {
      throw new DamagedFileError(path, `format ${stored.version} is newer than this program`)
    }
    const entries = stored.entries.map(({ record, ...same }) => ({
      ...same,
      record: parseRecord(record, stored.version),
    }))
    return { version, entries }
  }

  function parseRecord(stored: unknown, storedVersion: number): Record {
    const record = migrate(stored, { version: storedVersion, migrations })
    const parsed = schema.safeParse(record)
    if (parsed.success) return parsed.data
    throw new DamagedFileError(path, `record ${idOf(record)}: ${parsed.error.message}`, {
      cause: parsed.error,
    })
  }
}

function isSame<Record extends { readonly id: string }>(
  a: Entry<Record>,
  b: Entry<Record>,
): boolean {
  return a.userId === b.userId && a.record.id === b.record.id
}

function idOf(record: unknown): string {
  return typeof record === 'object' && record !== null && 'id' in record
    ? String(record.id)
    : 'without id'
}

import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { type FileFormat, headerOf, migrate, readHeader } from '../files/file-format.ts'
import { encodeLine } from '../files/lines.ts'
import { decodeLines } from '../files/whole-lines.ts'
import { isDocument, parseDocument } from './document.ts'
import type { Reading } from './last-good.ts'

/**
 * A file of records: a header with the orders of all records in it, and a sealed line for each.
 * Version 1 was one JSON document without checksums.
 */

export type Entry<Record> = {
  readonly userId: string
  /** Counts up over the whole collection: the higher, the newer. */
  readonly order: number
  readonly record: Record
}

type Entries<Record> = readonly Entry<Record>[]

/** The records of a damaged file, and the orders that its header lists. */
type Content<Record> = {
  readonly entries: Entries<Record>
  /** Null where the header is unreadable too. */
  readonly orders: ReadonlySet<number> | null
}

const StoredEntry = z.object({ userId: z.string(), order: z.int(), record: z.unknown() })
const Orders = z.object({ orders: z.array(z.int()) })
const Version1 = z.object({ version: z.literal(1), entries: z.array(z.unknown()) })

const KEPT_CHARACTERS = 4 * 1024 * 1024
/** A file is written whole with each change of one record: the lines of the others are known. */
const keptLines = new LRUCache<object, string>({
  maxSize: KEPT_CHARACTERS,
  sizeCalculation: (line) => line.length,
})

/** @param entries which nobody changes any more */
export function encodeShard<Record>(entries: Entries<Record>, format: FileFormat): string {
  const orders = entries.map(({ order }) => order)
  const header = encodeLine({ ...headerOf(format), orders })
  return header + entries.map(encodeEntry).join('')
}

function encodeEntry<Record>(entry: Entry<Record>): string {
  const known = keptLines.get(entry)
  if (known !== undefined) return known
  const line = encodeLine(entry)
  keptLines.set(entry, line)
  return line
}

/** @throws NewerFormatError */
export function readShard<Record>(
  bytes: Buffer,
  {
    path,
    format,
    schema,
  }: {
    readonly path: string
    readonly format: FileFormat
    readonly schema: z.ZodType<Record>
  },
): Reading<Content<Record>> {
  const stored = isDocument(bytes) ? readDocument(bytes) : readLines(bytes, { path, format })
  const problems = [...stored.problems]
  const entries: Entry<Record>[] = []
  for (const value of stored.values) {
    const entry = StoredEntry.safeParse(value)
    const record = entry.data && schema.safeParse(migrateRecord(entry.data.record, stored.version))
    if (entry.data && record?.success) entries.push({ ...entry.data, record: record.data })
    else problems.push(`${nameOf(entry.data?.record)}: ${(entry.error ?? record?.error)?.message}`)
  }
  const problem = problems.length > 0 ? problems.join('; ') : null
  return { data: { entries, orders: stored.orders }, problem }

  function migrateRecord(record: unknown, version: number): unknown {
    try {
      return migrate(record, version, format)
    } catch (error) {
      if (error instanceof z.ZodError) return undefined
      throw error
    }
  }
}

type Stored = {
  readonly values: readonly unknown[]
  readonly version: number
  readonly orders: ReadonlySet<number> | null
  readonly problems: readonly string[]
}

function readDocument(bytes: Buffer): Stored {
  const document = Version1.safeParse(parseDocument(bytes))
  if (document.success) {
    return { values: document.data.entries, version: 1, orders: null, problems: [] }
  }
  return { values: [], version: 1, orders: null, problems: ['no JSON document of records'] }
}

function readLines(
  bytes: Buffer,
  { path, format }: { readonly path: string; readonly format: FileFormat },
): Stored {
  const [first, ...values] = decodeLines(bytes)
  const version = readHeader(first, format, path)
  const orders = version === undefined ? undefined : Orders.safeParse(first).data?.orders
  const whole = values.filter((value) => value !== undefined)
  const problems: string[] = []
  if (!orders) problems.push(bytes.length === 0 ? 'the file is empty' : 'the header is broken')
  else if (orders.length !== whole.length) {
    problems.push(`${whole.length} of ${orders.length} records are whole`)
  }
  return {
    values: whole,
    // A file without a readable header counts as one of the present version.
    version: version ?? headerOf(format).version,
    orders: orders ? new Set(orders) : null,
    problems,
  }
}

/** Completes a damaged file with the records of its last version. */
export function completeShard<Record>(
  own: Content<Record> | undefined,
  last: Content<Record> | undefined,
): Content<Record> {
  if (!own) return last ?? { entries: [], orders: null }
  const known = new Set(own.entries.map(({ order }) => order))
  const lost = (last?.entries ?? []).filter(
    // Records that the header does not list were removed.
    ({ order }) => !known.has(order) && (own.orders?.has(order) ?? true),
  )
  return { entries: [...own.entries, ...lost], orders: own.orders }
}

function nameOf(record: unknown): string {
  const named = z.object({ id: z.string() }).safeParse(record)
  return `record ${named.success ? named.data.id : 'without id'}`
}

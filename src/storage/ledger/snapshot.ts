import type { FileHandle } from 'node:fs/promises'
import { open } from 'node:fs/promises'
import { z } from 'zod'
import { SendErrorCode } from '../../contract/campaigns/send.ts'
import { LedgerHeaderRecord } from '../../contract/messages/ledger-record.ts'
import type { RecipientTable } from '../../domain/sending/ledger/recipient-table.ts'
import { createRecipientTable } from '../../domain/sending/ledger/recipient-table.ts'
import type { Addressee, Recipient } from '../../domain/sending/recipient.ts'
import { isUntouched, newRecipient, RecipientStatus } from '../../domain/sending/recipient.ts'
import type { LedgerHeader } from '../../domain/sending/send-ledger.ts'
import { type WritableFile, writeAll } from '../files/durable-write.ts'
import { type FileFormat, headerOf, readHeader, unchanged } from '../files/file-format.ts'
import { createLineWriter, encodeJsonLine, lineBytes, readLines } from '../files/lines.ts'
import { createPauses } from '../files/pauses.ts'
import { DamagedFileError } from '../files/storage-errors.ts'
import { toTexts } from '../files/texts.ts'
import { createAttemptedIndex, isFooterOf, isIndexLine } from './attempted-index.ts'

/**
 * All recipients of a campaign at one moment, from which a journal goes on. The file has them in
 * the order of the list, and behind them an index of the attempted ones.
 */
export type Snapshot = {
  readonly header: LedgerHeader
  /** Number of the journal that continues it. */
  readonly generation: number
  readonly table: RecipientTable
}

/** What a ledger begins with. */
export type NewLedger = {
  readonly header: LedgerHeader
  /** In the order of the list. */
  readonly addressees: Iterable<Addressee> | AsyncIterable<Addressee>
}

/**
 * Version 1 had no index, version 2 no name of its format, version 3 no texts of answers, version 4
 * one text for all recipients and no files but images: a program of that version would send the
 * first text to everyone.
 */
export const format: FileFormat = {
  name: 'ledger-snapshot',
  migrations: [unchanged, unchanged, unchanged, unchanged],
}

const FirstLine = z.object({
  version: z.int().min(1),
  generation: z.int().min(1),
  recipientCount: z.int().min(0),
  /** In the order they were handed over. */
  inFlight: z.array(z.int().min(0)),
  header: LedgerHeaderRecord,
})
type FirstLine = z.infer<typeof FirstLine>

/** The part of a row behind the addressee, once a fact has changed it. */
const Progress = z.tuple([
  z.enum(RecipientStatus),
  z.int(),
  z.string().nullable(),
  z.int().min(0),
  SendErrorCode.nullable(),
  z.int().nullable(),
  z.number(),
  z.number(),
  z.number(),
  z.number(),
  /**
   * Text of the answer, empty without one; only in rows of recipients who answered, or whose text
   * went before a file.
   */
  z.string().optional(),
  /** Only in rows of recipients who have got the text that goes before a file. */
  z.literal(1).optional(),
])
/** Name, phone, further columns. */
const ADDRESSEE_ITEMS = 3

const ROWS_BETWEEN_PAUSES = 1_000
/** The first line holds the campaign's text, which is seldom long. */
const HEAD_BYTES = 4 * 1024

export async function writeSnapshot(
  file: WritableFile,
  { header, generation, table }: Snapshot,
): Promise<void> {
  const writer = createLineWriter(file)
  const index = createAttemptedIndex(table.attemptedCount())
  const pause = createPauses(ROWS_BETWEEN_PAUSES)
  const { recipientCount } = table
  let offset = 0
  await put({ ...headerOf(format), generation, recipientCount, inFlight: table.inFlight(), header })
  for (let place = 0; place < recipientCount; place += 1) {
    const row = table.get(place)
    if (row.order >= 0) index.add({ order: row.order, index: place, offset })
    await put(encodeRow(row))
    await pause()
  }
  for (const block of index.blocks()) index.addBlock(await put(block))
  await put(index.footer())
  await writer.finish()

  /** Writes a line and returns its offset. */
  async function put(value: unknown): Promise<number> {
    const json = JSON.stringify(value)
    const at = offset
    offset += lineBytes(json)
    await writer.addJson(json)
    return at
  }
}

/**
 * Writes the snapshot of a campaign that begins, one addressee after the other. Their number is
 * known only at the end: the first line gets room for any number, and is written last.
 */
export async function writeAudience(
  file: WritableFile,
  { header, generation, addressees }: NewLedger & Pick<Snapshot, 'generation'>,
): Promise<void> {
  const firstLine = (recipientCount: number) =>
    JSON.stringify({ ...headerOf(format), generation, recipientCount, inFlight: [], header })
  const widest = firstLine(Number.MAX_SAFE_INTEGER)
  const writer = createLineWriter(file)
  const pause = createPauses(ROWS_BETWEEN_PAUSES)
  let recipientCount = 0
  await writer.addJson(widest)
  for await (const addressee of addressees) {
    recipientCount += 1
    await writer.add(encodeRow(newRecipient(addressee)))
    await pause()
  }
  await writer.add(createAttemptedIndex(0).footer())
  await writer.finish()
  // JSON may end in spaces.
  const padded = firstLine(recipientCount).padEnd(widest.length)
  await writeAll(file, Buffer.from(encodeJsonLine(padded)), 0)
}

export type SnapshotHead = Pick<Snapshot, 'header' | 'generation'> & {
  readonly recipientCount: number
  readonly hasIndex: boolean
}

/**
 * Reads the head of a snapshot, without its recipients.
 * @throws DamagedFileError
 */
export async function readSnapshotHead(path: string): Promise<SnapshotHead> {
  const file = await open(path, 'r')
  try {
    return await readHead(file, path)
  } finally {
    await file.close()
  }
}

/** @throws DamagedFileError */
export async function readHead(
  file: Pick<FileHandle, 'read'>,
  path: string,
): Promise<SnapshotHead> {
  for await (const { values } of readLines({ file, path, chunkBytes: HEAD_BYTES })) {
    const { header, generation, recipientCount, version } = parseFirstLine(values[0], path)
    return { header, generation, recipientCount, hasIndex: version > 1 }
  }
  throw new DamagedFileError(path, 'the file is empty')
}

/** @throws DamagedFileError; a snapshot is put in place whole, so nothing in it may be missing */
export async function readSnapshot(
  path: string,
): Promise<Snapshot & Pick<SnapshotHead, 'hasIndex'>> {
  const file = await open(path, 'r')
  try {
    let first: FirstLine | undefined
    let table: RecipientTable | undefined
    let last: unknown
    for await (const { values } of readLines({ file, path })) {
      const rows = first ? values : values.slice(1)
      first ??= parseFirstLine(values[0], path)
      table ??= createRecipientTable(first.recipientCount, first.header)
      last = values.at(-1)
      for (const row of rows) if (!isIndexLine(row)) table.add(parseRow(row, path))
    }
    if (!first || !table) throw new DamagedFileError(path, 'the file is empty')
    table.restoreInFlight(first.inFlight)
    if (!table.isComplete()) throw new DamagedFileError(path, 'recipients are missing')
    if (first.version > 1 && !isFooterOf(last, table.attemptedCount())) {
      throw new DamagedFileError(path, 'the end of the index is missing')
    }
    const { header, generation, version } = first
    return { header, generation, hasIndex: version > 1, table }
  } catch (error) {
    if (error instanceof RangeError) throw new DamagedFileError(path, error.message)
    throw error
  } finally {
    await file.close()
  }
}

function parseFirstLine(line: unknown, path: string): FirstLine {
  readHeader(line, format, path)
  const parsed = FirstLine.safeParse(line)
  if (parsed.success) return parsed.data
  throw new DamagedFileError(path, `first line: ${parsed.error.message}`)
}

/** Encodes a recipient as a short array; one not attempted yet has the addressee only. */
function encodeRow(row: Recipient): readonly unknown[] {
  const addressee = [row.name, row.phone, row.fields ?? null]
  if (isUntouched(row)) return row.fields ? addressee : addressee.slice(0, -1)
  return [
    ...addressee,
    row.status,
    row.order,
    row.jid,
    row.attemptCount,
    row.errorCode,
    row.refusalCode,
    row.sentAtMs,
    row.deliveredAtMs,
    row.readAtMs,
    row.repliedAtMs,
    ...(row.replyText === null && !row.isTextSent ? [] : [row.replyText ?? '']),
    ...(row.isTextSent ? [1] : []),
  ]
}

/** @throws DamagedFileError */
export function parseRow(line: unknown, path: string): Recipient {
  const row = Array.isArray(line) ? decodeRow(line) : undefined
  if (!row) throw new DamagedFileError(path, `no recipient: ${JSON.stringify(line).slice(0, 80)}`)
  return row
}

function decodeRow(line: readonly unknown[]): Recipient | undefined {
  const [name, phone, further] = line
  if (typeof name !== 'string' || typeof phone !== 'string') return undefined
  const fields = further ? toTexts(further) : undefined
  if (further && !fields) return undefined
  const row = newRecipient({ name, phone, ...(fields && { fields }) })
  if (line.length <= ADDRESSEE_ITEMS) return row
  const progress = Progress.safeParse(line.slice(ADDRESSEE_ITEMS)).data
  if (!progress) return undefined
  const [status, order, jid, attemptCount, errorCode, refusalCode, ...rest] = progress
  const [sentAtMs, deliveredAtMs, readAtMs, repliedAtMs, replyText = '', textSent] = rest
  return {
    ...row,
    status,
    order,
    jid,
    attemptCount,
    errorCode,
    refusalCode,
    sentAtMs,
    deliveredAtMs,
    readAtMs,
    repliedAtMs,
    replyText: replyText || null,
    ...(textSent === 1 && { isTextSent: true }),
  }
}

import { parse } from 'csv-parse/browser/esm'
import type { InvalidContact } from '#contract/contacts/contact-list.ts'
import { type ContactRow, checkContactRow } from '#contract/contacts/contact-row.ts'
import type { CsvColumns } from '#contract/csv/columns.ts'
import { openCsv } from '#contract/csv/csv-table.ts'
import { type Delimiter, delimiterOf } from '#contract/csv/delimiter.ts'
import {
  CSV_HEAD_BYTES,
  type CsvEncoding,
  createLineEnds,
  encodingOf,
  isText,
} from '#contract/csv/encoding.ts'
import { tableRows } from '#contract/csv/table.ts'
import { REPORTED_ROWS_MAX } from '#contract/limits.ts'

/** Longer files are not taken apart here but sent whole, for the server to read. */
export const BATCH_IMPORT_MAX_ROWS = 20_000
const SAMPLE_ROWS = 5

export type ReadContact = {
  readonly name: string
  readonly phone: string
  readonly fields?: Record<string, string>
  readonly line: number
}

/** What a file holds, as the server would read it. */
export type CsvReading = {
  readonly encoding: CsvEncoding
  readonly delimiter: Delimiter
  readonly header: readonly string[]
  readonly columns: CsvColumns
  /** The first contacts, as they will be kept. */
  readonly sample: readonly ReadContact[]
  readonly rowCount: number
  readonly validCount: number
  readonly duplicateCount: number
  readonly invalidCount: number
  /** The first of them. */
  readonly invalid: readonly InvalidContact[]
  readonly warnings: readonly string[]
  /** All contacts, each phone once; null where they are too many. */
  readonly contacts: readonly ReadContact[] | null
}

export class CsvUnreadable extends Error {
  readonly code: 'not_csv' | 'file_empty'

  constructor(code: 'not_csv' | 'file_empty') {
    super(code)
    this.name = 'CsvUnreadable'
    this.code = code
  }
}

/**
 * Reads a CSV from beginning to end by the rules of the server, a piece at a time.
 * @param columns which column is which; null: found out by the first lines
 * @throws CsvUnreadable for what is no CSV
 */
export async function scanCsv(
  file: Blob,
  {
    columns: chosen,
    onProgress,
  }: { readonly columns: CsvColumns | null; readonly onProgress: (share: number) => void },
): Promise<CsvReading> {
  const { encoding, head } = await probe(file, (share) => onProgress(share / 2))
  const { delimiter } = delimiterOf(head)
  const tally = createTally()
  const text = decode(file, { encoding, onProgress: (share) => onProgress(0.5 + share / 2) })
  const table = await openCsv(text, { head, columns: chosen, hasHeader: true, parse })
  for await (const batch of tableRows(table)) {
    for (const row of batch) tally.take(row)
  }
  const { columns, warnings, header } = table
  return { encoding, delimiter, columns, warnings, header, ...tally.conclude() }
}

/** Counts rows, and keeps the contacts among them for as long as they are few. */
function createTally() {
  const invalid: InvalidContact[] = []
  const sample: ReadContact[] = []
  // Fifteen digits fit a number, which takes a fraction of the memory of a text.
  const phones = new Set<number>()
  let contacts: ReadContact[] | null = []
  let rowCount = 0
  let invalidCount = 0

  return { take, conclude }

  function take(row: ContactRow): void {
    const index = rowCount
    rowCount += 1
    if (rowCount > BATCH_IMPORT_MAX_ROWS) contacts = null
    const checked = checkContactRow(row)
    if (checked.ok) keep(row, checked.phone)
    else {
      invalidCount += 1
      const { name, phone, line } = row
      const where = line === undefined ? {} : { line }
      if (invalid.length < REPORTED_ROWS_MAX) {
        invalid.push({ index, ...where, name, phone, reason: checked.reason })
      }
    }
  }

  function keep({ name, fields, line = 0 }: ContactRow, phone: string): void {
    const known = phones.size
    phones.add(Number(phone))
    if (phones.size === known) return
    const contact = { name: name.trim(), phone, line, ...(fields ? { fields: { ...fields } } : {}) }
    if (sample.length < SAMPLE_ROWS) sample.push(contact)
    contacts?.push(contact)
  }

  function conclude() {
    const validCount = phones.size
    const duplicateCount = rowCount - invalidCount - validCount
    return { sample, invalid, rowCount, invalidCount, validCount, duplicateCount, contacts }
  }
}

/** Encoding and beginning of a file; a text is known to be UTF-8 only at its end. */
async function probe(file: Blob, onProgress: (share: number) => void) {
  const start = new Uint8Array(await file.slice(0, CSV_HEAD_BYTES).arrayBuffer())
  const encoding = encodingOf(start, await isUtf8(file, onProgress))
  const head = decoderOf(encoding).decode(start)
  if (!isText(start, head)) throw new CsvUnreadable('not_csv')
  if (head.trim() === '' && start.length < CSV_HEAD_BYTES) throw new CsvUnreadable('file_empty')
  return { encoding, head }
}

async function isUtf8(file: Blob, onProgress: (share: number) => void): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const piece of pieces(file, onProgress)) decoder.decode(piece, { stream: true })
    decoder.decode()
    return true
  } catch (error) {
    // What a fatal decoder throws for bytes that are no UTF-8.
    if (error instanceof TypeError) return false
    throw error
  }
}

async function* decode(
  file: Blob,
  {
    encoding,
    onProgress,
  }: { readonly encoding: CsvEncoding; readonly onProgress: (share: number) => void },
): AsyncIterable<string> {
  const decoder = decoderOf(encoding)
  const withLineEnds = createLineEnds()
  for await (const piece of pieces(file, onProgress)) {
    yield withLineEnds(decoder.decode(piece, { stream: true }))
  }
  yield withLineEnds(decoder.decode())
}

const labels = {
  utf8: 'utf-8',
  'utf16-le': 'utf-16le',
  'utf16-be': 'utf-16be',
  win1252: 'windows-1252',
} as const

function decoderOf(encoding: CsvEncoding): TextDecoder {
  return new TextDecoder(labels[encoding])
}

async function* pieces(file: Blob, onProgress: (share: number) => void) {
  const reader = file.stream().getReader()
  let read = 0
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    yield next.value
    read += next.value.length
    onProgress(file.size === 0 ? 1 : read / file.size)
  }
}

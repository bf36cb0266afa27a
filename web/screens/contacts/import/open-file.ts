import { parse } from 'csv-parse/browser/esm'
import { openCsv } from '#contract/csv/csv-table.ts'
import { type Delimiter, delimiterOf } from '#contract/csv/delimiter.ts'
import {
  CSV_HEAD_BYTES,
  type CsvEncoding,
  createLineEnds,
  encodingOf,
  fileKindOf,
  hasByteOrderMark,
  isText,
} from '#contract/csv/encoding.ts'
import { type CsvFormat, spreadsheetCsv } from '#contract/csv/refused-file.ts'
import { openTable, type Table, type TableOptions } from '#contract/csv/table.ts'
import { AppError } from '#contract/errors.ts'
import { oldOfficeKind } from '#contract/xlsx/old-office.ts'

/** What kind of file it is, for the user to recognise. */
export type FileAbout =
  | { readonly encoding: CsvEncoding; readonly delimiter: Delimiter; readonly sheets?: undefined }
  /** A spreadsheet: the sheets a person sees, and the one that is read. */
  | { readonly sheets: readonly string[]; readonly sheet: string }

export type OpenedFile = {
  readonly table: Table
  readonly about: FileAbout
  /** How its refused rows are written. */
  readonly format: CsvFormat
}

type OnProgress = (share: number) => void

/**
 * Opens a file of contacts by the rules of the server.
 * @throws AppError for what is neither CSV nor .xlsx
 */
export async function openFile(
  file: Blob,
  {
    sheet,
    onProgress,
    ...options
  }: TableOptions & { readonly sheet: string | null; readonly onProgress: OnProgress },
): Promise<OpenedFile> {
  const start = new Uint8Array(await file.slice(0, CSV_HEAD_BYTES).arrayBuffer())
  const kind = fileKindOf(start)
  if (kind === 'office') {
    throw new AppError(await oldOfficeKind(pieces(file, onProgress)), 'an older format')
  }
  if (kind === 'archive') {
    const { openXlsxBlob } = await import('./open-xlsx-blob.ts')
    const { lines, ...about } = await openXlsxBlob(file, { sheet, onProgress })
    return { table: await openTable(lines, options), about, format: spreadsheetCsv }
  }
  const { encoding, head } = await probe(file, start, (share) => onProgress(share / 2))
  const delimiting = delimiterOf(head)
  const text = decode(file, { encoding, onProgress: (share) => onProgress(0.5 + share / 2) })
  return {
    table: await openCsv(text, { ...options, head, parse }),
    about: { encoding, delimiter: delimiting.delimiter },
    format: { encoding, hasMark: hasByteOrderMark(start), ...delimiting },
  }
}

/** Encoding and beginning of a text, which is known to be UTF-8 only at its end. */
async function probe(file: Blob, start: Uint8Array, onProgress: OnProgress) {
  const encoding = encodingOf(start, await isUtf8(file, onProgress))
  const head = decoderOf(encoding).decode(start)
  if (!isText(start, head)) throw new AppError('not_csv', 'no text')
  if (head.trim() === '' && start.length < CSV_HEAD_BYTES) throw new AppError('file_empty', 'blank')
  return { encoding, head }
}

async function isUtf8(file: Blob, onProgress: OnProgress): Promise<boolean> {
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
  { encoding, onProgress }: { readonly encoding: CsvEncoding; readonly onProgress: OnProgress },
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

async function* pieces(file: Blob, onProgress: OnProgress) {
  const reader = file.stream().getReader()
  let read = 0
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    yield next.value
    read += next.value.length
    onProgress(file.size === 0 ? 1 : read / file.size)
  }
}

import { parse } from 'csv-parse'
import { csvTableLines } from '../../../contract/csv/csv-table.ts'
import { delimiterOf } from '../../../contract/csv/delimiter.ts'
import { type CsvFormat, spreadsheetCsv } from '../../../contract/csv/refused-file.ts'
import {
  openTable,
  type Table,
  type TableLines,
  type TableOptions,
} from '../../../contract/csv/table.ts'
import { AppError } from '../../../contract/errors.ts'
import { oldOfficeKind } from '../../../contract/xlsx/old-office.ts'
import type { TemporaryFile } from '../temporary-file.ts'
import { type createEncodingProbe, decodeLines } from './csv-encoding.ts'

export type ContactTable = {
  readonly table: Table
  /** How its refused rows are written. */
  readonly format: CsvFormat
}

/** The lines of a file that has arrived, and the format for its refused rows. */
export type FileLines = {
  readonly lines: TableLines
  readonly format: CsvFormat
  /** Of an .xlsx: its sheets, and the one whose lines these are. */
  readonly spreadsheet?: { readonly sheets: string[]; readonly sheet: string }
}

type Source = {
  readonly probe: ReturnType<typeof createEncodingProbe>
  readonly sheet: string | undefined
}

/** Opens a file of contacts that has arrived: a CSV, or a sheet of an .xlsx. */
export async function openContactTable(
  file: TemporaryFile,
  { probe, sheet, ...options }: TableOptions & Source,
): Promise<ContactTable> {
  const { lines, format } = await openFileLines(file, { probe, sheet })
  return { table: await openTable(lines, options), format }
}

/** Reads the lines of a CSV, or of a sheet of an .xlsx. */
export async function openFileLines(
  file: TemporaryFile,
  { probe, sheet }: Source,
): Promise<FileLines> {
  const kind = probe.kind()
  if (kind === 'office') throw new AppError(await oldOfficeKind(file.read()), 'an older format')
  if (kind === 'archive') {
    // Loads the reader of spreadsheets when the first one comes.
    const { openXlsxFile } = await import('./xlsx-file.ts')
    const { lines, sheets, sheet: name } = await openXlsxFile(file, { sheet })
    return { lines, format: spreadsheetCsv, spreadsheet: { sheets: [...sheets], sheet: name } }
  }
  if (sheet) throw sheetlessFile()
  const { encoding, hasMark, head } = probe.conclude()
  const lines = csvTableLines(decodeLines(file.read(), encoding), { head, parse })
  return { lines, format: { encoding, hasMark, ...delimiterOf(head) } }
}

function sheetlessFile(): AppError {
  const details = [
    { path: 'sheet', message: 'Só uma planilha .xlsx tem abas; este arquivo não é.' },
  ]
  return new AppError('invalid', 'a sheet of a CSV', { details })
}

import { parse } from 'csv-parse'
import { openCsv } from '../../contract/csv/csv-table.ts'
import { delimiterOf } from '../../contract/csv/delimiter.ts'
import { type CsvFormat, spreadsheetCsv } from '../../contract/csv/refused-file.ts'
import { openTable, type Table, type TableOptions } from '../../contract/csv/table.ts'
import { AppError } from '../../contract/errors.ts'
import { oldOfficeKind } from '../../contract/xlsx/old-office.ts'
import { type createEncodingProbe, decodeLines } from './csv-encoding.ts'
import type { TemporaryFile } from './temporary-file.ts'

export type ContactTable = {
  readonly table: Table
  /** How its refused rows are written. */
  readonly format: CsvFormat
}

/** Opens a file of contacts that has arrived: a CSV, or a sheet of an .xlsx. */
export async function openContactTable(
  file: TemporaryFile,
  {
    probe,
    sheet,
    ...options
  }: TableOptions & {
    readonly probe: ReturnType<typeof createEncodingProbe>
    readonly sheet: string | undefined
  },
): Promise<ContactTable> {
  const kind = probe.kind()
  if (kind === 'office') throw new AppError(await oldOfficeKind(file.read()), 'an older format')
  if (kind === 'archive') {
    // Loads the reader of spreadsheets when the first one comes.
    const { openXlsxFile } = await import('./xlsx-file.ts')
    const { lines } = await openXlsxFile(file, { sheet })
    return { table: await openTable(lines, options), format: spreadsheetCsv }
  }
  if (sheet) throw sheetlessFile()
  const { encoding, hasMark, head } = probe.conclude()
  const text = decodeLines(file.read(), encoding)
  const table = await openCsv(text, { ...options, head, parse })
  return { table, format: { encoding, hasMark, ...delimiterOf(head) } }
}

function sheetlessFile(): AppError {
  const details = [
    { path: 'sheet', message: 'Só uma planilha .xlsx tem abas; este arquivo não é.' },
  ]
  return new AppError('invalid', 'a sheet of a CSV', { details })
}

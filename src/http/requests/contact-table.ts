import { parse } from 'csv-parse'
import type { CsvColumns } from '../../contract/csv/columns.ts'
import { openCsv } from '../../contract/csv/csv-table.ts'
import { delimiterOf } from '../../contract/csv/delimiter.ts'
import type { CsvFormat } from '../../contract/csv/refused-file.ts'
import type { Table } from '../../contract/csv/table.ts'
import { type CsvBeginning, decodeLines } from './csv-encoding.ts'
import type { TemporaryFile } from './temporary-file.ts'

export type ContactTable = { readonly table: Table; readonly format: CsvFormat }

/** Opens a file of contacts that has arrived. */
export async function openContactTable(
  file: TemporaryFile,
  {
    beginning: { encoding, hasMark, head },
    ...options
  }: {
    readonly beginning: CsvBeginning
    readonly columns: CsvColumns | null
    readonly hasHeader: boolean
  },
): Promise<ContactTable> {
  const format = { encoding, hasMark, ...delimiterOf(head) }
  const text = decodeLines(file.read(), encoding)
  return { table: await openCsv(text, { ...options, head, parse }), format }
}

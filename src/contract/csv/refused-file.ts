import { checkContactRow } from '../contacts/contact-row.ts'
import type { ReadOptions } from '../phones/phone-number.ts'
import type { Delimiter } from './delimiter.ts'
import { type CsvEncoding, createTextEncoder } from './encoding.ts'
import { defuseFormula, restoreFormula } from './formula.ts'
import { REASON_HEADER } from './reason-column.ts'
import type { Table } from './table.ts'

/** How a CSV is written. */
export type CsvFormat = {
  readonly encoding: CsvEncoding
  readonly hasMark: boolean
  readonly delimiter: Delimiter
  /** Whether a first line of its own names the delimiter. */
  readonly isAnnounced: boolean
}

/** What Excel in Portuguese opens: for the rows of a spreadsheet. */
export const spreadsheetCsv: CsvFormat = {
  encoding: 'utf8',
  hasMark: true,
  delimiter: ';',
  isAnnounced: false,
}

const LINE_END = '\r\n'
/** Names of the columns of a table without a header, by which an import finds them again. */
const nameOf = { name: 'nome', phone: 'telefone' } as const

/**
 * The refused rows of a table as a CSV, with every column of the original and the reason behind
 * them, written as the original is. Mended and imported again it gives what the original would have
 * given. Cells beyond the header stand behind the reason, where an import passes them over too.
 */
export function refusedRowsFile(
  table: Table,
  { format, ddd }: ReadOptions & { readonly format: CsvFormat },
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  const header = headerOf(table)
  return refusedFile(refused(), { format, header })

  async function* refused() {
    for await (const batch of table.lines) {
      yield batch.flatMap((line) => {
        if (!('cells' in line)) return []
        const checked = checkContactRow(table.toRow(line), { ddd })
        if (checked.ok) return []
        const own = header.map((_, place) => line.cells[place] ?? '')
        return [[...own, checked.reason, ...line.cells.slice(ownWidth(table, header))]]
      })
    }
  }
}

/**
 * Rows that were refused as a CSV, in the format of the file that they stand in.
 * @param records cells as many as the header has, then the reason
 */
export async function* refusedFile(
  records: AsyncIterable<readonly (readonly string[])[]>,
  { format, header }: { readonly format: CsvFormat; readonly header: readonly string[] },
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  const encode = createTextEncoder(format.encoding)
  const { delimiter, hasMark, isAnnounced } = format
  const record = (cells: readonly string[]) =>
    `${cells.map((cell) => written(cell, delimiter)).join(delimiter)}${LINE_END}`
  const mark = hasMark ? '\uFEFF' : ''
  const announcement = isAnnounced ? `sep=${delimiter}${LINE_END}` : ''
  yield encode(mark + announcement + record([...header, REASON_HEADER]))
  for await (const batch of records) {
    const text = batch.map(record).join('')
    if (text !== '') yield encode(text)
  }
}

/** The header as it stands, without the reasons of an earlier import. */
function headerOf({ headerCells, header, columns, reasonAt }: Table): readonly string[] {
  if (headerCells) return reasonAt === null ? headerCells : headerCells.slice(0, reasonAt)
  return header.map((name, place) => {
    if (place === columns.phone) return nameOf.phone
    return place === columns.name ? nameOf.name : name
  })
}

/** How many cells of a line stand before those that no column holds. */
function ownWidth({ reasonAt }: Table, header: readonly string[]): number {
  return reasonAt === null ? header.length : reasonAt + 1
}

/** A cell as it is read back: never as a formula. */
function written(cell: string, delimiter: Delimiter): string {
  const safe = defuseFormula(restoreFormula(cell))
  const isPlain = !safe.includes(delimiter) && !/["\r\n]/.test(safe)
  return isPlain ? safe : `"${safe.replaceAll('"', '""')}"`
}

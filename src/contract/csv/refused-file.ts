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

export type RefusedLine = { readonly cells: readonly string[]; readonly reason: string }

/** The refused rows of a table of contacts as a CSV. */
export function refusedRowsFile(
  table: Table,
  { format, ddd }: ReadOptions & { readonly format: CsvFormat },
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  return refusedFile(refused(), { format, header: headerOf(table), reasonAt: table.reasonAt })

  async function* refused() {
    for await (const batch of table.lines) {
      yield batch.flatMap((line) => {
        if (!('cells' in line)) return []
        const checked = checkContactRow(table.toRow(line), { ddd })
        return checked.ok ? [] : [{ cells: line.cells, reason: checked.reason }]
      })
    }
  }
}

/**
 * Rows that were refused as a CSV, with every column of the original and the reason behind them,
 * written as the original is. Mended and imported again it gives what the original would have given.
 * Cells beyond the header stand behind the reason, where an import passes them over too.
 */
export async function* refusedFile(
  lines: AsyncIterable<readonly RefusedLine[]>,
  {
    format,
    header,
    reasonAt,
  }: {
    readonly format: CsvFormat
    readonly header: readonly string[]
    /**
     * Position of an earlier import's reason column, which is written anew; null: there is none.
     */
    readonly reasonAt: number | null
  },
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  const own = reasonAt === null ? header : header.slice(0, reasonAt)
  const ownWidth = reasonAt === null ? header.length : reasonAt + 1
  const encode = createTextEncoder(format.encoding)
  const { delimiter, hasMark, isAnnounced } = format
  const record = (cells: readonly string[]) =>
    `${cells.map((cell) => written(cell, delimiter)).join(delimiter)}${LINE_END}`
  const mark = hasMark ? '\uFEFF' : ''
  const announcement = isAnnounced ? `sep=${delimiter}${LINE_END}` : ''
  yield encode(mark + announcement + record([...own, REASON_HEADER]))
  for await (const batch of lines) {
    const text = batch.map((line) => record(cellsOf(line))).join('')
    if (text !== '') yield encode(text)
  }

  function cellsOf({ cells, reason }: RefusedLine): readonly string[] {
    return [...own.map((_, place) => cells[place] ?? ''), reason, ...cells.slice(ownWidth)]
  }
}

/** The header as it stands. */
function headerOf({ headerCells, header, columns }: Table): readonly string[] {
  if (headerCells) return headerCells
  return header.map((name, place) => {
    if (place === columns.phone) return nameOf.phone
    return place === columns.name ? nameOf.name : name
  })
}

/** A cell as it is read back: never as a formula. */
function written(cell: string, delimiter: Delimiter): string {
  const safe = defuseFormula(restoreFormula(cell))
  const isPlain = !safe.includes(delimiter) && !/["\r\n]/.test(safe)
  return isPlain ? safe : `"${safe.replaceAll('"', '""')}"`
}

import type { ContactRow } from '../contacts/contact-row.ts'
import { NAME_MAX_LENGTH } from '../limits.ts'
import { parsePhone } from '../phones/phone-number.ts'
import { restoreFormula } from './formula.ts'
import { type CsvLine, type CsvParse, csvLines } from './lines.ts'

/**
 * Positions, from 0, of the columns for name and phone. Further ones become fields by their header.
 */
export type CsvColumns = { readonly name: number | null; readonly phone: number }

export const defaultColumns: CsvColumns = { name: 0, phone: 1 }

const MAX_COLUMNS = 200

const delimiters = [',', ';', '\t'] as const
export type Delimiter = (typeof delimiters)[number]
/** How many of the first lines are read to find the delimiter. */
const LINES_LOOKED_AT = 20

/**
 * Yields the rows of a CSV below its header, in batches. A line that cannot be read is a row with a
 * `problem` and the last one, since nothing behind it can be split into rows.
 * @param onWarning called with a Portuguese sentence, before the first row
 */
export async function* csvRows(
  text: AsyncIterable<string>,
  {
    head,
    columns,
    parse,
    onWarning,
  }: {
    readonly head: string
    readonly columns: CsvColumns
    readonly parse: CsvParse
    readonly onWarning: (sentence: string) => void
  },
): AsyncGenerator<readonly ContactRow[], void, undefined> {
  const { delimiter, isAnnounced } = delimiterOf(head)
  let toRow: ((line: CsvLine) => ContactRow) | null = null
  for await (const batch of csvLines(text, { delimiter, parse })) {
    const rows: ContactRow[] = []
    for (const line of batch) {
      if (!('cells' in line)) rows.push(unreadable(line.faultLine))
      else if (isAnnounced && line.line === 1) continue
      else if (line.cells.every(isBlank)) continue
      else if (toRow) rows.push(toRow(line))
      else {
        toRow = rowMaker(line.cells, columns)
        warnOfContact(line.cells)
      }
    }
    if (rows.length > 0) yield rows
  }

  function warnOfContact(cells: readonly string[]): void {
    if (!parsePhone(cells[columns.phone] ?? '').ok) return
    onWarning(
      `A primeira linha foi tratada como cabeçalho, mas parece um contato: "${shown(cells)}".`,
    )
  }
}

function isBlank(cell: string): boolean {
  return cell.trim() === ''
}

/** Finds the delimiter of a file by its beginning, and whether a first line of its own names it. */
export function delimiterOf(head: string): {
  readonly delimiter: Delimiter
  readonly isAnnounced: boolean
} {
  const announced = announcedDelimiter(head)
  return { delimiter: announced ?? detectDelimiter(head), isAnnounced: announced !== undefined }
}

/** Excel's own first line, which names the delimiter: `sep=;`. */
function announcedDelimiter(head: string): Delimiter | undefined {
  const named = /^\uFEFF?"?sep=([,;\t])"?[ \t]*(?:[\r\n]|$)/i.exec(head)?.[1]
  return delimiters.find((delimiter) => delimiter === named)
}

/** The delimiter that most of the first lines hold, outside quotes. */
function detectDelimiter(head: string): Delimiter {
  const bare = head.replace(/"(?:[^"]|"")*(?:"|$)/g, '')
  const lines = bare.split(/[\r\n]+/).filter((line) => line.trim() !== '')
  const looked = lines.slice(0, LINES_LOOKED_AT)
  const counted = delimiters.map((delimiter) => ({
    delimiter,
    // Counts more than the rows: a comma inside one of their texts must not decide.
    inHeader: looked[0]?.includes(delimiter) ? 1 : 0,
    lines: looked.filter((line) => line.includes(delimiter)).length,
  }))
  const best = counted.reduce((a, b) => {
    if (a.inHeader !== b.inHeader) return b.inHeader > a.inHeader ? b : a
    return b.lines > a.lines ? b : a
  })
  return best.delimiter
}

function unreadable(line: number | undefined): ContactRow {
  return {
    name: '',
    phone: '',
    ...(line !== undefined && { line }),
    problem: 'O arquivo não pôde ser lido até o fim: há aspas que não fecham.',
  }
}

/** Names of the columns; a repeated header gets a number. */
export function headerNames(cells: readonly string[]): readonly string[] {
  const taken = new Map<string, number>()
  return cells.slice(0, MAX_COLUMNS).map((cell, place) => {
    const name = restoreFormula(cell).trim().slice(0, NAME_MAX_LENGTH) || `coluna ${place + 1}`
    const count = (taken.get(name) ?? 0) + 1
    taken.set(name, count)
    return count === 1 ? name : `${name} ${count}`
  })
}

/** Makes a row from each record, once the header is known. */
function rowMaker(headerCells: readonly string[], columns: CsvColumns) {
  const further = headerNames(headerCells)
    .map((name, place) => ({ name, place }))
    .filter(({ place }) => place !== columns.name && place !== columns.phone)
    // No plain object can hold a field of this name.
    .filter(({ name }) => name !== '__proto__')

  return ({ cells, line }: CsvLine): ContactRow => {
    const name = columns.name === null ? '' : restoreFormula(cells[columns.name] ?? '')
    const phone = restoreFormula(cells[columns.phone] ?? '')
    let fields: Record<string, string> | null = null
    for (const column of further) {
      const value = restoreFormula(cells[column.place] ?? '').trim()
      if (value === '') continue
      fields ??= {}
      fields[column.name] = value
    }
    return fields ? { name, phone, line, fields } : { name, phone, line }
  }
}

function shown(cells: readonly string[]): string {
  return cells.slice(0, 2).join(', ').slice(0, NAME_MAX_LENGTH)
}

import { type ContactRow, unclosedQuotes } from '../contacts/contact-row.ts'
import { NAME_MAX_LENGTH } from '../limits.ts'
import { parsePhone } from '../phones/phone-number.ts'
import { type CsvColumns, guessColumns, headerNames } from './columns.ts'
import { restoreFormula } from './formula.ts'
import type { CsvFault, CsvLine } from './lines.ts'
import { isReason, REASON_HEADER } from './reason-column.ts'
import { headerPlace } from './titles.ts'

/** Lines of a file, CSV or spreadsheet, as they are read. */
export type TableLines = AsyncIterable<readonly (CsvLine | CsvFault)[]>

export type TableOptions = {
  /** Left out or null: found out by the header and the first rows. */
  readonly columns?: CsvColumns | null | undefined
  /** Whether the first line names the columns. */
  readonly hasHeader: boolean
}

/** A table of contacts whose beginning has been read. */
export type Table = {
  /** The header's line as it stands; null where the table has no header. */
  readonly headerCells: readonly string[] | null
  /** Names of the columns; where the table has no header they are numbered. */
  readonly header: readonly string[]
  readonly columns: CsvColumns
  /** Where a file of refused rows tells the reasons; null in any other table. */
  readonly reasonAt: number | null
  /** Portuguese sentences. */
  readonly warnings: readonly string[]
  /**
   * The lines below the header, without blank ones, in batches; may be read once. A line that
   * cannot be read is the last one, since nothing behind it can be split into rows.
   */
  readonly lines: TableLines
  readonly toRow: (line: CsvLine | CsvFault) => ContactRow
}

/** Lines at the beginning whose cells tell which column holds what. */
const LINES_JUDGED = 20

/** Reads the beginning of a table and tells its header and columns. */
export async function openTable(source: TableLines, options: TableOptions): Promise<Table> {
  const { first, linesFrom } = await readBeginning(source)
  const place = options.hasHeader ? headerPlace(first.map(({ cells }) => cells)) : 0
  const headerLine = options.hasHeader ? first[place] : undefined
  const headerCells = options.hasHeader ? (headerLine?.cells ?? []) : null
  const rows = first.slice(options.hasHeader ? place + 1 : 0).map(({ cells }) => cells)
  const cells = headerCells ?? numbered(rows)
  const columns = options.columns ?? guessColumns(headerCells, rows)
  const reasonAt = reasonColumn(headerCells, rows)
  return {
    headerCells,
    header: headerNames(reasonAt === null ? cells : cells.slice(0, reasonAt)),
    columns,
    reasonAt,
    warnings: headerCells ? [...titleWarning(place), ...warningsOf(headerCells, columns)] : [],
    lines: linesFrom(headerLine ? place + 1 : 0),
    toRow: rowMaker(cells, { columns, reasonAt }),
  }
}

/** Reads as much of a file as tells what its columns hold. */
export async function readBeginning(source: TableLines) {
  const iterator = source[Symbol.asyncIterator]()
  const held: (CsvLine | CsvFault)[] = []
  let isWhole = false
  while (!isWhole && held.length <= LINES_JUDGED) {
    const next = await iterator.next()
    isWhole = next.done === true
    if (!next.done) held.push(...next.value.filter(isFilled))
  }
  return {
    /** The first lines that can be read and are not blank. */
    first: held.slice(0, LINES_JUDGED + 1).flatMap((line) => ('cells' in line ? [line] : [])),
    linesFrom,
  }

  /** All lines from one of the first on, without blank ones, in batches; may be read once. */
  async function* linesFrom(place: number): TableLines {
    try {
      // A line that cannot be read is the last one: those before it keep their places.
      const below = held.slice(place)
      if (below.length > 0) yield below
      while (!isWhole) {
        const next = await iterator.next()
        isWhole = next.done === true
        const filled = next.done ? [] : next.value.filter(isFilled)
        if (filled.length > 0) yield filled
      }
    } finally {
      if (!isWhole) await iterator.return?.()
    }
  }
}

/** The rows of a table in batches. */
export async function* tableRows({ lines, toRow }: Pick<Table, 'lines' | 'toRow'>) {
  for await (const batch of lines) yield batch.map(toRow)
}

function isFilled(line: CsvLine | CsvFault): boolean {
  return !('cells' in line) || line.cells.some(isWritten)
}

function isWritten(cell: string): boolean {
  return cell.trim() !== ''
}

/** As many names as the widest of the first rows has cells; an empty one gets its number. */
function numbered(rows: readonly (readonly string[])[]): readonly string[] {
  return Array.from({ length: Math.max(0, ...rows.map(({ length }) => length)) }, () => '')
}

/** Says how many lines above the header were left out. */
export function titleWarning(count: number): readonly string[] {
  if (count === 0) return []
  return count === 1
    ? ['A linha acima do cabeçalho ficou de fora: parece um título.']
    : [`As ${count} linhas acima do cabeçalho ficaram de fora: parecem um título.`]
}

function warningsOf(cells: readonly string[], columns: CsvColumns): readonly string[] {
  if (!parsePhone(cells[columns.phone] ?? '').ok) return []
  const shown = cells.slice(0, 2).join(', ').slice(0, NAME_MAX_LENGTH)
  return [`A primeira linha foi tratada como cabeçalho, mas parece um contato: "${shown}".`]
}

/** Where a file of refused rows tells the reasons; null in any other. */
export function reasonColumn(
  header: readonly string[] | null,
  rows: readonly (readonly string[])[],
): number | null {
  const last = (header?.length ?? 0) - 1
  if (header?.[last] !== REASON_HEADER) return null
  return rows.every((cells) => isReason(cells[last] ?? '')) ? last : null
}

/** Makes a row from each line, once the header is known. */
function rowMaker(
  headerCells: readonly string[],
  { columns, reasonAt }: { readonly columns: CsvColumns; readonly reasonAt: number | null },
) {
  const further = headerNames(headerCells)
    .map((name, place) => ({ name, place }))
    .filter(({ place }) => place !== columns.name && place !== columns.phone)
    // No plain object can hold a field of this name.
    .filter(({ name }) => name !== '__proto__')

  return (read: CsvLine | CsvFault): ContactRow => {
    if (!('cells' in read)) return unreadable(read.faultLine)
    const { cells, line } = read
    const name = columns.name === null ? '' : restoreFormula(cells[columns.name] ?? '')
    const phone = restoreFormula(cells[columns.phone] ?? '')
    let fields: Record<string, string> | null = null
    for (const column of further) {
      const value = restoreFormula(cells[column.place] ?? '').trim()
      if (value === '' || (column.place === reasonAt && isReason(value))) continue
      fields ??= {}
      fields[column.name] = value
    }
    return fields ? { name, phone, line, fields } : { name, phone, line }
  }
}

function unreadable(line: number | undefined): ContactRow {
  return { name: '', phone: '', ...(line !== undefined && { line }), problem: unclosedQuotes }
}

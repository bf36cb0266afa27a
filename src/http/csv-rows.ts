import { CsvError, parse } from 'csv-parse'
import { NAME_MAX_LENGTH } from '../contract/limits.ts'
import type { ContactRow } from '../domain/contact-rows.ts'
import { parsePhone } from '../domain/phone-number.ts'

/** Which column, from 0, holds what. Further ones become fields under their header. */
export type CsvColumns = { readonly name: number | null; readonly phone: number }

export const defaultColumns: CsvColumns = { name: 0, phone: 1 }

/** A line beyond this is no line, but a quote that nobody closed. */
const MAX_RECORD_BYTES = 1024 * 1024
const MAX_COLUMNS = 200

const delimiters = [',', ';', '\t'] as const
type Delimiter = (typeof delimiters)[number]
/** Lines at the beginning that tell which delimiter a file uses. */
const LINES_LOOKED_AT = 20

type Line = { readonly cells: readonly string[]; readonly line: number }

/**
 * The rows of a CSV below its header. A line that cannot be read is a row with a `problem`, and
 * the last one, since nothing behind it can be told apart.
 * @param onWarning told in Portuguese, before the first row
 */
export async function* csvRows(
  text: AsyncIterable<string>,
  {
    head,
    columns,
    onWarning,
  }: {
    readonly head: string
    readonly columns: CsvColumns
    readonly onWarning: (sentence: string) => void
  },
): AsyncGenerator<ContactRow, void, undefined> {
  const announced = announcedDelimiter(head)
  let header: readonly string[] | null = null
  for await (const record of parseLines(text, announced ?? detectDelimiter(head))) {
    if (!('cells' in record)) yield record
    else if (announced !== undefined && record.line === 1) continue
    else if (record.cells.every((cell) => cell.trim() === '')) continue
    else if (header) yield toRow(record, header, columns)
    else {
      header = headerNames(record.cells)
      const first = record.cells[columns.phone] ?? ''
      if (parsePhone(first).ok) {
        onWarning(
          `A primeira linha foi tratada como cabeçalho, mas parece um contato: "${shown(record.cells)}".`,
        )
      }
    }
  }
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
    // The header decides; a comma inside a text of the rows must not.
    inHeader: looked[0]?.includes(delimiter) ? 1 : 0,
    lines: looked.filter((line) => line.includes(delimiter)).length,
  }))
  const best = counted.reduce((a, b) => {
    if (a.inHeader !== b.inHeader) return b.inHeader > a.inHeader ? b : a
    return b.lines > a.lines ? b : a
  })
  return best.delimiter
}

async function* parseLines(
  text: AsyncIterable<string>,
  delimiter: Delimiter,
): AsyncGenerator<Line | ContactRow, void, undefined> {
  const ready: Line[] = []
  const parser = parse({
    delimiter,
    record_delimiter: '\n',
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_RECORD_BYTES,
    on_record: (cells: string[], { lines }) => {
      ready.push({ cells, line: lines - cells.reduce((sum, cell) => sum + lineBreaks(cell), 0) })
      // Rows are taken from here: what waits inside the parser would be lost with an error.
      return null
    },
  })
  const failures: Error[] = []
  parser.on('error', (error) => failures.push(error))
  parser.resume()

  for await (const piece of text) {
    await new Promise<void>((resolve) => parser.write(piece, () => resolve()))
    yield* ready.splice(0)
    if (failures.length > 0) break
  }
  if (failures.length === 0) await ended(parser)
  yield* ready.splice(0)
  const [failure] = failures
  if (failure) yield unreadable(failure)
}

function ended(parser: NodeJS.ReadWriteStream): Promise<void> {
  return new Promise((resolve) => {
    parser.once('end', resolve)
    parser.once('error', () => resolve())
    parser.end()
  })
}

function unreadable(error: Error): ContactRow {
  if (!(error instanceof CsvError)) throw error
  const line = typeof error.lines === 'number' ? error.lines : undefined
  return {
    name: '',
    phone: '',
    ...(line !== undefined && { line }),
    problem: 'O arquivo não pôde ser lido até o fim: há aspas que não fecham.',
  }
}

function lineBreaks(cell: string): number {
  return cell.includes('\n') ? cell.split('\n').length - 1 : 0
}

function headerNames(cells: readonly string[]): readonly string[] {
  const taken = new Map<string, number>()
  return cells.slice(0, MAX_COLUMNS).map((cell, place) => {
    const name = cell.trim().slice(0, NAME_MAX_LENGTH) || `coluna ${place + 1}`
    const count = (taken.get(name) ?? 0) + 1
    taken.set(name, count)
    return count === 1 ? name : `${name} ${count}`
  })
}

function toRow({ cells, line }: Line, header: readonly string[], columns: CsvColumns): ContactRow {
  const further = header.flatMap((name, place) => {
    const value = cells[place]?.trim() ?? ''
    const isFurther = place !== columns.name && place !== columns.phone
    return isFurther && value !== '' ? [[name, value] as const] : []
  })
  return {
    name: columns.name === null ? '' : (cells[columns.name] ?? ''),
    phone: cells[columns.phone] ?? '',
    line,
    ...(further.length > 0 && { fields: Object.fromEntries(further) }),
  }
}

function shown(cells: readonly string[]): string {
  return cells.slice(0, 2).join(', ').slice(0, NAME_MAX_LENGTH)
}

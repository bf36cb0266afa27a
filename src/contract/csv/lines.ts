import { z } from 'zod'

/**
 * Splits a CSV into records of cells: by hand where that is certain, with a full parser elsewhere.
 */

/** `parse` of csv-parse, which has a build for Node and one for browsers. */
export type CsvParse = (options: {
  delimiter: string
  record_delimiter: string
  relax_quotes: boolean
  relax_column_count: boolean
  skip_empty_lines: boolean
  max_record_size: number
  on_record: (cells: string[], context: { lines: number }) => null
}) => {
  write(text: string, done: () => void): unknown
  end(): unknown
  resume(): unknown
  on(event: 'error', listener: (error: Error) => void): unknown
  once(event: 'end' | 'error', listener: () => void): unknown
}

/** Largest record: more than this without an end is a quote that was never closed. */
const MAX_RECORD_BYTES = 1024 * 1024
/** Leaves longer lines to the parser, which counts bytes where this counts UTF-16 units. */
const MAX_PLAIN_LENGTH = MAX_RECORD_BYTES / 4

/** One record; `line` is where it begins in the file, from 1. */
export type CsvLine = { readonly cells: readonly string[]; readonly line: number }

/** Where the text stops being readable: nothing behind it can be split into records. */
export type CsvFault = { readonly faultLine: number | undefined }

/**
 * Yields the records of the text in batches, without empty lines. Most files need no parser for any
 * line, and reading them by hand is ten times as fast. From the first line that needs the parser
 * on, the parser reads the rest.
 */
export async function* csvLines(
  text: AsyncIterable<string>,
  options: { readonly delimiter: string; readonly parse: CsvParse },
): AsyncGenerator<readonly (CsvLine | CsvFault)[], void, undefined> {
  const plain = createPlainReader(options.delimiter)
  let full: ReturnType<typeof createFullReader> | null = null
  for await (const piece of text) {
    let odd: string | null = piece
    if (!full) {
      const read = plain.read(piece)
      odd = read.odd
      yield read.lines
      if (odd !== null) full = createFullReader({ ...options, linesBefore: plain.lineCount() })
    }
    if (full && odd !== null) yield await full.read(odd)
    if (full?.hasFailed()) return
  }
  if (full) yield await full.end()
  else yield* lastLines(plain, options)
}

/** Reads a last line that no line feed ends. */
async function* lastLines(
  plain: ReturnType<typeof createPlainReader>,
  options: { readonly delimiter: string; readonly parse: CsvParse },
) {
  const { lines, odd } = plain.read('\n')
  yield lines
  if (odd === null) return
  const full = createFullReader({ ...options, linesBefore: plain.lineCount() })
  // Without the line feed that `read` above added to end the last line.
  yield await full.read(odd.slice(0, -1))
  if (!full.hasFailed()) yield await full.end()
}

function createPlainReader(delimiter: string) {
  let rest = ''
  let line = 0
  return { read, lineCount: () => line }

  /** `odd` is the rest of the text, from the first line that only the parser can read. */
  function read(piece: string): {
    readonly lines: readonly CsvLine[]
    readonly odd: string | null
  } {
    const text = rest + piece
    const lines: CsvLine[] = []
    let from = 0
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      const cells = plainCells(text.slice(from, end), delimiter)
      if (!cells) return { lines, odd: text.slice(from) }
      line += 1
      if (end > from) lines.push({ cells, line })
      from = end + 1
    }
    rest = text.slice(from)
    return { lines, odd: rest.length > MAX_PLAIN_LENGTH ? rest : null }
  }
}

/** Splits a line that is certainly one whole record; `undefined` for any other. */
function plainCells(line: string, delimiter: string): readonly string[] | undefined {
  if (line.length > MAX_PLAIN_LENGTH) return undefined
  if (!line.includes('"')) return line.split(delimiter)
  const cells: string[] = []
  for (let from = 0; from <= line.length; ) {
    const isQuoted = line[from] === '"'
    const end = isQuoted ? closingQuote(line, from) : line.indexOf(delimiter, from)
    if (isQuoted && end < 0) return undefined
    const cell = line.slice(isQuoted ? from + 1 : from, end < 0 ? line.length : end)
    if (!isQuoted && cell.includes('"')) return undefined
    cells.push(isQuoted ? cell.replaceAll('""', '"') : cell)
    const next = isQuoted ? end + 1 : end
    if (end < 0 || next === line.length) return cells
    if (line[next] !== delimiter) return undefined
    from = next + 1
  }
  return cells
}

function closingQuote(line: string, from: number): number {
  let end = line.indexOf('"', from + 1)
  while (end >= 0 && line[end + 1] === '"') end = line.indexOf('"', end + 2)
  return end
}

function createFullReader({
  delimiter,
  parse,
  linesBefore,
}: {
  readonly delimiter: string
  readonly parse: CsvParse
  readonly linesBefore: number
}) {
  let ready: (CsvLine | CsvFault)[] = []
  let failure: Error | null = null
  const parser = parse({
    delimiter,
    record_delimiter: '\n',
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_RECORD_BYTES,
    on_record: (cells: string[], { lines }) => {
      const breaks = cells.reduce((sum, cell) => sum + lineBreaks(cell), 0)
      ready.push({ cells, line: linesBefore + lines - breaks })
      // Rows are taken from here: rows waiting inside the parser would be lost when it fails.
      return null
    },
  })
  parser.on('error', (error) => {
    failure ??= error
  })
  parser.resume()
  return { read, end, hasFailed: () => failure !== null }

  async function read(piece: string): Promise<readonly (CsvLine | CsvFault)[]> {
    await new Promise<void>((resolve) => parser.write(piece, () => resolve()))
    return take()
  }

  async function end(): Promise<readonly (CsvLine | CsvFault)[]> {
    await new Promise<void>((resolve) => {
      parser.once('end', resolve)
      parser.once('error', () => resolve())
      parser.end()
    })
    return take()
  }

  function take(): readonly (CsvLine | CsvFault)[] {
    const taken = ready
    ready = []
    return failure ? [...taken, faultOf(failure, linesBefore)] : taken
  }
}

/** A text that the parser cannot read; any other error is a bug. */
const ParserError = z.object({
  code: z.string().startsWith('CSV_'),
  lines: z.number().optional().catch(undefined),
})

function faultOf(error: Error, linesBefore: number): CsvFault {
  const parsed = ParserError.safeParse(error)
  if (!parsed.success) throw error
  const { lines } = parsed.data
  return { faultLine: lines === undefined ? undefined : linesBefore + lines }
}

function lineBreaks(cell: string): number {
  return cell.includes('\n') ? cell.split('\n').length - 1 : 0
}

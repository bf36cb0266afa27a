import type { CsvLine } from '../csv/lines.ts'
import { AppError } from '../errors.ts'
import { XLSX_INFLATED_LIMIT_BYTES, XLSX_ROWS_LIMIT } from '../limits.ts'
import { createCellText, unescaped } from './cell-text.ts'
import type { NumberText } from './number-text.ts'
import type { PartReader } from './package.ts'

const MAX_COLUMNS = 16_384
/** Longer values are no numbers and no texts that a formula gives. */
const MAX_VALUE_LENGTH = 256 * 1024
const A = 'A'.charCodeAt(0)
const LETTERS = 26

type Shared = { readonly strings: readonly string[]; readonly numberText: NumberText }

/** Yields the rows of a sheet as they are read. @throws AppError `sheet_empty` */
export async function* sheetLines(
  parts: PartReader,
  path: string,
  shared: Shared,
): AsyncGenerator<readonly CsvLine[], void, undefined> {
  const { handler, take } = createRowReader(shared)
  let isEmpty = true
  for await (const _ of parts.pieces(path, handler, { limitBytes: XLSX_INFLATED_LIMIT_BYTES })) {
    const lines = take()
    if (lines.length === 0) continue
    isEmpty = false
    yield lines
  }
  if (isEmpty) throw new AppError('sheet_empty', path)
}

function createRowReader({ strings, numberText }: Shared) {
  const inline = createCellText()
  let lines: CsvLine[] = []
  let rowCount = 0
  let line = 0
  let cells: string[] = []
  let column = -1
  let type = ''
  let style = 0
  let value = ''
  /** The element whose attributes and text are being read. */
  let inside = ''

  return { handler: { open, attribute, text, close }, take }

  function open(name: string): void {
    inside = name
    if (name === 'c') beginCell()
    else if (name === 'row') beginRow()
    else if (name === 't' || name === 'rPh') inline.open(name)
  }

  function beginRow(): void {
    rowCount += 1
    if (rowCount > XLSX_ROWS_LIMIT) throw new AppError('xlsx_too_large', 'too many rows')
    line += 1
    cells = []
    column = -1
  }

  function beginCell(): void {
    column += 1
    type = ''
    style = 0
    value = ''
    inline.clear()
  }

  function attribute(name: string, given: string): void {
    if (inside === 'c') {
      if (name === 'r') column = columnOf(given)
      else if (name === 't') type = given
      else if (name === 's') style = Number(given)
    } else if (inside === 'row' && name === 'r') {
      const number = Number(given)
      if (Number.isInteger(number) && number > 0 && number <= XLSX_ROWS_LIMIT) line = number
    }
  }

  function text(piece: string): void {
    if (inside === 'v') {
      value += piece
      if (value.length > MAX_VALUE_LENGTH) throw new AppError('xlsx_broken', 'a long value')
    } else inline.text(piece)
  }

  function close(name: string): void {
    inside = ''
    if (name === 'c') endCell()
    else if (name === 'row') endRow()
    else if (name === 't' || name === 'rPh') inline.close(name)
  }

  function endCell(): void {
    const shown = shownText()
    if (shown === '') return
    if (column >= MAX_COLUMNS) throw new AppError('xlsx_broken', 'too many columns')
    while (cells.length < column) cells.push('')
    cells[column] = shown
  }

  function endRow(): void {
    if (cells.some((cell) => cell.trim() !== '')) lines.push({ cells, line })
  }

  function shownText(): string {
    if (type === 's') return strings[Number(value)] ?? ''
    if (type === 'inlineStr') return inline.take()
    if (type === 'b') return value === '1' ? 'VERDADEIRO' : 'FALSO'
    if (type === 'd') return dateText(value)
    if (type === 'str' || type === 'e' || value === '') return unescaped(value)
    const number = Number(value)
    return Number.isFinite(number) ? numberText(number, style) : value
  }

  function take(): readonly CsvLine[] {
    const taken = lines
    lines = []
    return taken
  }
}

/** The column, from 0, of a cell such as `AB12`. */
function columnOf(cell: string): number {
  let column = 0
  for (let at = 0; at < cell.length && at < 4; at += 1) {
    const letter = cell.charCodeAt(at) - A
    if (letter < 0 || letter >= LETTERS) break
    column = column * LETTERS + letter + 1
  }
  return Math.max(0, column - 1)
}

const isoDate = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d:\d\d))?/

function dateText(value: string): string {
  const [whole, year, month, day, time] = isoDate.exec(value) ?? []
  if (whole === undefined) return value
  return `${day}/${month}/${year}${time === undefined || time === '00:00' ? '' : ` ${time}`}`
}

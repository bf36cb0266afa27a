import Table from 'cli-table3'
import { withoutTrailing } from '../../contract/trailing.ts'
import type { Terminal } from './terminal.ts'

export type Column<Row> = {
  readonly header: string
  readonly value: (row: Row) => string
  readonly align?: 'left' | 'right'
  /** May be cut to this many characters when the terminal is too narrow. */
  readonly shrinksTo?: number
  /** Left out when cutting is not enough: the highest number goes first. */
  readonly dropRank?: number
}

const GAP = '  '
const bare = { 'padding-left': 0, 'padding-right': 0, head: [], border: [], compact: true }
const noLines = {
  ...{ top: '', 'top-mid': '', 'top-left': '', 'top-right': '' },
  ...{ bottom: '', 'bottom-mid': '', 'bottom-left': '', 'bottom-right': '' },
  ...{ left: '', 'left-mid': '', mid: '', 'mid-mid': '', right: '', 'right-mid': '' },
  middle: GAP,
}

/** A plain table that fits the terminal; where stdout is no terminal nothing is cut. */
export function formatTable<Row>(
  terminal: Pick<Terminal, 'width' | 'heading'>,
  rows: readonly Row[],
  columns: readonly Column<Row>[],
): string {
  const measured = columns.map((column) => {
    const cells = rows.map((row) => oneLine(column.value(row)))
    const width = cells.reduce(
      (widest, cell) => Math.max(widest, displayWidth(cell)),
      displayWidth(column.header),
    )
    return { ...column, cells, width }
  })
  const shown = terminal.width === null ? measured : narrow(measured, terminal.width)
  const table = new Table({
    head: shown.map(({ header, width }) => terminal.heading(cut(header, width))),
    colAligns: shown.map(({ align }) => align ?? 'left'),
    chars: noLines,
    style: bare,
  })
  for (const index of rows.keys()) {
    table.push(shown.map(({ cells, width }) => cut(cells[index] ?? '', width)))
  }
  return withoutTrailingSpace(table.toString())
}

type Measured = { readonly width: number; readonly shrinksTo?: number; readonly dropRank?: number }

/** Cuts the columns that allow it, the widest first, then leaves columns out. */
function narrow<Part extends Measured>(columns: readonly Part[], available: number): Part[] {
  let shown = [...columns]
  for (;;) {
    const excess = totalWidth(shown) - available
    if (excess <= 0) return shown
    const room = shown.reduce((sum, column) => sum + slack(column), 0)
    if (room >= excess) return shrink(shown, excess)
    const last = Math.max(...shown.map(({ dropRank }) => dropRank ?? 0))
    if (last === 0) return shrink(shown, room)
    shown = shown.filter(({ dropRank }) => dropRank !== last)
  }
}

function shrink<Part extends Measured>(columns: readonly Part[], excess: number): Part[] {
  const widths = columns.map(({ width }) => width)
  for (let left = excess; left > 0; left -= 1) {
    const slacks = columns.map((column, index) => slack({ ...column, width: widths[index] ?? 0 }))
    const widest = slacks.indexOf(Math.max(...slacks))
    widths[widest] = (widths[widest] ?? 0) - 1
  }
  return columns.map((column, index) => ({ ...column, width: widths[index] ?? column.width }))
}

function slack({ width, shrinksTo }: Measured): number {
  return shrinksTo === undefined ? 0 : Math.max(0, width - shrinksTo)
}

function totalWidth(columns: readonly Measured[]): number {
  return columns.reduce((sum, { width }) => sum + width, GAP.length * (columns.length - 1))
}

/** Two columns of labels and values, for one record. */
export function formatRecord(
  terminal: Pick<Terminal, 'width' | 'heading'>,
  fields: readonly (readonly [string, string])[],
): string {
  const width = Math.max(...fields.map(([label]) => label.length))
  const room = terminal.width === null ? null : terminal.width - width - GAP.length
  return fields
    .map(([label, value]) => {
      const lines = value.split(/\r?\n/).flatMap((line) => wrap(withoutControls(line), room))
      const indented = lines.join(`\n${' '.repeat(width)}${GAP}`)
      return `${terminal.heading(label.padEnd(width))}${GAP}${indented}`
    })
    .join('\n')
}

/** A line as several, broken between words; what is longer than the room stays whole. */
function wrap(line: string, room: number | null): readonly string[] {
  if (room === null || displayWidth(line) <= room) return [line]
  const lines: string[] = []
  let current = ''
  for (const word of line.split(' ')) {
    const longer = current === '' ? word : `${current} ${word}`
    if (current !== '' && displayWidth(longer) > room) {
      lines.push(current)
      current = word
    } else current = longer
  }
  return [...lines, current]
}

function cut(text: string, width: number): string {
  if (displayWidth(text) <= width) return text
  let kept = ''
  for (const { segment } of graphemes.segment(text)) {
    if (displayWidth(kept) + displayWidth(segment) > width - 1) break
    kept += segment
  }
  return `${kept}…`
}

const graphemes = new Intl.Segmenter('pt-BR', { granularity: 'grapheme' })

/** Columns a text takes: emoji and East Asian characters take two. */
function displayWidth(text: string): number {
  if (/^[\u0020-\u02ff\u2013-\u2026]*$/.test(text)) return text.length
  let width = 0
  for (const { segment } of graphemes.segment(text)) width += isWide(segment) ? 2 : 1
  return width
}

function isWide(segment: string): boolean {
  return /\p{Emoji_Presentation}|\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\ufe0f/u.test(
    segment,
  )
}

function oneLine(text: string): string {
  return withoutControls(text.replace(/\s+/g, ' '))
}

/** A name from somebody's file must not move the cursor or paint the terminal. */
function withoutControls(text: string): string {
  return text.replace(/\p{Cc}/gu, '')
}

function withoutTrailingSpace(text: string): string {
  return text
    .split('\n')
    .map((line) => withoutTrailing(line, ' '))
    .join('\n')
}

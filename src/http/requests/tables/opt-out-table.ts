import type { z } from 'zod'
import { contactErrors } from '../../../contract/contacts/contact-list.ts'
import { unclosedQuotes } from '../../../contract/contacts/contact-row.ts'
import { mayHoldPhone, namedPhoneColumn } from '../../../contract/csv/columns.ts'
import { restoreFormula } from '../../../contract/csv/formula.ts'
import type { CsvFault, CsvLine } from '../../../contract/csv/lines.ts'
import { isReason } from '../../../contract/csv/reason-column.ts'
import {
  readBeginning,
  reasonColumn,
  type TableLines,
  titleWarning,
} from '../../../contract/csv/table.ts'
import { headerPlace, isDocumentLine, isTitle } from '../../../contract/csv/titles.ts'
import { foldText } from '../../../contract/fold.ts'
import { isLidJid } from '../../../contract/jid.ts'
import { NAME_MAX_LENGTH } from '../../../contract/limits.ts'
import {
  type OptOutImportForm,
  OptOutSource,
  REASON_MAX_LENGTH,
} from '../../../contract/optouts/opt-out.ts'
import { parsePhone } from '../../../contract/phones/phone-number.ts'
import type { NewOptOut } from '../../../domain/optouts/opt-outs.ts'

/** How the phones of a file are read, and the reason for people without one in it. */
export type OptOutReading = Pick<z.output<typeof OptOutImportForm>, 'ddd' | 'reason'>

export type OptOutRow =
  | { readonly person: NewOptOut }
  | {
      readonly fault: { readonly line: number; readonly phone: string; readonly reason: string }
      /** Null: of a line that could not be split into cells. */
      readonly cells: readonly string[] | null
    }

const nameHeaders = /^(?:name|nome|cliente|aluno|responsavel)\b/
const reasonHeaders = /^(?:reason|motivo)\b/

/**
 * Reads people out of the lines of a file: one column with phones will do. Without a header that
 * names the column, the first cell of each line that is a phone counts. A line that may hold a
 * phone is neither a header nor a title, and titles are reported: nobody is left out silently.
 */
export async function openOptOutTable(source: TableLines, reading: OptOutReading) {
  const { first, linesFrom } = await readBeginning(source)
  const lines = first.map(({ cells }) => cells)
  const place = headerPlace(lines)
  const headerLine = first[place]
  const header = headerLine && !headerLine.cells.some(mayHoldPhone) ? headerLine.cells : null
  const below = header ? lines.slice(place + 1) : lines
  const titles = new Set(titlesOf(first, header ? place : null))
  const columns = header ? columnsOf(header, below) : noColumns
  return {
    /** What stands in the header, or a name for each column of a file without one. */
    header: header ?? numbered(lines),
    reasonAt: reasonColumn(header, below),
    warnings: header ? titleWarning(titles.size) : firstLinesWarning(titles.size),
    rows: rows(),
  }

  /** Yields the rows in batches; can be read only once. */
  async function* rows(): AsyncGenerator<readonly OptOutRow[], void, undefined> {
    for await (const batch of linesFrom(0)) {
      yield batch.filter(isRow).map((line) => rowOf(line, columns, reading))
    }
  }

  function isRow(line: CsvLine | CsvFault): boolean {
    if (!('cells' in line)) return true
    return !titles.has(line) && !(header && line === headerLine)
  }
}

/**
 * The titles above the header, or at the top of a file without one: lines that are about nobody.
 */
function titlesOf(first: readonly CsvLine[], headerAt: number | null): readonly CsvLine[] {
  if (headerAt !== null) return first.slice(0, headerAt).filter(({ cells }) => isTitle(cells))
  const begin = first.findIndex(({ cells }) => !isDocumentLine(cells))
  return first.slice(0, Math.max(0, begin))
}

function firstLinesWarning(count: number): readonly string[] {
  if (count === 0) return []
  return count === 1
    ? ['A primeira linha ficou de fora: parece um título.']
    : [`As ${count} primeiras linhas ficaram de fora: parecem um título.`]
}

function numbered(lines: readonly (readonly string[])[]): readonly string[] {
  const width = Math.max(0, ...lines.map(({ length }) => length))
  return Array.from({ length: width }, (_, place) => `coluna ${place + 1}`)
}

/** Position of each column; -1: not known. */
type Columns = {
  readonly phone: number
  readonly lid: number
  readonly name: number
  readonly reason: number
}

const noColumns: Columns = { phone: -1, lid: -1, name: -1, reason: -1 }

function columnsOf(header: readonly string[], rows: readonly (readonly string[])[]): Columns {
  const folded = header.map((cell) => foldText(cell.trim()))
  const place = (pattern: RegExp) => folded.findIndex((cell) => pattern.test(cell))
  return {
    phone: namedPhoneColumn(header, rows) ?? -1,
    lid: folded.indexOf('lid'),
    name: place(nameHeaders),
    reason: place(reasonHeaders),
  }
}

function rowOf(
  line: CsvLine | CsvFault,
  columns: Columns,
  { ddd, reason = '' }: OptOutReading,
): OptOutRow {
  if (!('cells' in line)) {
    return { fault: { line: line.faultLine ?? 0, phone: '', reason: unclosedQuotes }, cells: null }
  }
  const { cells } = line
  const texts = cells.map((cell) => restoreFormula(cell).trim())
  const own = texts[columns.reason] ?? ''
  const facts = {
    name: (texts[columns.name] ?? '').slice(0, NAME_MAX_LENGTH),
    // A file of refused rows has there why the row was refused, and nothing about the person.
    reason: (isReason(own) ? reason : own).slice(0, REASON_MAX_LENGTH),
    source: OptOutSource.csv,
    campaignId: null,
  }
  const written = texts[columns.phone] ?? texts.find((cell) => parsePhone(cell, { ddd }).ok)
  const lid = texts[columns.lid] ?? ''
  // Of a few people only the LID is known: an export of this list has them as well.
  if (!written && isLidJid(lid)) return { person: { ...facts, phone: null, lid } }
  const parsed = parsePhone(written ?? texts[0] ?? '', { ddd })
  if (parsed.ok) {
    return { person: { ...facts, phone: parsed.phone, lid: isLidJid(lid) ? lid : null } }
  }
  const phone = (written ?? texts[0] ?? '').slice(0, NAME_MAX_LENGTH)
  return { fault: { line: line.line, phone, reason: contactErrors[parsed.code] }, cells }
}

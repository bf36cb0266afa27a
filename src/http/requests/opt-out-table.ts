import type { z } from 'zod'
import { contactErrors } from '../../contract/contacts/contact-list.ts'
import { unclosedQuotes } from '../../contract/contacts/contact-row.ts'
import { restoreFormula } from '../../contract/csv/formula.ts'
import type { CsvFault, CsvLine } from '../../contract/csv/lines.ts'
import { isReason } from '../../contract/csv/reason-column.ts'
import type { TableLines } from '../../contract/csv/table.ts'
import { foldText } from '../../contract/fold.ts'
import { isLidJid } from '../../contract/jid.ts'
import { NAME_MAX_LENGTH } from '../../contract/limits.ts'
import {
  type OptOutImportForm,
  OptOutSource,
  REASON_MAX_LENGTH,
} from '../../contract/optouts/opt-out.ts'
import { parsePhone } from '../../contract/phones/phone-number.ts'
import type { NewOptOut } from '../../domain/optouts/opt-outs.ts'

/** How the phones of a file are read, and what is told of people who have no reason in it. */
export type OptOutReading = Pick<z.output<typeof OptOutImportForm>, 'ddd' | 'reason'>

export type OptOutRow =
  | { readonly person: NewOptOut }
  | {
      readonly fault: { readonly line: number; readonly phone: string; readonly reason: string }
      readonly cells: readonly string[]
    }

const phoneHeaders = /^(?:phone|telefone|fone|celular|whatsapp|whats|numero|contato)\b/
const nameHeaders = /^(?:name|nome|cliente|aluno|responsavel)\b/
const reasonHeaders = /^(?:reason|motivo)\b/

/**
 * Reads people out of the lines of a file: one column with phones will do. Without a header that
 * names the column, the first cell of each line that is a phone counts.
 */
export async function openOptOutTable(source: TableLines, reading: OptOutReading) {
  const iterator = source[Symbol.asyncIterator]()
  let held: readonly (CsvLine | CsvFault)[] = []
  let isWhole = false
  while (!isWhole && held.length === 0) {
    const next = await iterator.next()
    isWhole = next.done === true
    if (!next.done) held = next.value.filter(isFilled)
  }
  const [first] = held
  const firstCells = first && 'cells' in first ? first.cells : []
  const columns = columnsOf(firstCells)
  return {
    /** What stands in the header, or a name for each column of a file without one. */
    header: columns.isHeader ? firstCells : firstCells.map((_, place) => `coluna ${place + 1}`),
    rows: rows(),
  }

  /** In batches; read to the end, or left, once. */
  async function* rows(): AsyncGenerator<readonly OptOutRow[], void, undefined> {
    try {
      let batch = columns.isHeader ? held.slice(1) : held
      for (;;) {
        yield batch.map((line) => rowOf(line, columns, reading))
        if (isWhole) return
        const next = await iterator.next()
        isWhole = next.done === true
        batch = next.done ? [] : next.value.filter(isFilled)
      }
    } finally {
      if (!isWhole) await iterator.return?.()
    }
  }
}

function isFilled(line: CsvLine | CsvFault): boolean {
  return !('cells' in line) || line.cells.some((cell) => cell.trim() !== '')
}

type Columns = {
  readonly isHeader: boolean
  /** -1: not known. */
  readonly phone: number
  readonly lid: number
  readonly name: number
  readonly reason: number
}

function columnsOf(cells: readonly string[]): Columns {
  const folded = cells.map((cell) => foldText(cell.trim()))
  const place = (pattern: RegExp) => folded.findIndex((cell) => pattern.test(cell))
  const phone = place(phoneHeaders)
  const isHeader = phone >= 0 || !cells.some((cell) => parsePhone(cell).ok)
  const [lid, name, reason] = [folded.indexOf('lid'), place(nameHeaders), place(reasonHeaders)]
  return { isHeader, phone, lid, name, reason }
}

function rowOf(
  line: CsvLine | CsvFault,
  columns: Columns,
  { ddd, reason = '' }: OptOutReading,
): OptOutRow {
  if (!('cells' in line)) {
    return { fault: { line: line.faultLine ?? 0, phone: '', reason: unclosedQuotes }, cells: [] }
  }
  const { cells } = line
  const texts = cells.map((cell) => restoreFormula(cell).trim())
  const own = texts[columns.reason] ?? ''
  const told = {
    name: (texts[columns.name] ?? '').slice(0, NAME_MAX_LENGTH),
    // A file of refused rows tells there why the row was refused, and nothing of the person.
    reason: (isReason(own) ? reason : own).slice(0, REASON_MAX_LENGTH),
    source: OptOutSource.csv,
    campaignId: null,
  }
  const written = texts[columns.phone] ?? texts.find((cell) => parsePhone(cell, { ddd }).ok)
  const lid = texts[columns.lid] ?? ''
  // Of a few people only WhatsApp's other name is known: a file of this list has them as well.
  if (!written && isLidJid(lid)) return { person: { ...told, phone: null, lid } }
  const parsed = parsePhone(written ?? texts[0] ?? '', { ddd })
  if (parsed.ok) {
    return { person: { ...told, phone: parsed.phone, lid: isLidJid(lid) ? lid : null } }
  }
  const phone = (written ?? texts[0] ?? '').slice(0, NAME_MAX_LENGTH)
  return { fault: { line: line.line, phone, reason: contactErrors[parsed.code] }, cells }
}

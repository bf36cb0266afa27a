import type { ListRow } from '#contract/contacts/list-rows.ts'
import { type Column, cellOf } from '#contract/contacts/list-view.ts'
import { defuseFormula } from '#contract/csv/formula.ts'
import { formatPhone } from '../../../../format.ts'

/**
 * Writes rows as spreadsheets read them from the clipboard. A cell that would run as a formula stays a
 * text, and a phone has no plus, which would begin one.
 */
export function writeBlock(rows: readonly ListRow[], columns: readonly Column[]): string {
  return rows
    .map((row) => columns.map((column) => quoted(written(row, column))).join('\t'))
    .join('\n')
}

function written(row: ListRow, column: Column): string {
  const text = cellOf(row, column)
  return column.kind === 'phone' ? formatPhone(text).replace(/^\+/, '') : defuseFormula(text)
}

function quoted(cell: string): string {
  return /[\t\r\n]|^"/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

import { parsePhone } from '#contract/phones/phone-number.ts'

export type PastedContact = { readonly name: string; readonly phone: string }

/**
 * Rows that were copied from a spreadsheet or a list; undefined for a text of one cell, which is
 * pasted as usual.
 */
export function readPasted(text: string): readonly PastedContact[] | undefined {
  const lines = text.split(/\r\n?|\n/).filter((line) => line.trim() !== '')
  const rows = lines.map((line) => line.split(separatorOf(line)).map((cell) => cell.trim()))
  if (rows.length < 2 && (rows[0]?.length ?? 0) < 2) return undefined
  return rows.map(toContact)
}

function separatorOf(line: string): string {
  return ['\t', ';', ','].find((separator) => line.includes(separator)) ?? '\t'
}

/** The phone is the cell that reads as one; without any, the name stands first. */
function toContact(cells: readonly string[]): PastedContact {
  const phoneAt = cells.findIndex((cell) => parsePhone(cell).ok)
  const at = phoneAt >= 0 ? phoneAt : 1
  const phone = cells[at] ?? ''
  const name = cells.find((cell, place) => place !== at && cell !== '') ?? ''
  return { name, phone }
}

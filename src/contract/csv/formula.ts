/**
 * A cell that begins like a formula is one to a spreadsheet. An apostrophe in front makes it text,
 * and is taken off again on the way in. What has such an apostrophe of its own gets another, so
 * that an exported list comes back as it was.
 */

const formula = /^'*[=+\-@\t\r＝＋－＠]/
const defused = /^'+[=+\-@\t\r＝＋－＠]/

export function defuseFormula(cell: string): string {
  return formula.test(cell) ? `'${cell}` : cell
}

export function restoreFormula(cell: string): string {
  return cell.startsWith("'") && defused.test(cell) ? cell.slice(1) : cell
}

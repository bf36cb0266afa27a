/**
 * Recognises cells that a spreadsheet would run as a formula. Export puts an apostrophe in front,
 * which makes them text, and import removes it. A cell that already begins with such an apostrophe
 * gets another one, so that an exported list comes back unchanged.
 */

const formula = /^'*[=+\-@\t\r＝＋－＠]/
const defused = /^'+[=+\-@\t\r＝＋－＠]/

export function defuseFormula(cell: string): string {
  return formula.test(cell) ? `'${cell}` : cell
}

export function restoreFormula(cell: string): string {
  return cell.startsWith("'") && defused.test(cell) ? cell.slice(1) : cell
}

import { foldText } from '../fold.ts'
import { isPhoneLike, mayHoldPhone, phoneHeader } from './columns.ts'

type Cells = readonly string[]

/** Lines above a header that hold a title, such as the school's name and the date of the report. */
const MAX_TITLE_LINES = 10

/** A number of a company, in folded text, which no phone is written like; since 2026 with letters too. */
const companyNumber = /(?:^|[^\da-z])[\da-z]{2}\.[\da-z]{3}\.[\da-z]{3}\/[\da-z]{4}-\d{2}(?!\d)/g
/** What a number is of that stands behind such a word. */
const documentWords = [
  ...['cnpj', 'cpf', 'cep', 'inep', 'cnes', 'inscricao(?: estadual| municipal)?', 'protocolo'],
  ...['processo', 'contrato', 'convenio', 'matricula'],
]
const namedNumber = new RegExp(
  `(?:^|[^a-z])(?:${documentWords.join('|')})(?:\\s*n[ºo°])?[^a-z\\d]*\\d[\\d./-]*`,
  'g',
)

/**
 * Which of a table's first lines is its header: the first, unless lines that can be no contacts
 * stand above one that names a phone among other columns, or as its only one.
 */
export function headerPlace(lines: readonly Cells[]): number {
  const first = lines.slice(0, MAX_TITLE_LINES + 1)
  const contact = first.findIndex((cells) => cells.some((cell) => isPhoneLike(bare(cell))))
  const above = contact < 0 ? first : first.slice(0, contact)
  const place = above.findIndex(isHeader)
  return Math.max(0, place < 0 ? above.findIndex(isLoneHeader) : place)
}

/**
 * Whether a line above a header is a title: nothing in it may be a phone, or it is a single
 * sentence, in which a long number is none.
 */
export function isTitle(cells: Cells): boolean {
  if (!cells.some((cell) => mayHoldPhone(bare(cell)))) return true
  const [only = '', ...others] = filled(cells)
  return others.length === 0 && !isPhoneLike(bare(only)) && isSentence(only)
}

/** Whether a line is about a company or a document, and about nothing else. */
export function isDocumentLine(cells: Cells): boolean {
  const [only = '', ...others] = filled(cells)
  const rest = bare(only)
  return others.length === 0 && rest !== foldText(only) && !mayHoldPhone(rest)
}

function isHeader(cells: Cells): boolean {
  return filled(cells).length > 1 && cells.some((cell) => phoneHeader.test(foldText(cell)))
}

function isLoneHeader(cells: Cells): boolean {
  const [only = '', ...others] = filled(cells)
  const word = foldText(only)
  return others.length === 0 && phoneHeader.exec(word)?.[0].trim() === word.trim()
}

function filled(cells: Cells): Cells {
  return cells.filter((cell) => cell.trim() !== '')
}

/** What is left of a cell without the numbers of documents, folded. */
function bare(cell: string): string {
  return foldText(cell).replace(companyNumber, ' ').replace(namedNumber, ' ')
}

/** Whether there is more to read than to dial. */
function isSentence(cell: string): boolean {
  const digitCount = cell.replace(/\D/g, '').length
  const words = cell.split(/\P{L}+/u).filter(({ length }) => length >= 3)
  return words.length > 1 && words.join('').length > digitCount
}

import { foldText } from '../fold.ts'
import { CONTACT_COLUMNS_MAX, NAME_MAX_LENGTH } from '../limits.ts'
import { lacksAreaOnly, parsePhone } from '../phones/phone-number.ts'
import { restoreFormula } from './formula.ts'

/**
 * Positions, from 0, of the columns for name and phone. Further ones become fields by their header.
 */
export type CsvColumns = { readonly name: number | null; readonly phone: number }

/** Where a phone stands when nothing tells: behind the name. */
const USUAL_PHONE = 1
/** Any area code does: it only tells whether a number without one could be a phone. */
const SOME_AREA = '11'

/** Words that name a phone, in folded text. */
export const phoneHeader =
  /(?:^|[^a-z])(?:telefones?|tel|fones?|celular(?:es)?|cel|whats ?app|whats|zap|wpp|phone|mobile)(?![a-z])/
/** Words that name a phone where no column says so outright: they name people and counts as well. */
const vaguePhoneHeader = /(?:^|[^a-z])(?:numeros?|contatos?)(?![a-z])/
/** The likelier one first. */
const nameHeaders = [/nome|name/, /contato|cliente|alun[oa]|responsavel|paciente/]

type Cells = readonly string[]

/**
 * Tells which columns hold name and phone: by the header, and by what stands in the first rows.
 * @param header null where the table has none
 */
export function guessColumns(header: Cells | null, rows: readonly Cells[]): CsvColumns {
  const width = Math.max(0, ...[header ?? [], ...rows].map(({ length }) => length))
  const all = Array.from({ length: width }, (_, column) => column)
  const named = (pattern: RegExp) =>
    all.filter((column) => pattern.test(foldText(header?.[column] ?? '')))
  const phone = Math.min(phoneColumn(all, named(phoneHeader), rows), Math.max(0, width - 1))
  const names = nameHeaders.flatMap(named).filter((column) => column !== phone)
  const owner = all.find(
    (column) => column !== phone && isOwner(header?.[column] ?? '', header?.[phone] ?? ''),
  )
  return { name: owner ?? names[0] ?? all.find((column) => column !== phone) ?? null, phone }
}

/** A title's date has as many digits as a phone without its area code. */
const date = /(?:^|\D)\d{1,4}([/.-])\d{1,2}\1\d{2,4}(?!\d)/

/** Whether a cell holds a phone, or one that lacks nothing but its area code. */
export function isPhoneLike(cell: string): boolean {
  return parsePhone(cell).ok || (lacksAreaOnly(cell) && !date.test(cell))
}

/** A phone without its area code that lacks two digits. */
const FEWEST_DIGITS = 6

/** Whether a cell holds a phone, or what somebody meant to be one. */
export function mayHoldPhone(cell: string): boolean {
  if (isPhoneLike(cell)) return true
  return cell.replace(date, ' ').replace(/\D/g, '').length >= FEWEST_DIGITS
}

/**
 * The column that a header names as the one with the phones. The first rows decide between several:
 * a vague word counts only where no plainly named column holds a phone.
 * @returns null where no column is named, or vaguely and against the rows
 */
export function namedPhoneColumn(header: Cells, rows: readonly Cells[]): number | null {
  const all = header.map((_, column) => column)
  const counts = phoneCounts(all, rows)
  const holds = (column: number) => (counts[column] ?? 0) > 0
  const named = [phoneHeader, vaguePhoneHeader].map((pattern) =>
    all.filter((column) => pattern.test(foldText(header[column] ?? ''))),
  )
  const [plain = [], vague = []] = named
  const held = named.find((columns) => columns.some(holds))
  if (held) return likeliest(held, counts)
  if (plain.length > 0) return likeliest(plain, counts)
  return counts.some((count) => count > 0) ? null : (vague[0] ?? null)
}

/** Words of a header that do not tell whose it is. */
const plainWords = new Set(['', 'nome', 'name', 'completo', 'do', 'da', 'de', 'dos', 'das'])

/**
 * Whether a column names the person whose phone another holds: "Responsável", or "Nome da mãe",
 * beside "Celular do responsável" or "Celular da mãe".
 */
function isOwner(header: string, phone: string): boolean {
  if (phoneHeader.test(foldText(header))) return false
  const ofPhone = new Set(wordsOf(phone))
  const words = wordsOf(header).filter((word) => !plainWords.has(word))
  return words.length > 0 && words.every((word) => ofPhone.has(word))
}

function wordsOf(header: string): readonly string[] {
  return foldText(header).split(/[^a-z0-9]+/)
}

function phoneColumn(
  all: readonly number[],
  named: readonly number[],
  rows: readonly Cells[],
): number {
  if (named.length > 0) return likeliest(named, countsOf(all, rows))
  return likeliest(all, phoneCounts(all, rows))
}

/** How many cells of each column are phones, or would be with an area code if none is one. */
function phoneCounts(all: readonly number[], rows: readonly Cells[]): number[] {
  const valid = countsOf(all, rows)
  return valid.some((count) => count > 0) ? valid : countsOf(all, rows, SOME_AREA)
}

/** How many cells of each column read as a phone. */
function countsOf(all: readonly number[], rows: readonly Cells[], ddd?: string): number[] {
  return all.map(
    (column) => rows.filter((cells) => parsePhone(cells[column] ?? '', { ddd }).ok).length,
  )
}

/** The column with most phones; among equal ones the usual place, then the first. */
function likeliest(columns: readonly number[], counts: readonly number[]): number {
  const countOf = (column: number) => counts[column] ?? 0
  const most = Math.max(...columns.map(countOf))
  const best = columns.filter((column) => countOf(column) === most)
  return best.includes(USUAL_PHONE) ? USUAL_PHONE : (best[0] ?? USUAL_PHONE)
}

/** Names of the columns; a repeated header gets a number. */
export function headerNames(cells: Cells): readonly string[] {
  const taken = new Map<string, number>()
  // Columns beyond these make no fields.
  return cells.slice(0, CONTACT_COLUMNS_MAX).map((cell, place) => {
    const name = restoreFormula(cell).trim().slice(0, NAME_MAX_LENGTH) || `coluna ${place + 1}`
    const count = (taken.get(name) ?? 0) + 1
    taken.set(name, count)
    return count === 1 ? name : `${name} ${count}`
  })
}

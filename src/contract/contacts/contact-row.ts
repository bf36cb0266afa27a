import { NAME_MAX_LENGTH } from '../limits.ts'
import { parsePhone, type ReadOptions } from '../phones/phone-number.ts'
import { type ContactErrorCode, contactErrors } from './contact-list.ts'

/** A row of contacts as it was sent; none of it has been checked. */
export type ContactRow = {
  readonly name: string
  readonly phone: string
  readonly fields?: Readonly<Record<string, string>>
  /** The row's line in a file, from 1. */
  readonly line?: number
  /** Why the row could not be read, as a Portuguese sentence. */
  readonly problem?: string
}

/** The problem of the row from which on a CSV cannot be split. */
export const unclosedQuotes = 'O arquivo não pôde ser lido até o fim: há aspas que não fecham.'

export type CheckedRow =
  /** The phone as E.164 digits. */
  { readonly ok: true; readonly phone: string } | { readonly ok: false; readonly reason: string }

/** Checks a row: the answer is its phone, or a Portuguese sentence that says why there is none. */
export function checkContactRow(
  { name, phone, problem }: Pick<ContactRow, 'name' | 'phone' | 'problem'>,
  options: ReadOptions = {},
): CheckedRow {
  if (problem !== undefined) return { ok: false, reason: problem }
  if (name.trim().length > NAME_MAX_LENGTH) return refused('name_too_long')
  const parsed = parsePhone(phone, options)
  return parsed.ok ? parsed : refused(parsed.code)
}

function refused(code: ContactErrorCode): CheckedRow {
  return { ok: false, reason: contactErrors[code] }
}

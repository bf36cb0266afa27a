import { type ContactErrorCode, contactErrors } from './contact-list.ts'
import { NAME_MAX_LENGTH } from './limits.ts'
import { parsePhone } from './phone-number.ts'

/** A row as it was given: nothing about it has been checked. */
export type ContactRow = {
  readonly name: string
  readonly phone: string
  readonly fields?: Readonly<Record<string, string>>
  /** Line of a file, from 1. */
  readonly line?: number
  /** Portuguese sentence of whoever could not even read the row. */
  readonly problem?: string
}

export type CheckedRow =
  /** E.164 digits. */
  { readonly ok: true; readonly phone: string } | { readonly ok: false; readonly reason: string }

/** The phone of a row that can be a contact, or the Portuguese sentence why it cannot. */
export function checkContactRow({
  name,
  phone,
  problem,
}: Pick<ContactRow, 'name' | 'phone' | 'problem'>): CheckedRow {
  if (problem !== undefined) return { ok: false, reason: problem }
  if (name.trim().length > NAME_MAX_LENGTH) return refused('name_too_long')
  const parsed = parsePhone(phone)
  return parsed.ok ? parsed : refused(parsed.code)
}

function refused(code: ContactErrorCode): CheckedRow {
  return { ok: false, reason: contactErrors[code] }
}

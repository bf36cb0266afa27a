import {
  type Contact,
  type ContactOrigin,
  contactErrors,
  type InvalidContact,
} from '../contract/contact-list.ts'
import { NAME_MAX_LENGTH } from '../contract/limits.ts'
import type { StoredContact } from './contact-list-store.ts'
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

/** More refused rows than these are counted, but no longer listed one by one. */
const REPORTED_ROWS_MAX = 1_000

/** What is refused while rows pass by. */
export function createRowReport() {
  const invalid: InvalidContact[] = []
  let invalidCount = 0

  return { refuse, invalid, warnings }

  function refuse(row: InvalidContact): void {
    invalidCount += 1
    if (invalid.length < REPORTED_ROWS_MAX) invalid.push(row)
  }

  function warnings(): string[] {
    const hidden = invalidCount - invalid.length
    if (hidden === 0) return []
    const count = hidden.toLocaleString('pt-BR')
    return [`Há mais ${count} linhas inválidas além das que aparecem neste relatório.`]
  }
}
export type RowReport = ReturnType<typeof createRowReport>

/** Lets the valid rows through as contacts, one by one, and reports the others. */
export async function* checkRows(
  rows: AsyncIterable<ContactRow> | Iterable<ContactRow>,
  { report, origin, createdAt }: { report: RowReport; origin: ContactOrigin; createdAt: string },
): AsyncGenerator<StoredContact, void, undefined> {
  let index = 0
  for await (const row of rows) {
    const checked = checkRow(row)
    if (checked.ok) yield { ...checked.contact, createdAt, origin }
    else {
      const line = row.line === undefined ? {} : { line: row.line }
      const { name, phone } = row
      report.refuse({
        index,
        ...line,
        name: shown(name),
        phone: shown(phone),
        reason: checked.reason,
      })
    }
    index += 1
  }
}

function checkRow(row: ContactRow): { ok: true; contact: Contact } | { ok: false; reason: string } {
  if (row.problem !== undefined) return { ok: false, reason: row.problem }
  const name = row.name.trim()
  if (name.length > NAME_MAX_LENGTH) return { ok: false, reason: contactErrors.name_too_long }
  const parsed = parsePhone(row.phone)
  if (!parsed.ok) return { ok: false, reason: contactErrors[parsed.code] }
  const hasFields = row.fields !== undefined && Object.keys(row.fields).length > 0
  return {
    ok: true,
    contact: { name, phone: parsed.phone, ...(hasFields && { fields: { ...row.fields } }) },
  }
}

/** A report repeats what was given, but not pages of it. */
function shown(text: string): string {
  return text.length > NAME_MAX_LENGTH ? `${text.slice(0, NAME_MAX_LENGTH)}…` : text
}

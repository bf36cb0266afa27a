import type { ContactOrigin, InvalidContact } from '../../contract/contact-list.ts'
import { type ContactRow, checkContactRow } from '../../contract/contact-row.ts'
import { NAME_MAX_LENGTH, REPORTED_ROWS_MAX } from '../../contract/limits.ts'
import type { StoredContact } from './contact-list-store.ts'

/** Collects the refused rows of one call. */
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

/** Fields that all contacts of one call share. */
type Stamp = { readonly origin: ContactOrigin; readonly createdAt: string }

/** Rows in one go, or in batches as they arrive. */
export type Rows = AsyncIterable<readonly ContactRow[]> | Iterable<ContactRow>

/** Yields to the event loop where it is due; most calls return at once, without a promise. */
export type Pause = () => Promise<void> | undefined

/** Rows per batch where all of them come in one go. */
const BATCH_ROWS = 500

/** Yields the valid rows as contacts, in batches of at least one, and reports the others. */
export async function* checkRows(
  rows: Rows,
  { report, pause, ...stamp }: Stamp & { readonly report: RowReport; readonly pause: Pause },
): AsyncGenerator<readonly StoredContact[], void, undefined> {
  let index = 0
  // A promise per row would cost more than the check itself.
  for await (const batch of Symbol.asyncIterator in rows ? rows : batchesOf(rows)) {
    const contacts: StoredContact[] = []
    for (const row of batch) {
      const checked = checkRow(row, stamp)
      if (typeof checked !== 'string') contacts.push(checked)
      else report.refuse({ index, ...refused(row), reason: checked })
      index += 1
      const pausing = pause()
      if (pausing !== undefined) await pausing
    }
    if (contacts.length > 0) yield contacts
  }
}

function* batchesOf(rows: Iterable<ContactRow>): Iterable<readonly ContactRow[]> {
  let batch: ContactRow[] = []
  for (const row of rows) {
    batch.push(row)
    if (batch.length < BATCH_ROWS) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

function refused({ name, phone, line }: ContactRow) {
  return { ...(line !== undefined && { line }), name: shown(name), phone: shown(phone) }
}

/**
 * Returns the contact, or a sentence that says why there is none. Spreading objects would take
 * twice the time.
 */
function checkRow(row: ContactRow, { createdAt, origin }: Stamp): StoredContact | string {
  const checked = checkContactRow(row)
  if (!checked.ok) return checked.reason
  const { phone } = checked
  const name = row.name.trim()
  const { fields } = row
  return fields && Object.keys(fields).length > 0
    ? { name, phone, fields, createdAt, origin }
    : { name, phone, createdAt, origin }
}

/** Shortens a refused value: a report repeats it, but not pages of it. */
function shown(text: string): string {
  return text.length > NAME_MAX_LENGTH ? `${text.slice(0, NAME_MAX_LENGTH)}…` : text
}

import type { ContactOrigin, InvalidContact } from '../../contract/contact-list.ts'
import { type ContactRow, checkContactRow } from '../../contract/contact-row.ts'
import { NAME_MAX_LENGTH, REPORTED_ROWS_MAX } from '../../contract/limits.ts'
import type { StoredContact } from './contact-list-store.ts'

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

/** What every contact of one call shares. */
type Stamp = { readonly origin: ContactOrigin; readonly createdAt: string }

/** Rows that are all at hand, or batches of them as they arrive. */
export type Rows = AsyncIterable<readonly ContactRow[]> | Iterable<ContactRow>

/** Lets others of the process go on; most of the time there is nothing to wait for. */
export type Pause = () => Promise<void> | undefined

/** Of rows that are all at hand, so many at a time. */
const BATCH_ROWS = 500

/** Lets the valid rows through as contacts, in batches of at least one, and reports the others. */
export async function* checkRows(
  rows: Rows,
  { report, pause, ...stamp }: Stamp & { readonly report: RowReport; readonly pause: Pause },
): AsyncGenerator<readonly StoredContact[], void, undefined> {
  let index = 0
  // A promise for each row would cost more than all that is done with it.
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

/** The contact, or the sentence why there is none. Spread objects would take twice the time. */
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

/** A report repeats what was given, but not pages of it. */
function shown(text: string): string {
  return text.length > NAME_MAX_LENGTH ? `${text.slice(0, NAME_MAX_LENGTH)}…` : text
}

import type {
  ContactOrigin,
  ContactReport,
  InvalidContact,
} from '../../contract/contacts/contact-list.ts'
import { type ContactRow, checkContactRow } from '../../contract/contacts/contact-row.ts'
import { formatCount } from '../../contract/display.ts'
import { FOREIGN_SHOWN, NAME_MAX_LENGTH, REPORTED_ROWS_MAX } from '../../contract/limits.ts'
import { isForeign, type ReadOptions } from '../../contract/phones/phone-number.ts'
import type { StoredContact } from './contact-list-store.ts'

/** Collects the refused rows of one call, and counts the phones of other countries. */
export function createRowReport() {
  const invalid: InvalidContact[] = []
  let invalidCount = 0
  const foreignSample: string[] = []
  let foreignCount = 0

  return { accept, refuse, invalid, foreign, warnings }

  function accept(contact: StoredContact): StoredContact {
    if (isForeign(contact.phone)) {
      foreignCount += 1
      if (foreignSample.length < FOREIGN_SHOWN) foreignSample.push(contact.phone)
    }
    return contact
  }

  /** Undefined where all phones are Brazilian. */
  function foreign(): ContactReport['foreign'] {
    return foreignCount > 0 ? { count: foreignCount, sample: foreignSample } : undefined
  }

  function refuse(row: InvalidContact): void {
    invalidCount += 1
    if (invalid.length < REPORTED_ROWS_MAX) invalid.push(row)
  }

  function warnings(): string[] {
    const hidden = invalidCount - invalid.length
    if (hidden === 0) return []
    return [
      `Há mais ${formatCount(hidden)} linhas inválidas além das que aparecem neste relatório.`,
    ]
  }
}
export type RowReport = ReturnType<typeof createRowReport>

/** Fields that all contacts of one call share. */
type Stamp = { readonly origin: ContactOrigin; readonly createdAt: string }

/** What a call gives to be added to a list. */
export type GivenRows = ReadOptions & { readonly rows: Rows; readonly origin: ContactOrigin }

/** Rows in one go, or in batches as they arrive. */
type Rows = AsyncIterable<readonly ContactRow[]> | Iterable<ContactRow>

/** Yields to the event loop where it is due; most calls return at once, without a promise. */
export type Pause = () => Promise<void> | undefined

/** Rows per batch where all of them come in one go. */
const BATCH_ROWS = 500

/** Yields the valid rows as contacts, in batches of at least one, and reports the others. */
export async function* checkRows(
  { rows, origin, ddd }: GivenRows,
  {
    report,
    pause,
    createdAt,
  }: Pick<Stamp, 'createdAt'> & {
    readonly report: RowReport
    readonly pause: Pause
  },
): AsyncGenerator<readonly StoredContact[], void, undefined> {
  const stamp = { origin, createdAt }
  const options = { ddd }
  let index = 0
  // A promise per row would cost more than the check itself.
  for await (const batch of Symbol.asyncIterator in rows ? rows : batchesOf(rows)) {
    const contacts: StoredContact[] = []
    for (const row of batch) {
      const checked = checkRow(row, stamp, options)
      if (typeof checked !== 'string') contacts.push(report.accept(checked))
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
function checkRow(
  row: ContactRow,
  { createdAt, origin }: Stamp,
  options: ReadOptions,
): StoredContact | string {
  const checked = checkContactRow(row, options)
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

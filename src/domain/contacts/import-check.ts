import type { ImportCheck } from '../../contract/contacts/contact-list.ts'
import { AppError } from '../../contract/errors.ts'
import type { StoredContact } from './contact-list-store.ts'
import { checkRows, createRowReport, type GivenRows, type Pause } from './contact-rows.ts'
import { createPhoneSet, phoneNumber } from './phone-set.ts'

/** Refused rows that the error for a whole file names at most. */
const REFUSED_ROWS_SHOWN = 100

/** Counts what rows would become beside the contacts that are there; stores nothing. */
export async function checkImportOf(
  given: GivenRows,
  {
    existing,
    pause,
    createdAt,
  }: {
    readonly existing: AsyncIterable<StoredContact> | null
    readonly pause: Pause
    readonly createdAt: string
  },
): Promise<ImportCheck> {
  const report = createRowReport()
  const phones = createPhoneSet()
  if (existing) for await (const contact of existing) phones.add(phoneNumber(contact))
  const sizeBefore = phones.size
  let acceptedCount = 0
  for await (const batch of checkRows(given, { report, pause, createdAt })) {
    acceptedCount += batch.length
    for (const contact of batch) phones.add(phoneNumber(contact))
  }
  const added = phones.size - sizeBefore
  const abroad = report.foreign()
  const notes = report.warnings()
  return {
    total: phones.size,
    added,
    duplicates: acceptedCount - added,
    invalid: report.invalid,
    ...(abroad && { foreign: abroad }),
    ...(notes.length > 0 && { warnings: notes }),
  }
}

/**
 * Refuses a whole file where any of its rows is refused.
 * @throws AppError `rows_refused`
 */
export function requireEveryRow({ invalid }: Pick<ImportCheck, 'invalid'>): void {
  if (invalid.length === 0) return
  throw new AppError('rows_refused', `${invalid.length} rows refused`, {
    details: refusedDetails(invalid),
  })
}

/** The refused rows, as details of an error. */
export function refusedDetails(invalid: ImportCheck['invalid']) {
  return invalid.slice(0, REFUSED_ROWS_SHOWN).map(({ index, line, reason }) => ({
    path: line === undefined ? `contatos.${index}` : `linha ${line}`,
    message: reason,
  }))
}

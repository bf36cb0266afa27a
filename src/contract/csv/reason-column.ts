import { contactErrors } from '../contacts/contact-list.ts'
import { unclosedQuotes } from '../contacts/contact-row.ts'

/**
 * Header of the column in which a file of refused rows tells why each was refused. It is the last
 * one, and no field of the contacts when the file is imported again.
 */
export const REASON_HEADER = 'motivo'

const reasons: ReadonlySet<string> = new Set([...Object.values(contactErrors), unclosedQuotes, ''])

/** Whether a cell can stand in that column; a column of the user's own holds other texts. */
export function isReason(cell: string): boolean {
  return reasons.has(cell.trim())
}

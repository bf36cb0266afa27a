import { contactErrors } from '../../../contract/contacts/contact-list.ts'
import { AppError } from '../../../contract/errors.ts'
import { isLidAddress } from '../../../contract/jid.ts'
import { parsePhone } from '../../../contract/phones/phone-number.ts'

/** Whom a single message is for: a phone as E.164 digits, or the jid of one known by LID only. */
export type Addressee = { readonly phone: string } | { readonly lid: string }

/**
 * Reads an addressee as the caller wrote it.
 * @param path the field it was written in
 * @throws AppError `invalid_phone`, with the reason beside the field
 */
export function readAddressee(written: string, path: string): Addressee {
  const text = written.trim()
  if (isLidAddress(text)) return { lid: text }
  const parsed = parsePhone(text)
  if (parsed.ok) return { phone: parsed.phone }
  const details = [{ path, message: contactErrors[parsed.code] }]
  throw new AppError('invalid_phone', parsed.code, { details })
}

/** What names an addressee in a message to them. */
export function nameOf(addressee: Addressee): string {
  return 'lid' in addressee ? addressee.lid : addressee.phone
}

import { contactErrors } from '../../contract/contacts/contact-list.ts'
import { AppError } from '../../contract/errors.ts'
import { isLidJid, phoneJid } from '../../contract/jid.ts'
import { numberCandidates } from '../../contract/phones/brazil.ts'
import type { PersonNames } from '../../contract/phones/person.ts'
import { parsePhone } from '../../contract/phones/phone-number.ts'
import type { PersonFound } from './person-index-store.ts'

/** All names that one person is known by. */
export type AllNames = Pick<PersonFound, 'phones' | 'lids'>

/** The names that chats with a person may have. */
export function jidsOf({ phones, lids }: AllNames): readonly string[] {
  return [...phones.flatMap(numberCandidates).map(phoneJid), ...lids]
}

/**
 * The name in an address: a LID, or a phone as people write it.
 * @throws AppError `invalid`
 */
export function namesIn(written: string): PersonNames {
  if (isLidJid(written)) return { phone: null, lid: written }
  const parsed = parsePhone(written)
  if (parsed.ok) return { phone: parsed.phone, lid: null }
  throw new AppError('invalid', parsed.code, {
    details: [{ path: 'phone', message: contactErrors[parsed.code] }],
  })
}

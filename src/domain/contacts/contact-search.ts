import type { Contact } from '../../contract/contacts/contact-list.ts'
import { foldText } from '../../contract/fold.ts'

/** The search text for contacts. */
export type ContactSearch = {
  /** Folded; never empty. */
  readonly text: string
  /** Digits of a search that can only mean a phone; else empty. */
  readonly digits: string
}

/** Half of a character beyond 16 bits: as UTF-8 it would match no whole character. */
const HALVES = /\p{Cs}/gu

/** Returns null for an empty search. */
export function contactSearch(q: string): ContactSearch | null {
  const text = foldText(q.replace(HALVES, '').trim())
  if (text === '') return null
  return { text, digits: /^[\d\s()+.-]+$/.test(q) ? q.replace(/\D/g, '') : '' }
}

/** Whether a contact's name or phone matches. */
export function isFound(
  { name, phone }: Pick<Contact, 'name' | 'phone'>,
  { text, digits }: ContactSearch,
): boolean {
  return foldText(name).includes(text) || (digits !== '' && phone.includes(digits))
}

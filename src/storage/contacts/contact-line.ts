import { ContactOrigin } from '../../contract/contacts/contact-list.ts'
import type { StoredContact } from '../../domain/contacts/contact-list-store.ts'
import { toTexts } from '../files/texts.ts'

/**
 * Writes contacts as JSON by hand, in as few pieces as can be: each joining of texts makes an
 * object, and these are most of the garbage of importing a million contacts. Contacts that come
 * together share their time and origin, which are encoded once.
 */
export function createContactEncoder(): (contact: StoredContact) => string {
  let stamp = { createdAt: '', origin: '', json: '' }
  return ({ phone, name, createdAt, origin, fields }) => {
    if (stamp.createdAt !== createdAt || stamp.origin !== origin) {
      stamp = { createdAt, origin, json: `","${escaped(createdAt)}","${escaped(origin)}"` }
    }
    const row = `["${escaped(phone)}","${escaped(name)}${stamp.json}`
    return fields ? `${row},{${membersOf(fields)}}]` : `${row}]`
  }
}

function membersOf(fields: Readonly<Record<string, string>>): string {
  let members = ''
  for (const key of Object.keys(fields)) {
    members += `${members === '' ? '"' : ',"'}${escaped(key)}":"${escaped(fields[key] ?? '')}"`
  }
  return members
}

/** What JSON cannot hold as it is: quotes, backslashes, control characters, halves of characters. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are among what it looks for
const needsEscape = /["\\\u0000-\u001f\ud800-\udfff]/

/** Escapes a text as JSON does, without the quotes. */
export function escaped(text: string): string {
  return needsEscape.test(text) ? JSON.stringify(text).slice(1, -1) : text
}

/** Returns `undefined` for a line that is no contact. */
export function decodeContact(line: readonly unknown[]): StoredContact | undefined {
  const [phone, name, createdAt, given, further] = line
  const origin = ContactOrigin.options.find((known) => known === given)
  if (typeof phone !== 'string' || typeof name !== 'string') return undefined
  if (typeof createdAt !== 'string' || !origin) return undefined
  if (further === undefined) return { name, phone, createdAt, origin }
  const fields = toTexts(further)
  return fields && { name, phone, fields, createdAt, origin }
}

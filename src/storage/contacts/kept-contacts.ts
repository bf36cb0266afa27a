import type { StoredContact } from '../../domain/contacts/contact-list-store.ts'

/** Reads the list's present contacts whose phones are among those given, by phone. */
export async function keptContacts(
  current: AsyncIterable<StoredContact>,
  given: readonly StoredContact[],
): Promise<ReadonlyMap<string, StoredContact>> {
  const phones = new Set(given.map(({ phone }) => phone))
  const kept = new Map<string, StoredContact>()
  for await (const contact of current) {
    if (phones.has(contact.phone)) kept.set(contact.phone, contact)
  }
  return kept
}

/** Keeps the date and origin of a contact that was in the list before, whoever edits it. */
export function withKept(contact: StoredContact, kept: StoredContact | undefined): StoredContact {
  if (!kept) return contact
  const { createdAt, origin } = kept
  const fields = contact.fields ?? kept.fields
  return { ...contact, createdAt, origin, ...(fields && { fields }) }
}

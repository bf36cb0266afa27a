import type { StoredContact } from '../../domain/contacts/contact-list-store.ts'
import { createPauses } from '../files/pauses.ts'

const CONTACTS_BETWEEN_PAUSES = 1_000

/** Reads the list's present contacts whose phones are among those given, by phone. */
export async function keptContacts(
  current: AsyncIterable<StoredContact>,
  given: readonly StoredContact[],
): Promise<ReadonlyMap<string, StoredContact>> {
  const phones = new Set<string>()
  const pause = createPauses(CONTACTS_BETWEEN_PAUSES)
  for (const { phone } of given) {
    phones.add(phone)
    const pausing = pause()
    if (pausing !== undefined) await pausing
  }
  const kept = new Map<string, StoredContact>()
  for await (const contact of current) {
    if (phones.has(contact.phone)) kept.set(contact.phone, contact)
  }
  return kept
}

/** Yields those given as they are to be kept, in batches that leave the event loop free. */
export async function* keptBatches(
  given: readonly StoredContact[],
  kept: ReadonlyMap<string, StoredContact>,
): AsyncGenerator<readonly StoredContact[], void, undefined> {
  for (let from = 0; from < given.length; from += CONTACTS_BETWEEN_PAUSES) {
    const batch = given.slice(from, from + CONTACTS_BETWEEN_PAUSES)
    yield batch.map((contact) => withKept(contact, kept.get(contact.phone)))
  }
}

/** Keeps the date and origin of a contact that was in the list before, whoever edits it. */
function withKept(contact: StoredContact, kept: StoredContact | undefined): StoredContact {
  if (!kept) return contact
  const { createdAt, origin } = kept
  const fields = contact.fields ?? kept.fields
  return { ...contact, createdAt, origin, ...(fields && { fields }) }
}

import type { StoredContact } from '../domain/contact-list-store.ts'

/** Further columns of the contacts that come without any, as the list has them now. */
export async function keptFields(
  current: AsyncIterable<StoredContact>,
  given: readonly StoredContact[],
): Promise<ReadonlyMap<string, StoredContact['fields']>> {
  const bare = new Set(given.filter(({ fields }) => !fields).map(({ phone }) => phone))
  const kept = new Map<string, StoredContact['fields']>()
  if (bare.size === 0) return kept
  for await (const { phone, fields } of current) {
    if (fields && bare.has(phone)) kept.set(phone, fields)
  }
  return kept
}

export function withFields(contact: StoredContact, kept: StoredContact['fields']): StoredContact {
  return contact.fields || !kept ? contact : { ...contact, fields: kept }
}

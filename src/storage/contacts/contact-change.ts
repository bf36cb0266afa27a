import { AppError } from '../../contract/errors.ts'
import {
  type AppendResult,
  FIELD_NAME_LIMIT,
  type StoredContact,
} from '../../domain/contacts/contact-list-store.ts'
import { type PhoneSet, phoneNumber } from '../../domain/contacts/phone-set.ts'
import { createPauses } from '../files/pauses.ts'
import type { ContactDraft, Extent, Totals } from './contact-file.ts'

/** Changed contacts held in memory until the list is copied with them. */
const UPDATES_PER_PASS = 100_000
const CONTACTS_BETWEEN_PAUSES = 1_000

type Contacts = AsyncIterable<readonly StoredContact[]> | Iterable<StoredContact>

/**
 * Applies one change to a list: sorts out new contacts from duplicates, and keeps the list's
 * totals.
 */
export function createContactChange({
  draft,
  phones,
  before,
  maxContacts,
}: {
  readonly draft: ContactDraft
  /** The list's phones; grows as contacts are added. */
  readonly phones: PhoneSet
  readonly before: Totals
  /** A change that would leave more in the list is refused as a whole. */
  readonly maxContacts: number
}) {
  let { total } = before
  let added = 0
  let updated = 0
  let duplicates = 0
  const fieldNames = new Set(before.fieldNames)
  const pause = createPauses(CONTACTS_BETWEEN_PAUSES)

  return { keep, update, finish, result }

  /** Adds the contacts that the list does not have; the others count as duplicates. */
  async function keep(contacts: Contacts): Promise<void> {
    for await (const batch of batchesOf(contacts)) {
      for (const contact of batch) {
        // Most appends return at once: only those with a promise are awaited.
        if (phones.add(phoneNumber(contact))) {
          const writing = add(contact)
          if (writing !== undefined) await writing
        } else duplicates += 1
        const pausing = pause()
        if (pausing !== undefined) await pausing
      }
    }
  }

  /** Adds the contacts that the list does not have, and updates name and fields of the others. */
  async function update(contacts: Contacts): Promise<void> {
    let changes = new Map<string, StoredContact>()
    for await (const batch of batchesOf(contacts)) {
      for (const contact of batch) {
        if (phones.add(phoneNumber(contact))) await add(contact)
        else {
          updated += 1
          changes.set(contact.phone, withColumnsOf(changes.get(contact.phone), contact))
          noteFields(contact)
        }
        if (changes.size >= UPDATES_PER_PASS) {
          await applyChanges(changes)
          changes = new Map()
        }
        await pause()
      }
    }
    if (changes.size > 0) await applyChanges(changes)
  }

  async function applyChanges(changes: ReadonlyMap<string, StoredContact>): Promise<void> {
    await draft.rewrite((old) => {
      const change = changes.get(old.phone)
      if (!change) return old
      const fields = change.fields ?? old.fields
      return { ...old, name: change.name, ...(fields && { fields }) }
    })
  }

  function add(contact: StoredContact): Promise<void> | undefined {
    if (total >= maxContacts) throw new AppError('list_too_large', `more than ${maxContacts}`)
    added += 1
    total += 1
    noteFields(contact)
    return draft.add(contact)
  }

  function noteFields({ fields }: StoredContact): void {
    if (!fields) return
    for (const name of Object.keys(fields)) {
      if (fieldNames.size < FIELD_NAME_LIMIT) fieldNames.add(name)
    }
  }

  async function finish(): Promise<Totals & Extent> {
    const totals = { total, fieldNames: [...fieldNames] }
    return { ...totals, ...(await draft.finish(totals)) }
  }

  function result(): AppendResult {
    return { added, updated, duplicates, total }
  }
}

/**
 * Merges two changes of one contact: the later one counts, with the columns of the earlier where it
 * has none.
 */
function withColumnsOf(before: StoredContact | undefined, contact: StoredContact): StoredContact {
  const { fields } = before ?? {}
  return fields && !contact.fields ? { ...contact, fields } : contact
}

function batchesOf(
  contacts: Contacts,
): AsyncIterable<readonly StoredContact[]> | [Iterable<StoredContact>] {
  return Symbol.asyncIterator in contacts ? contacts : [contacts]
}

import { FIELD_NAME_LIMIT, type StoredContact } from '../../domain/contacts/contact-list-store.ts'
import { createPhoneSet, phoneNumber } from '../../domain/contacts/phone-set.ts'
import type { ContactDraft } from './contact-file.ts'
import type { ListRecord } from './contact-recovery.ts'

/** Writes a list anew with these contacts changed, or left out where they are null. */
export async function amendList({
  record,
  draft,
  changes,
}: {
  readonly record: ListRecord
  readonly draft: ContactDraft
  /** By the phone that each had before. */
  readonly changes: ReadonlyMap<string, StoredContact | null>
}) {
  if (changes.size === 0) return { result: { total: record.total }, noted: null }
  const phones = createPhoneSet()
  const columns = new Set(record.fieldNames)
  await draft.rewrite((old) => {
    const change = changes.get(old.phone)
    if (change === null) return null
    const contact = change ?? old
    phones.add(phoneNumber(contact))
    for (const column of Object.keys(change?.fields ?? {})) {
      if (columns.size < FIELD_NAME_LIMIT) columns.add(column)
    }
    return contact
  })
  const totals = { total: phones.size, fieldNames: [...columns] }
  const extent = await draft.finish(totals)
  return { result: { total: phones.size }, noted: { ...totals, ...extent }, phones }
}

import type { Contact, ContactList, ContactOrigin } from '../contract/contact-list.ts'

/** A contact as it is kept. */
export type StoredContact = Contact & {
  readonly createdAt: string
  readonly origin: ContactOrigin
}

export type AppendResult = {
  readonly added: number
  readonly updated: number
  readonly duplicates: number
  readonly total: number
}

/** The different phones in all lists of a user. */
export type DistinctPhones = {
  readonly count: number
  /** How many were new in an hour, by its beginning in UTC as `2026-01-15T12`. */
  readonly addedByHour: ReadonlyMap<string, number>
}

/** Contacts are kept apart from the lists' own records and are always streamed. */
export type ContactListStore = {
  create(userId: string, list: { id: string; name: string; createdAt: string }): Promise<void>
  find(userId: string, id: string): Promise<ContactList | undefined>
  /** Newest first. */
  list(userId: string): Promise<readonly ContactList[]>
  /**
   * Adds those whose phone the list does not have yet. `update` gives the list's contact the new
   * name and fields instead of counting a duplicate. All or nothing reaches the disk per batch.
   */
  append(
    userId: string,
    id: string,
    input: {
      /** All at hand, or in batches as they arrive. */
      readonly contacts: AsyncIterable<readonly StoredContact[]> | Iterable<StoredContact>
      readonly onDuplicate: 'keep' | 'update'
    },
  ): Promise<AppendResult>
  /** New name and contacts, in one step; `fields` of phones that come without any are kept. */
  replace(
    userId: string,
    id: string,
    input: { readonly name: string; readonly contacts: Iterable<StoredContact> },
  ): Promise<AppendResult>
  /** In the order they were added, read from the disk as they are asked for. */
  read(
    userId: string,
    id: string,
    options?: { readonly limit?: number },
  ): AsyncIterable<StoredContact>
  /** Headers of the further columns, in the order they were first seen. */
  fieldNames(userId: string, id: string): Promise<readonly string[]>
  remove(userId: string, id: string): Promise<boolean>
}

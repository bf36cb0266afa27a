import type { Contact, ContactList, ContactOrigin } from '../../contract/contact-list.ts'
import type { ContactSearch } from './contact-search.ts'

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

/** Contacts to add, and what becomes of those whose phone is there already. */
export type AppendInput = {
  /** All at hand, or in batches as they arrive. */
  readonly contacts: AsyncIterable<readonly StoredContact[]> | Iterable<StoredContact>
  /** `update` gives the contact that is there the new name and fields. */
  readonly onDuplicate: 'keep' | 'update'
}

export type ReadOptions = {
  readonly limit?: number
  /** Only those it finds. */
  readonly search?: ContactSearch | undefined
  /** Ends the reading. */
  readonly signal?: AbortSignal
}

/** Contacts are kept apart from the lists' own records and are always streamed. */
export type ContactListStore = {
  /** A new list and its contacts: it shows once all of them are on the disk, or never. */
  create(
    userId: string,
    list: { readonly id: string; readonly name: string; readonly createdAt: string },
    input?: AppendInput,
  ): Promise<AppendResult>
  find(userId: string, id: string): Promise<ContactList | undefined>
  /** Newest first. */
  list(userId: string): Promise<readonly ContactList[]>
  /** Adds those whose phone the list does not have yet. All or nothing reaches the disk. */
  append(userId: string, id: string, input: AppendInput): Promise<AppendResult>
  /** New name and contacts, in one step; `fields` of phones that come without any are kept. */
  replace(
    userId: string,
    id: string,
    input: { readonly name: string; readonly contacts: Iterable<StoredContact> },
  ): Promise<AppendResult>
  /** In the order they were added, read from the disk as they are asked for. */
  read(userId: string, id: string, options?: ReadOptions): AsyncIterable<StoredContact>
  /** Headers of the further columns, in the order they were first seen. */
  fieldNames(userId: string, id: string): Promise<readonly string[]>
  remove(userId: string, id: string): Promise<boolean>
}

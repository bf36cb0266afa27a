import type { Contact, ContactList, ContactOrigin } from '../../contract/contacts/contact-list.ts'
import type { ListView } from '../../contract/contacts/list-view.ts'
import type { ContactSearch } from './contact-search.ts'

/** Headers beyond this are kept with their contacts, but not counted among the list's own. */
export const FIELD_NAME_LIMIT = 1_000

/** A contact as it is stored. */
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

/** Distinct phones over all lists of a user. */
export type DistinctPhones = {
  readonly count: number
  /** Phones that were new in an hour, by its beginning in UTC as `2026-01-15T12`. */
  readonly addedByHour: ReadonlyMap<string, number>
}

/** Contacts to add, and what to do with those whose phone is in the list already. */
export type AppendInput = {
  /** In one go, or in batches as they arrive. */
  readonly contacts: AsyncIterable<readonly StoredContact[]> | Iterable<StoredContact>
  /** `update` gives the contact that is there the new name and fields. */
  readonly onDuplicate: 'keep' | 'update'
}

export type ReadOptions = {
  readonly limit?: number
  /** Restricts the contacts to those that match. */
  readonly search?: ContactSearch | undefined
  /** Ends the reading. */
  readonly signal?: AbortSignal
}

/** A part of a list, and where the next one begins. */
export type ContactPage = {
  readonly list: ContactList
  readonly fieldNames: readonly string[]
  readonly contacts: readonly StoredContact[]
  /** Null at the end of the list. */
  readonly next: string | null
  /** How much of the list was looked at. */
  readonly bytesRead: number
}

/** Facts about a view of a list, which hold for one version of the list. */
type ViewFacts = {
  readonly version: string
  readonly foundCount: number
}
type ViewQuery = {
  readonly view: ListView
  readonly limit: number
  readonly signal?: AbortSignal
}

/** Contacts are kept apart from the lists' own records and are always streamed. */
export type ContactListStore = {
  /**
   * Creates a list with its contacts: it is visible once all of them are on the disk, or never.
   * @throws AppError `list_quota` where the user has as many as they may, also where another call
   * adds one at the same time; `list_too_large`
   */
  create(
    userId: string,
    list: { readonly id: string; readonly name: string; readonly createdAt: string },
    input?: AppendInput,
  ): Promise<AppendResult>
  find(userId: string, id: string): Promise<ContactList | undefined>
  /** Newest first. */
  list(userId: string): Promise<readonly ContactList[]>
  /**
   * Adds the contacts whose phone is not in the list yet; all of them reach the disk, or none.
   * @throws AppError `list_not_found`, `list_too_large`
   */
  append(userId: string, id: string, input: AppendInput): Promise<AppendResult>
  /** Replaces name and contacts in one step; phones that come without `fields` keep theirs. */
  replace(
    userId: string,
    id: string,
    input: { readonly name: string; readonly contacts: Iterable<StoredContact> },
  ): Promise<AppendResult>
  /**
   * Streams contacts from the disk, in the order they were added, as the list was when the reading
   * began. @throws AppError `list_changed` where that is no longer kept
   */
  read(userId: string, id: string, options?: ReadOptions): AsyncIterable<StoredContact>
  /**
   * Reads a part of a list. The cost grows with the size of the part alone, wherever it is; with a
   * search, also with the distance between its matches.
   * @throws AppError `list_changed` where the list was rewritten since the cursor, `invalid`
   */
  page(
    userId: string,
    id: string,
    query: Omit<ReadOptions, 'limit'> & {
      readonly limit: number
      readonly cursor?: string | undefined
      /** Ends the part after about so many bytes, whatever was found. */
      readonly maxBytes?: number
    },
  ): Promise<ContactPage>
  /**
   * Reads rows of a view, from a place in it on. The places of its rows are found once for each
   * version of the list; the beginning of an unsorted, unfiltered list needs not even that.
   * @throws AppError `invalid` where too many rows are to be sorted
   */
  viewRows(
    userId: string,
    id: string,
    query: ViewQuery & { readonly from: number },
  ): Promise<ViewFacts & Pick<ContactPage, 'list' | 'fieldNames' | 'contacts'>>
  /** The phones of a view, in its order. */
  viewPhones(
    userId: string,
    id: string,
    query: ViewQuery,
  ): Promise<ViewFacts & { readonly phones: readonly string[] }>
  /**
   * Changes and removes (`null`) single contacts, by their phones, in one step. `decide` gets those
   * of them that are in the list; meanwhile nothing else changes it.
   */
  amend(
    userId: string,
    id: string,
    phones: readonly string[],
    decide: (
      current: ReadonlyMap<string, StoredContact>,
    ) => Promise<ReadonlyMap<string, StoredContact | null>>,
  ): Promise<{ readonly total: number }>
  /** Lists the headers of the further columns, in the order they were first seen. */
  fieldNames(userId: string, id: string): Promise<readonly string[]>
  /** Removes a list, which can be brought back for a while. */
  remove(userId: string, id: string): Promise<boolean>
  /** Brings back a removed list; false where there is none, or no more. */
  restore(userId: string, id: string): Promise<boolean>
  /** Removes all lists of a user for good, those among them that could be brought back. */
  removeAll(userId: string): Promise<void>
}

import { type ContactList, listName } from '../../contract/contacts/contact-list.ts'
import { AppError } from '../../contract/errors.ts'
import type { PersonMatch } from '../../contract/people/person-match.ts'
import type { ContactListStore } from '../contacts/contact-list-store.ts'
import type { ContactSearch } from '../contacts/contact-search.ts'
import { identityOf } from '../contacts/phone-set.ts'

export type PeopleSearch = ReturnType<typeof createPeopleSearch>

/** Bytes of lists that one call looks at: about 80,000 contacts. */
const BYTES_A_CALL = 8 * 1024 * 1024
/** What a list costs besides its bytes: an account may have very many small ones. */
const BYTES_A_LIST = 64 * 1024

/** Where a search goes on: the list, and the place in it (null: its beginning). */
export type SearchPlace = {
  readonly listId: string
  readonly createdAt: string
  readonly cursor: string | null
}

/** Finds people by name or phone over all contact lists, the newest list first. */
export function createPeopleSearch({
  lists,
  bytesACall = BYTES_A_CALL,
}: {
  readonly lists: Pick<ContactListStore, 'list' | 'page'>
  readonly bytesACall?: number
}) {
  return { find }

  /**
   * Finds the next matches. A call does a bounded piece of work whatever there is: where it ends
   * before all lists are through, `next` says where to go on, also if it found nobody.
   */
  async function find(
    userId: string,
    {
      search,
      limit,
      from,
      signal,
    }: {
      readonly search: ContactSearch
      readonly limit: number
      readonly from: SearchPlace | null
      readonly signal: AbortSignal
    },
  ): Promise<{ readonly matches: readonly PersonMatch[]; readonly next: SearchPlace | null }> {
    const matches = new Map<number, PersonMatch>()
    let bytesLeft = bytesACall
    const left = leftFrom(await lists.list(userId), from)
    for (const [place, list] of left.entries()) {
      let cursor = place === 0 && from?.listId === list.id ? from.cursor : null
      do {
        const isEnough = matches.size >= limit || bytesLeft <= 0
        if (isEnough) return { matches: [...matches.values()], next: placeIn(list, cursor) }
        const query = { limit: limit - matches.size, search, signal, maxBytes: bytesLeft }
        const page = await pageOf(userId, list, { ...query, cursor })
        for (const { phone, name } of page.contacts) {
          const person = identityOf({ phone })
          const where = { id: list.id, name: listName(list) }
          if (!matches.has(person)) matches.set(person, { phone, name, list: where })
        }
        bytesLeft -= page.bytesRead + BYTES_A_LIST
        cursor = page.next
      } while (cursor !== null)
    }
    return { matches: [...matches.values()], next: null }
  }

  /** A list that is damaged or was just deleted hides none of the others. */
  async function pageOf(
    userId: string,
    list: ContactList,
    {
      cursor,
      ...query
    }: Omit<Parameters<ContactListStore['page']>[2], 'cursor'> & { readonly cursor: string | null },
  ): Promise<
    Pick<Awaited<ReturnType<ContactListStore['page']>>, 'contacts' | 'next' | 'bytesRead'>
  > {
    try {
      return await lists.page(userId, list.id, cursor === null ? query : { ...query, cursor })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      // The list was written anew meanwhile: starts again at its beginning.
      if (error.code === 'list_changed') return pageOf(userId, list, { ...query, cursor: null })
      if (error.code !== 'list_damaged' && error.code !== 'list_not_found') throw error
      return { contacts: [], next: null, bytesRead: 0 }
    }
  }
}

function placeIn({ id, createdAt }: ContactList, cursor: string | null): SearchPlace {
  return { listId: id, createdAt, cursor }
}

/** The list in which the search ended, or those after it where it is gone. */
function leftFrom(all: readonly ContactList[], from: SearchPlace | null): readonly ContactList[] {
  if (from === null) return all
  const place = all.findIndex(({ id }) => id === from.listId)
  if (place >= 0) return all.slice(place)
  return all.filter(({ createdAt }) => createdAt < from.createdAt)
}

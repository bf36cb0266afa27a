import { open } from 'node:fs/promises'
import type { ContactList } from '../../contract/contacts/contact-list.ts'
import type { StoredContact } from '../../domain/contacts/contact-list-store.ts'
import { identityOf } from '../../domain/contacts/phone-set.ts'
import { createSerial } from '../../domain/serial.ts'
import type { OwnedStore } from '../../domain/store.ts'
import { DamagedFileError, isMissing, storageUnavailable } from '../files/storage-errors.ts'
import { contactFilePath, readContacts } from './contact-file.ts'
import { type ListRecord, toList } from './contact-recovery.ts'
import { covers, isSame, type ListExtent, type Seen } from './list-extents.ts'
import { createPhoneCache } from './phone-cache.ts'

/** People that one cache keeps: about 60 MB. */
const PEOPLE_IN_MEMORY = 500_000

/** The people of one user's lists, and how far each list has been read. */
type People = {
  /** Index of a person in the two arrays. */
  readonly places: Map<number, number>
  /** Empty where no list has a name. */
  readonly names: string[]
  /** The set of lists that the person is in. */
  readonly memberships: number[]
  readonly sets: ListSets
  readonly seen: Seen
  lists: readonly ListExtent[]
  readonly size: number
}

/**
 * Sets of lists by number, each made of another set and one list more. There may be several for
 * each person. The set 0 is empty.
 */
type ListSets = {
  readonly others: number[]
  readonly listIds: string[]
}

/**
 * Finds the names that phones have in a user's contact lists, and the lists. The first question reads
 * all lists; later ones only what was added since, unless a list was removed or rewritten.
 */
export function createContactNames({
  folder,
  records,
  damaged,
}: {
  readonly folder: string
  /** Unreadable lists, which name nobody. */
  readonly damaged: { has(listId: string): boolean }
  readonly records: Pick<OwnedStore<ListRecord>, 'list'>
}) {
  const cache = createPhoneCache<People>(PEOPLE_IN_MEMORY)
  const serially = createSerial()

  return { findNames, findLists }

  /** The names by phone; of several lists the newest counts. Phones are E.164 digits. */
  async function findNames(
    userId: string,
    phones: readonly string[],
  ): Promise<ReadonlyMap<string, string>> {
    if (phones.length === 0) return new Map()
    const people = await serially(userId, () => upToDate(userId))
    return new Map(
      phones.flatMap((phone) => {
        const name = people.names[placeOf(people, phone)]
        return name ? [[phone, name]] : []
      }),
    )
  }

  /** The lists that a person is in by any of these phones, the newest first. */
  async function findLists(
    userId: string,
    phones: readonly string[],
  ): Promise<readonly ContactList[]> {
    if (phones.length === 0) return []
    const people = await serially(userId, () => upToDate(userId))
    const ids = new Set(
      phones.flatMap((phone) => listsIn(people.sets, people.memberships[placeOf(people, phone)])),
    )
    return (await records.list(userId)).filter(({ id }) => ids.has(id)).map(toList)
  }

  async function upToDate(userId: string): Promise<People> {
    for (;;) {
      const lists = await records.list(userId)
      const known = cache.take(userId)
      if (known && isSame(known.lists, lists)) return known
      const people = known && covers(known.seen, lists) ? known : nobody()
      try {
        // The newest list is read last, so that its names stay.
        for (const list of lists.toReversed()) await readOn(people, list)
        people.lists = lists
        cache.put(userId, people)
        return people
      } catch (error) {
        cache.drop(userId)
        // A list that was rewritten meanwhile has another file now.
        const isRewritten = !isSame(lists, await records.list(userId))
        if (!isMissing(error) || !isRewritten)
          throw storageUnavailable('cannot read the names of contacts', error)
      }
    }
  }

  async function readOn(people: People, list: ListRecord): Promise<void> {
    const { seen } = people
    const from = seen.get(list.id)?.bytes ?? 0
    const path = contactFilePath(folder, list.id, list.generation)
    if (from < list.bytes && !damaged.has(list.id)) {
      await addPeople(people, { path, from, to: list.bytes, listId: list.id })
    }
    seen.set(list.id, { generation: list.generation, bytes: list.bytes })
  }
}

/** Excludes digits that are no phone, under which WhatsApp has its own chats. */
function isPhone(digits: string): boolean {
  return /^[1-9]\d{0,14}$/.test(digits)
}

/** The person's index; beyond all others for an unknown phone. */
function placeOf({ places }: People, phone: string): number {
  return (isPhone(phone) ? places.get(identityOf({ phone })) : undefined) ?? places.size
}

function nobody(): People {
  const places = new Map<number, number>()
  return {
    places,
    names: [],
    memberships: [],
    sets: { others: [0], listIds: [''] },
    seen: new Map(),
    lists: [],
    get size() {
      return places.size
    },
  }
}

async function addPeople(
  people: People,
  {
    path,
    from,
    to,
    listId,
  }: {
    readonly path: string
    readonly from: number
    readonly to: number
    readonly listId: string
  },
): Promise<void> {
  const file = await open(path, 'r')
  /** Numbers of sets with this list, by the number of the same set without it. */
  const larger = new Map<number, number>()
  try {
    for await (const contacts of readContacts(file, { path, from, to })) {
      for (const contact of contacts) addPerson(people, contact, { listId, larger })
    }
  } catch (error) {
    // Damage is reported when the list is opened; the other lists still name people.
    if (!(error instanceof DamagedFileError)) throw error
  } finally {
    await file.close()
  }
}

function addPerson(
  { places, names, memberships, sets }: People,
  { phone, name }: StoredContact,
  { listId, larger }: { readonly listId: string; readonly larger: Map<number, number> },
): void {
  const person = identityOf({ phone })
  const place = places.get(person) ?? places.size
  if (place === places.size) places.set(person, place)
  if (name !== '' || names[place] === undefined) names[place] = name
  const before = memberships[place] ?? 0
  if (isIn(sets, before, listId)) return
  const known = larger.get(before) ?? sets.others.length
  if (known === sets.others.length) {
    sets.others.push(before)
    sets.listIds.push(listId)
    larger.set(before, known)
  }
  memberships[place] = known
}

function isIn({ others, listIds }: ListSets, set: number, listId: string): boolean {
  for (let at = set; at > 0; at = others[at] ?? 0) if (listIds[at] === listId) return true
  return false
}

/** The lists of a set. */
function listsIn({ others, listIds }: ListSets, set = 0): readonly string[] {
  const found: string[] = []
  for (let at = set; at > 0; at = others[at] ?? 0) found.push(listIds[at] ?? '')
  return found
}

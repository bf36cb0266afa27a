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
  /** Where a person stands in the two arrays. */
  readonly places: Map<number, number>
  /** Empty where no list has a name. */
  readonly names: string[]
  /** The lists that the person is in. */
  readonly groups: Group[]
  readonly nowhere: Group
  readonly seen: Seen
  lists: readonly ListExtent[]
  readonly size: number
}

/** A set of lists, which all people in just these lists share. */
type Group = {
  readonly listIds: readonly string[]
  /** The group of those who are in a further list as well. */
  readonly joined: Map<string, Group>
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
      phones.flatMap((phone) => people.groups[placeOf(people, phone)]?.listIds ?? []),
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
        // The oldest list first, so that the newest one's names stand.
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

/** WhatsApp's own chats are under digits that are no phone. */
function isPhone(digits: string): boolean {
  return /^[1-9]\d{0,14}$/.test(digits)
}

/** Beyond all places where nobody has this phone. */
function placeOf({ places }: People, phone: string): number {
  return (isPhone(phone) ? places.get(identityOf({ phone })) : undefined) ?? places.size
}

function nobody(): People {
  const places = new Map<number, number>()
  return {
    places,
    names: [],
    groups: [],
    nowhere: { listIds: [], joined: new Map() },
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
  try {
    for await (const contacts of readContacts(file, { path, from, to })) {
      for (const contact of contacts) addPerson(people, contact, listId)
    }
  } catch (error) {
    // Damage is reported when the list is opened; the other lists still name people.
    if (!(error instanceof DamagedFileError)) throw error
  } finally {
    await file.close()
  }
}

function addPerson(
  { places, names, groups, nowhere }: People,
  { phone, name }: StoredContact,
  listId: string,
): void {
  const person = identityOf({ phone })
  const place = places.get(person) ?? places.size
  if (place === places.size) places.set(person, place)
  if (name !== '' || names[place] === undefined) names[place] = name
  groups[place] = joined(groups[place] ?? nowhere, listId)
}

function joined(group: Group, listId: string): Group {
  if (group.listIds.includes(listId)) return group
  const known = group.joined.get(listId)
  if (known) return known
  const made = { listIds: [...group.listIds, listId], joined: new Map() }
  group.joined.set(listId, made)
  return made
}

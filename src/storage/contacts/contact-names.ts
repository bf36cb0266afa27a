import { open } from 'node:fs/promises'
import { identityOf } from '../../domain/contacts/phone-set.ts'
import { createSerial } from '../../domain/serial.ts'
import type { OwnedStore } from '../../domain/store.ts'
import { DamagedFileError, isMissing, storageUnavailable } from '../files/storage-errors.ts'
import { contactFilePath, readContacts } from './contact-file.ts'
import type { ListRecord } from './contact-recovery.ts'
import { covers, isSame, type ListExtent, type Seen } from './list-extents.ts'
import { createPhoneCache } from './phone-cache.ts'

/** Names that one cache keeps: about 50 MB. */
const NAMES_IN_MEMORY = 500_000

/** Names of one user's contacts by the person, and how far each list has been read. */
type Names = {
  readonly byPerson: Map<number, string>
  readonly seen: Seen
  lists: readonly ListExtent[]
  readonly size: number
}

/**
 * Finds the names that phones have in a user's contact lists. The first question reads all lists;
 * later ones only what was added since, unless a list was removed or rewritten.
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
  const cache = createPhoneCache<Names>(NAMES_IN_MEMORY)
  const serially = createSerial()

  return { find }

  /** The names by phone; of several lists the newest counts. Phones are E.164 digits. */
  async function find(
    userId: string,
    phones: readonly string[],
  ): Promise<ReadonlyMap<string, string>> {
    if (phones.length === 0) return new Map()
    const { byPerson } = await serially(userId, () => upToDate(userId))
    return new Map(
      phones.flatMap((phone) => {
        const name = isPhone(phone) ? byPerson.get(identityOf({ phone })) : undefined
        return name === undefined ? [] : [[phone, name]]
      }),
    )
  }

  async function upToDate(userId: string): Promise<Names> {
    for (;;) {
      const lists = await records.list(userId)
      const known = cache.take(userId)
      if (known && isSame(known.lists, lists)) return known
      const names = known && covers(known.seen, lists) ? known : noNames()
      try {
        // The oldest list first, so that the newest one's names stand.
        for (const list of lists.toReversed()) await readOn(names, list)
        names.lists = lists
        cache.put(userId, names)
        return names
      } catch (error) {
        cache.drop(userId)
        // A list that was rewritten meanwhile has another file now.
        const isRewritten = !isSame(lists, await records.list(userId))
        if (!isMissing(error) || !isRewritten)
          throw storageUnavailable('cannot read the names of contacts', error)
      }
    }
  }

  async function readOn({ byPerson, seen }: Names, list: ListRecord): Promise<void> {
    const from = seen.get(list.id)?.bytes ?? 0
    const path = contactFilePath(folder, list.id, list.generation)
    if (from < list.bytes && !damaged.has(list.id)) {
      await addNames(byPerson, { path, from, to: list.bytes })
    }
    seen.set(list.id, { generation: list.generation, bytes: list.bytes })
  }
}

/** WhatsApp's own chats are under digits that are no phone. */
function isPhone(digits: string): boolean {
  return /^[1-9]\d{0,14}$/.test(digits)
}

function noNames(): Names {
  const byPerson = new Map<number, string>()
  return {
    byPerson,
    seen: new Map(),
    lists: [],
    get size() {
      return byPerson.size
    },
  }
}

async function addNames(
  byPerson: Map<number, string>,
  { path, from, to }: { readonly path: string; readonly from: number; readonly to: number },
): Promise<void> {
  const file = await open(path, 'r')
  try {
    for await (const contacts of readContacts(file, { path, from, to })) {
      for (const { phone, name } of contacts) {
        if (name !== '') byPerson.set(identityOf({ phone }), name)
      }
    }
  } catch (error) {
    // Damage is reported when the list is opened; the other lists still name people.
    if (!(error instanceof DamagedFileError)) throw error
  } finally {
    await file.close()
  }
}

import { open } from 'node:fs/promises'
import { createSerial } from '../domain/serial.ts'
import type { OwnedStore } from '../domain/store.ts'
import { phoneNumber } from './contact-change.ts'
import type { Extent } from './contact-file.ts'
import { contactFilePath, readContacts } from './contact-file.ts'
import type { ListRecord } from './contact-recovery.ts'
import { createPhoneCache } from './phone-cache.ts'
import type { PhoneSet } from './phone-set.ts'
import { createPhoneSet } from './phone-set.ts'
import { DamagedFileError, isMissing, storageUnavailable } from './storage-errors.ts'

/** Phones of one user's lists, and how far each list has been read. */
type Union = {
  readonly phones: PhoneSet
  readonly seen: Map<string, Extent>
  readonly size: number
}

/** Some 40 MB. */
const PHONES_IN_MEMORY = 1_500_000

/**
 * Counts the different phones in a user's lists. The first count reads all of them; later ones
 * only what was added since, unless a list was removed or rewritten.
 */
export function createDistinctPhones({
  folder,
  records,
  damaged,
}: {
  readonly folder: string
  /** Lists that cannot be read; they do not count. */
  readonly damaged: { has(listId: string): boolean }
  readonly records: Pick<OwnedStore<ListRecord>, 'list'>
}): (userId: string) => Promise<number> {
  const cache = createPhoneCache<Union>(PHONES_IN_MEMORY)
  const serially = createSerial()

  return (userId) => serially(userId, () => count(userId))

  async function count(userId: string): Promise<number> {
    for (;;) {
      const lists = await records.list(userId)
      const known = cache.take(userId)
      const union = known && covers(known, lists) ? known : emptyUnion()
      try {
        for (const list of lists) await readOn(union, list)
        cache.put(userId, union)
        return union.phones.size
      } catch (error) {
        cache.drop(userId)
        // A list that was rewritten meanwhile has another file now; one that was not has lost its.
        const isRewritten = !isSame(lists, await records.list(userId))
        if (!isMissing(error) || !isRewritten)
          throw storageUnavailable('cannot count phones', error)
      }
    }
  }

  async function readOn({ phones, seen }: Union, list: ListRecord): Promise<void> {
    const from = seen.get(list.id)?.bytes ?? 0
    const path = contactFilePath(folder, list.id, list.generation)
    if (from < list.bytes && !damaged.has(list.id)) {
      await addPhones(phones, { path, from, to: list.bytes })
    }
    seen.set(list.id, { generation: list.generation, bytes: list.bytes })
  }
}

function isSame(before: readonly ListRecord[], now: readonly ListRecord[]): boolean {
  return before.length === now.length && before.every((list, place) => list === now[place])
}

function emptyUnion(): Union {
  const phones = createPhoneSet()
  return {
    phones,
    seen: new Map(),
    get size() {
      return phones.size
    },
  }
}

/** Phones can be added to a set, not taken out: nothing may be gone since they were read. */
function covers({ seen }: Union, lists: readonly ListRecord[]): boolean {
  const current = new Map(lists.map((list) => [list.id, list]))
  return [...seen].every(([id, extent]) => {
    const list = current.get(id)
    return list?.generation === extent.generation && list.bytes >= extent.bytes
  })
}

async function addPhones(
  phones: PhoneSet,
  { path, from, to }: { readonly path: string; readonly from: number; readonly to: number },
): Promise<void> {
  const file = await open(path, 'r')
  try {
    for await (const contacts of readContacts(file, { path, from, to })) {
      for (const contact of contacts) phones.add(phoneNumber(contact))
    }
  } catch (error) {
    // Whoever opens the list is told; the other lists still count.
    if (!(error instanceof DamagedFileError)) throw error
  } finally {
    await file.close()
  }
}

import { open } from 'node:fs/promises'
import { z } from 'zod'
import type { DistinctPhones } from '../../domain/contacts/contact-list-store.ts'
import { createPhoneSet, type PhoneSet, phoneNumber } from '../../domain/contacts/phone-set.ts'
import { createSerial } from '../../domain/serial.ts'
import type { OwnedStore } from '../../domain/store.ts'
import { DamagedFileError, isMissing, storageUnavailable } from '../files/storage-errors.ts'
import { contactFilePath, readContacts } from './contact-file.ts'
import type { ListRecord } from './contact-recovery.ts'
import { covers, isSame, type ListExtent, type Seen } from './list-extents.ts'
import { createPhoneCache, PHONES_IN_MEMORY } from './phone-cache.ts'

/** Distinct phones of one user's lists, and how far each list has been read. */
type Union = {
  readonly phones: PhoneSet
  /** How many of them first appear in a contact of an hour, as `2026-01-15T12`. */
  readonly addedByHour: Map<string, number>
  readonly seen: Seen
  readonly size: number
}

type Answer = { readonly lists: readonly ListExtent[]; readonly phones: DistinctPhones }

type DistinctPhonesOf = {
  count(userId: string): Promise<DistinctPhones>
  held(userId: string): number
}

/** From here on a recount takes seconds: a dashboard gets the last answer while it runs. */
const MANY_PHONES = 100_000

const KEPT_ID = 'all'
/** More than the days that a dashboard compares. */
const HOURS_KEPT = 2_400

/** A count of distinct phones, and the lists it is of. */
export const KeptCount = z.object({
  id: z.string(),
  lists: z.array(z.object({ id: z.string(), generation: z.int().min(0), bytes: z.int().min(0) })),
  count: z.int().min(0),
  addedByHour: z.record(z.string(), z.int().min(0)),
})
export type KeptCount = z.infer<typeof KeptCount>

/** Length of `2026-01-15T12` in an ISO time. */
const HOUR_LENGTH = 13

/**
 * Counts the distinct phones in a user's lists. The first count reads all lists; later ones only
 * what was added since, unless a list was removed or rewritten. While nothing changes the last
 * answer is reused, also for users with too many phones to be kept in memory.
 */
export function createDistinctPhones({
  folder,
  records,
  damaged,
  kept,
}: {
  readonly folder: string
  /** Unreadable lists, which do not count. */
  readonly damaged: { has(listId: string): boolean }
  readonly records: Pick<OwnedStore<ListRecord>, 'list'>
  /** Stored counts that took long, for the first question after a start. */
  readonly kept: Pick<OwnedStore<KeptCount>, 'find' | 'save'>
}): DistinctPhonesOf {
  const answers = new Map<string, Answer>()
  const cache = createPhoneCache<Union>(PHONES_IN_MEMORY)
  const serially = createSerial()

  return { count: answer, held }

  async function answer(userId: string): Promise<DistinctPhones> {
    const lists = await records.list(userId)
    const last = answers.get(userId) ?? (await recall(userId))
    if (!last || last.phones.count < MANY_PHONES) return freshly(userId)
    const known = cache.peek(userId)
    if (isSame(last.lists, lists) || (known && covers(known.seen, lists))) return freshly(userId)
    // A failure reaches callers that wait for it; until then the last answer is near enough.
    freshly(userId).catch(() => answers.delete(userId))
    return last.phones
  }

  /** Restores the count that was stored before the start. */
  async function recall(userId: string): Promise<Answer | undefined> {
    const found = await kept.find(userId, KEPT_ID)
    if (!found) return undefined
    const { lists, count } = found
    const answer = {
      lists,
      phones: { count, addedByHour: new Map(Object.entries(found.addedByHour)) },
    }
    answers.set(userId, answer)
    return answer
  }

  async function keep(userId: string, { lists, phones }: Answer): Promise<void> {
    if (phones.count < MANY_PHONES) return
    const hours = [...phones.addedByHour].sort(([a], [b]) => (a < b ? 1 : -1)).slice(0, HOURS_KEPT)
    await kept.save(userId, {
      id: KEPT_ID,
      lists: lists.map(({ id, generation, bytes }) => ({ id, generation, bytes })),
      count: phones.count,
      addedByHour: Object.fromEntries(hours),
    })
  }

  function freshly(userId: string): Promise<DistinctPhones> {
    return serially(userId, () => count(userId))
  }

  /** How many phones of the user's are kept in memory. */
  function held(userId: string): number {
    return cache.peek(userId)?.size ?? 0
  }

  async function count(userId: string): Promise<DistinctPhones> {
    for (;;) {
      const lists = await records.list(userId)
      const last = answers.get(userId)
      if (last && isSame(last.lists, lists)) return last.phones
      const known = cache.take(userId)
      const union = known && covers(known.seen, lists) ? known : emptyUnion()
      try {
        // Oldest list first, so that a phone in several lists counts for the hour it was new.
        for (const list of lists.toReversed()) await readOn(union, list)
        cache.put(userId, union)
        const phones = { count: union.size, addedByHour: new Map(union.addedByHour) }
        answers.set(userId, { lists, phones })
        // A failure is ignored: without the stored count only the next start has to count again.
        await keep(userId, { lists, phones }).catch(() => undefined)
        return phones
      } catch (error) {
        cache.drop(userId)
        // A list that was rewritten meanwhile has another file now; a missing file otherwise is
        // damage.
        const isRewritten = !isSame(lists, await records.list(userId))
        if (!isMissing(error) || !isRewritten)
          throw storageUnavailable('cannot count phones', error)
      }
    }
  }

  async function readOn(union: Union, list: ListRecord): Promise<void> {
    const { seen } = union
    const from = seen.get(list.id)?.bytes ?? 0
    const path = contactFilePath(folder, list.id, list.generation)
    if (from < list.bytes && !damaged.has(list.id)) {
      await addPhones(union, { path, from, to: list.bytes })
    }
    seen.set(list.id, { generation: list.generation, bytes: list.bytes })
  }
}

function emptyUnion(): Union {
  const phones = createPhoneSet()
  return {
    phones,
    addedByHour: new Map(),
    seen: new Map(),
    get size() {
      return phones.size
    },
  }
}

async function addPhones(
  { phones, addedByHour }: Union,
  { path, from, to }: { readonly path: string; readonly from: number; readonly to: number },
): Promise<void> {
  const file = await open(path, 'r')
  try {
    for await (const contacts of readContacts(file, { path, from, to })) {
      for (const contact of contacts) {
        if (!phones.add(phoneNumber(contact))) continue
        const hour = contact.createdAt.slice(0, HOUR_LENGTH)
        addedByHour.set(hour, (addedByHour.get(hour) ?? 0) + 1)
      }
    }
  } catch (error) {
    // Damage is reported when the list is opened; the other lists still count.
    if (!(error instanceof DamagedFileError)) throw error
  } finally {
    await file.close()
  }
}

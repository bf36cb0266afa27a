import { LRUCache } from 'lru-cache'

/** Phones that one cache keeps: about 40 MB. */
export const PHONES_IN_MEMORY = 1_500_000

/**
 * Keeps sets of phones in memory up to a limit; the least used go first.
 * @param leastSize phones that even an empty set counts for, where there may be any number of sets
 */
export function createPhoneCache<Phones extends { readonly size: number }>(
  phoneLimit: number,
  { leastSize = 1 }: { readonly leastSize?: number } = {},
) {
  const sets = new LRUCache<string, Phones>({ maxSize: phoneLimit })

  return {
    take: (key: string) => sets.get(key),
    peek: (key: string) => sets.peek(key),
    put,
    drop,
  }

  function put(key: string, phones: Phones): void {
    // Deleted first: a set that is put again would keep its old size, and sets grow in place.
    sets.delete(key)
    // A set beyond the limit is kept alone, since a list that large takes long to read.
    const size = Math.min(Math.max(leastSize, phones.size), phoneLimit)
    sets.set(key, phones, { size })
  }

  function drop(key: string): void {
    sets.delete(key)
  }
}

import { LRUCache } from 'lru-cache'

/** Phones that one cache keeps: about 40 MB. */
export const PHONES_IN_MEMORY = 1_500_000

/**
 * What is worth keeping of phones in use, as long as they are not too many; the least used go first.
 * @param leastSize phones that even an empty one counts for, where there may be any number of these
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
    // Put in again, the same phones would count as what they were: they grow in place.
    sets.delete(key)
    // One that is too large by itself is kept alone, for a list that large takes long to read.
    const size = Math.min(Math.max(leastSize, phones.size), phoneLimit)
    sets.set(key, phones, { size })
  }

  function drop(key: string): void {
    sets.delete(key)
  }
}

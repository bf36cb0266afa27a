/** Caches sets of phones up to a total size; the least recently used go first. */
export function createPhoneCache<Phones extends { readonly size: number }>(phoneLimit: number) {
  const sets = new Map<string, Phones>()

  return { take, peek: (key: string) => sets.get(key), put, drop }

  function take(key: string): Phones | undefined {
    const phones = sets.get(key)
    if (!phones) return undefined
    sets.delete(key)
    sets.set(key, phones)
    return phones
  }

  function put(key: string, phones: Phones): void {
    sets.delete(key)
    sets.set(key, phones)
    let total = [...sets.values()].reduce((sum, { size }) => sum + size, 0)
    for (const [oldest, { size }] of sets) {
      if (total <= phoneLimit || oldest === key) return
      sets.delete(oldest)
      total -= size
    }
  }

  function drop(key: string): void {
    sets.delete(key)
  }
}

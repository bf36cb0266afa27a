/**
 * A map that drops the least recently used key. It has no timers, which would keep other objects
 * alive. Each device has several, so an empty one costs nothing: `lru-cache` reserves room for all
 * it may hold, 416 kB for those of a device; with `maxSize` instead, full ones take 677 kB where
 * these take 246.
 */
export function createBoundedMap<Value>(capacity: number) {
  const values = new Map<string, Value>()
  let room = capacity
  return {
    get,
    set,
    reserve,
    delete: (key: string) => values.delete(key),
    clear: () => values.clear(),
  }

  function get(key: string): Value | undefined {
    const value = values.get(key)
    if (value === undefined) return undefined
    values.delete(key)
    values.set(key, value)
    return value
  }

  function set(key: string, value: Value): void {
    values.delete(key)
    values.set(key, value)
    dropOldest()
  }

  /** From now on it holds so many, or as many as its capacity where that is more. */
  function reserve(count: number): void {
    room = Math.max(capacity, count)
    dropOldest()
  }

  function dropOldest(): void {
    for (const key of values.keys()) {
      if (values.size <= room) return
      values.delete(key)
    }
  }
}

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
    /** From now on it holds at least so many. */
    reserve: (count: number) => {
      room = Math.max(room, count)
    },
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
    if (values.size <= room) return
    const oldest = values.keys().next()
    if (!oldest.done) values.delete(oldest.value)
  }
}

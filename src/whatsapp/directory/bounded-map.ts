/**
 * A map that drops the least recently used key. It has no timers, which would keep other objects
 * alive.
 */
export function createBoundedMap<Value>(
  capacity: number,
  onForgotten: (key: string) => void = () => undefined,
) {
  const values = new Map<string, Value>()
  return {
    get,
    set,
    delete: (key: string) => values.delete(key),
    has: (key: string) => values.has(key),
    clear: () => values.clear(),
    count: () => values.size,
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
    if (values.size <= capacity) return
    const oldest = values.keys().next()
    if (oldest.done) return
    values.delete(oldest.value)
    onForgotten(oldest.value)
  }
}

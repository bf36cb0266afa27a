/** Position of a key's newest value in the log. */
export type Place = {
  readonly segment: number
  readonly offset: number
  /** Bytes of the whole entry, so that one read fetches it. */
  readonly length: number
}

export type KeyIndex = ReturnType<typeof createKeyIndex>

const FIRST_CAPACITY = 1024
const SEGMENT_FACTOR = 2 ** 32

/**
 * Maps keys to positions in about 60 bytes a row beside the key itself: numbers live in typed
 * arrays, since an object for each of a hundred thousand recipients would cost more than the keys.
 */
export function createKeyIndex() {
  const slots = new Map<string, number>()
  const free: number[] = []
  let positions = new Float64Array(FIRST_CAPACITY)
  let lengths = new Uint32Array(FIRST_CAPACITY)
  let used = 0
  let liveBytes = 0

  return {
    find,
    isAt,
    has: (key: string) => slots.has(key),
    set,
    remove,
    names: () => [...slots.keys()],
    count: () => slots.size,
    /** Bytes of all entries that are still the newest of their key. */
    liveBytes: () => liveBytes,
  }

  function find(key: string): Place | undefined {
    const slot = slots.get(key)
    if (slot === undefined) return undefined
    const position = positions[slot] ?? 0
    return {
      segment: Math.floor(position / SEGMENT_FACTOR),
      offset: position % SEGMENT_FACTOR,
      length: lengths[slot] ?? 0,
    }
  }

  function isAt(key: string, segment: number, offset: number): boolean {
    const slot = slots.get(key)
    return slot !== undefined && positions[slot] === segment * SEGMENT_FACTOR + offset
  }

  function set(key: string, place: Place): void {
    const slot = slots.get(key) ?? takeSlot(key)
    liveBytes += place.length - (lengths[slot] ?? 0)
    positions[slot] = place.segment * SEGMENT_FACTOR + place.offset
    lengths[slot] = place.length
  }

  function remove(key: string): void {
    const slot = slots.get(key)
    if (slot === undefined) return
    liveBytes -= lengths[slot] ?? 0
    lengths[slot] = 0
    slots.delete(key)
    free.push(slot)
  }

  function takeSlot(key: string): number {
    const slot = free.pop() ?? used++
    if (slot >= lengths.length) grow()
    slots.set(key, slot)
    return slot
  }

  function grow(): void {
    const morePositions = new Float64Array(positions.length * 2)
    morePositions.set(positions)
    positions = morePositions
    const moreLengths = new Uint32Array(lengths.length * 2)
    moreLengths.set(lengths)
    lengths = moreLengths
  }
}

/** A source of chance that a seed repeats exactly (mulberry32). */
export type Random = {
  /** 0 up to, not including, 1. */
  next(): number
  /** A whole number from `min` to `max`, both included. */
  between(min: number, max: number): number
  chance(share: number): boolean
  pick<One>(some: readonly One[]): One
  bytes(count: number): Uint8Array
  /** One of its own for a part of the world: what one draws does not shift what the others draw. */
  fork(name: string): Random
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  return {
    next,
    between,
    chance: (share) => next() < share,
    pick: (some) => {
      const one = some[between(0, some.length - 1)]
      if (one === undefined) throw new Error('nothing to pick from')
      return one
    },
    bytes: (count) => Uint8Array.from({ length: count }, () => between(0, 255)),
    fork: (name) => createRandom(mix(state, name)),
  }
}

/** FNV-1a of the name over the state. */
function mix(state: number, name: string): number {
  let hash = (state ^ 0x811c9dc5) >>> 0
  for (const letter of name) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x01000193) >>> 0
  return hash
}

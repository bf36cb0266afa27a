import { createHash } from 'node:crypto'

/** Numbers from 0 up to 1. */
export type Random = () => number

/** The same numbers for the same seed and name, whatever else was drawn. */
export function createRandom(seed: number, name = ''): Random {
  let state = createHash('sha256').update(`${seed} ${name}`).digest().readUInt32BE()
  return () => {
    // Mulberry32: short, and even enough to play with.
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

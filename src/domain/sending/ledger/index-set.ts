/** Bits in one word of the bitmap. */
const WORD_BITS = 32

export type IndexSet = {
  add(index: number): void
  remove(index: number): void
  /** The smallest member at or after `from`. */
  next(from: number): number | undefined
}

/**
 * A set of the numbers 0…size-1 that finds its next member in a few steps however sparse it is:
 * a bitmap, above it one bit per word that is not empty, and so on up to a single word.
 */
export function createIndexSet(size: number): IndexSet {
  const levels: Uint32Array[] = []
  let bits = Math.max(size, 1)
  do {
    bits = Math.ceil(bits / WORD_BITS)
    levels.push(new Uint32Array(bits))
  } while (bits > 1)

  return { add, remove, next }

  function add(index: number): void {
    let place = index
    for (const level of levels) {
      const word = place >>> 5
      level[word] = (level[word] ?? 0) | (1 << (place & 31))
      place = word
    }
  }

  function remove(index: number): void {
    let place = index
    for (const level of levels) {
      const word = place >>> 5
      const left = (level[word] ?? 0) & ~(1 << (place & 31))
      level[word] = left
      if (left !== 0) return
      place = word
    }
  }

  function next(from: number): number | undefined {
    let place = Math.max(from, 0)
    for (let height = 0; height < levels.length; height += 1) {
      const found = nextInWord(levels[height], place)
      if (found !== undefined) return descend(height, found)
      // The rest of this word is empty: go on with the word after it, one level up.
      place = (place >>> 5) + 1
    }
    return undefined
  }

  /** Descends from a set bit to the first member below it. */
  function descend(height: number, start: number): number {
    let place = start
    for (let level = height - 1; level >= 0; level -= 1) {
      place = place * WORD_BITS + lowestBit(levels[level]?.[place] ?? 0)
    }
    return place
  }
}

function nextInWord(level: Uint32Array | undefined, place: number): number | undefined {
  const word = place >>> 5
  const rest = ((level?.[word] ?? 0) >>> (place & 31)) << (place & 31)
  return rest === 0 ? undefined : word * WORD_BITS + lowestBit(rest)
}

function lowestBit(word: number): number {
  return 31 - Math.clz32(word & -word)
}

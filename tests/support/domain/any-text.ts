import fc from 'fast-check'

/** Half of a pair in UTF-16, which is no character of its own. */
const [FIRST_HALF, LAST_HALF] = [0xd800, 0xdfff]
const HALVES = LAST_HALF - FIRST_HALF + 1

/**
 * Any character of Unicode, for `fc.string`. Draws the same as the unit `binary`, which first puts
 * a million characters into a table.
 */
export const anyCharacter = fc
  .nat({ max: 0x10ffff - HALVES })
  .map((place) => String.fromCodePoint(place < FIRST_HALF ? place : place + HALVES), placeOf)

function placeOf(text: unknown): number {
  const point = typeof text === 'string' ? text.codePointAt(0) : undefined
  if (point === undefined || String.fromCodePoint(point) !== text) throw new Error('no character')
  if (point < FIRST_HALF) return point
  if (point <= LAST_HALF) throw new Error('half of a character')
  return point - HALVES
}

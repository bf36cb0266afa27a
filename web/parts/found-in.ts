import { foldText } from '#contract/fold.ts'

/** A beginning and an end in a text. */
export type Place = readonly [number, number]

/**
 * Finds the places of folded texts in a text that is not folded; those that overlap become one.
 * @param write what a character is read as, which may be nothing
 */
export function foundIn(
  text: string,
  wanted: readonly string[],
  write: (character: string) => string = foldText,
): readonly Place[] {
  let written = ''
  /** For each written character, where its source begins and ends. */
  const sources: [number, number][] = []
  let at = 0
  for (const character of text) {
    const end = at + character.length
    const part = write(character)
    written += part
    for (let unit = 0; unit < part.length; unit += 1) sources.push([at, end])
    const last = sources.at(-1)
    // An accent that is a character of its own belongs to the letter before it.
    if (last && part === '' && /\p{M}/u.test(character)) last[1] = end
    at = end
  }
  const found = wanted
    .filter(Boolean)
    .flatMap((each) => placesOf(written, each))
    .map(([from, to]): Place => [sources[from]?.[0] ?? 0, sources[to - 1]?.[1] ?? text.length])
  return joined(found)
}

function placesOf(text: string, wanted: string): readonly Place[] {
  const places: Place[] = []
  let start = text.indexOf(wanted)
  while (start >= 0) {
    places.push([start, start + wanted.length])
    start = text.indexOf(wanted, start + wanted.length)
  }
  return places
}

function joined(places: readonly Place[]): readonly Place[] {
  const whole: Place[] = []
  for (const [from, to] of [...places].sort((a, b) => a[0] - b[0])) {
    const last = whole.pop()
    if (last && last[1] > from) whole.push([last[0], Math.max(last[1], to)])
    else whole.push(...(last ? [last] : []), [from, to])
  }
  return whole
}

/** Folds texts for comparison without case and accents. */

const beyondAscii = /[^\0-\x7f]/

/** `Ação` as `Acao`. */
export function withoutAccents(text: string): string {
  // Skips the texts that need nothing, since normalising is what costs time.
  return beyondAscii.test(text) ? text.normalize('NFD').replace(/\p{M}+/gu, '') : text
}

/** A text without case and accents. */
export function foldText(text: string): string {
  return withoutAccents(text).toLowerCase()
}

/** No character from here on folds to a letter of ASCII. */
const LAST_WITH_ASCII_BASE = 0x3000
const asciiOnly = /^[\x20-\x7e]+$/

let variants: ReadonlyMap<string, string> | null = null

/**
 * Finds a folded text inside texts that are not folded, many times faster than folding a large one.
 * Null when the text sought has characters beyond ASCII.
 */
export function foldedPattern(folded: string): RegExp | null {
  if (!asciiOnly.test(folded)) return null
  variants ??= asciiVariants()
  const classes = [...folded].map((character) => {
    const all = variants?.get(character) ?? character
    return `[${all.replace(/[\\\]^-]/g, '\\$&')}]\\p{M}*`
  })
  return new RegExp(classes.join(''), 'u')
}

/** Every spelling that folds to each ASCII character. */
function asciiVariants(): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (let code = 0x20; code < LAST_WITH_ASCII_BASE; code += 1) {
    const character = String.fromCharCode(code)
    const folded = foldText(character)
    if (asciiOnly.test(folded)) found.set(folded, (found.get(folded) ?? '') + character)
  }
  return found
}

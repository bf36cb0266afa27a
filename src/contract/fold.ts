/** How texts are compared where case and accents do not matter. */

const beyondAscii = /[^\0-\x7f]/

/** `Ação` as `Acao`. */
export function withoutAccents(text: string): string {
  // Most texts have nothing to take apart, and taking apart is what costs.
  return beyondAscii.test(text) ? text.normalize('NFD').replace(/\p{M}+/gu, '') : text
}

/** Without case and accents. */
export function foldText(text: string): string {
  return withoutAccents(text).toLowerCase()
}

/** Beyond it no character is a letter of ASCII with something on it. */
const LAST_WITH_ASCII_BASE = 0x3000
const asciiOnly = /^[\x20-\x7e]+$/

let variants: ReadonlyMap<string, string> | null = null

/**
 * Finds a folded text in texts that are not: many times faster than to fold a large one. Null where
 * the text has other characters than ASCII's.
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

/** Every way in which each character may be written. */
function asciiVariants(): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (let code = 0x20; code < LAST_WITH_ASCII_BASE; code += 1) {
    const character = String.fromCharCode(code)
    const folded = foldText(character)
    if (asciiOnly.test(folded)) found.set(folded, (found.get(folded) ?? '') + character)
  }
  return found
}

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

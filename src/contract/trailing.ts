/**
 * Removes these characters from a text's end. A regular expression would search for the end again
 * from each of them: quadratic time on a text of nothing else.
 */
export function withoutTrailing(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

/**
 * A text without these characters at its end. Not by an expression: that looks for the end of each
 * of them from every place anew, and a text of nothing else takes it forever.
 */
export function withoutTrailing(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

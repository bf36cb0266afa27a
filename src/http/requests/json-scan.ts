/** A part of a JSON text that can be parsed by itself, once what it opens is closed. */
export type JsonPiece = {
  /** First character, and the one behind the last. */
  readonly from: number
  readonly to: number
  /** What it opens and leaves open, outermost first. */
  readonly opened: readonly Opened[]
  /**
   * What follows: more of the same; the bracket that closes what was open before the piece; a long
   * text, as the value of the last key; or nothing.
   */
  readonly next: 'more' | 'close' | 'text' | 'nothing'
  /** Where the last key stands, with its quotes. */
  readonly key: Span
}

type Span = { readonly from: number; readonly to: number }

type Opened = {
  readonly isArray: boolean
  /** Where its key stands; of no meaning inside of an array. */
  readonly key: Span
}

const QUOTE = 34
const COMMA = 44
const COLON = 58
const BACKSLASH = 92
const OPEN_ARRAY = 91
const CLOSE_ARRAY = 93
const OPEN_OBJECT = 123
const CLOSE_OBJECT = 125
const LETTER_U = 117
const ESCAPE_LENGTH = 2
const UNICODE_ESCAPE_LENGTH = 6

/**
 * Finds the next piece, of about `size` characters. Whether the text is valid is not looked at:
 * whatever is wrong with it is inside of a piece, or where two of them meet.
 * @throws SyntaxError for a text that does not end
 */
export function scanPiece(
  text: string,
  { from, isInArray, size }: { from: number; isInArray: boolean; size: number },
): JsonPiece {
  const opened: Opened[] = []
  let key: Span = { from, to: from }
  let isValue = false
  for (let at = from; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    const isFull = at - from >= size
    if (code === QUOTE) {
      const isKey = !isValue && !(opened.at(-1)?.isArray ?? isInArray)
      const end = scanText(text, at + 1, isKey ? text.length : size)
      if (!end.isLast) return { from, to: at, opened, next: 'text', key }
      if (isKey) key = { from: at, to: end.to + 1 }
      at = end.to
    } else if (code === COLON) isValue = true
    else if (code === COMMA) {
      if (isFull) return { from, to: at, opened, next: 'more', key }
      isValue = false
    } else if (code === OPEN_ARRAY || code === OPEN_OBJECT) {
      opened.push({ isArray: code === OPEN_ARRAY, key })
      if (isFull) return { from, to: at + 1, opened, next: 'more', key }
      isValue = false
    } else if (code === CLOSE_ARRAY || code === CLOSE_OBJECT) {
      if (opened.length === 0) return { from, to: at, opened, next: 'close', key }
      opened.pop()
    }
  }
  return { from, to: text.length, opened, next: 'nothing', key }
}

/**
 * Finds the quote that ends a text, or else, after about `size` characters, a place in it that parts
 * no escape.
 * @throws SyntaxError where the text does not end
 */
export function scanText(
  text: string,
  from: number,
  size: number,
): { readonly to: number; readonly isLast: boolean } {
  let at = from
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) return { to: at, isLast: true }
    if (at - from >= size) return { to: at, isLast: false }
    if (code !== BACKSLASH) at += 1
    else at += text.charCodeAt(at + 1) === LETTER_U ? UNICODE_ESCAPE_LENGTH : ESCAPE_LENGTH
  }
  throw new SyntaxError('a text that does not end')
}

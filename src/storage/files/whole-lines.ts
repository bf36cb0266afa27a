import { encodeLine, parseLine } from './lines.ts'

/** Small files of sealed lines, read and written as a whole. */

const LINE_FEED = 10

export function encodeLines(values: readonly unknown[]): string {
  return values.map(encodeLine).join('')
}

/** Decodes every intact line, wherever others are broken; `undefined` stands for a broken one. */
export function decodeLines(bytes: Buffer): readonly unknown[] {
  const values: unknown[] = []
  for (let from = 0; from < bytes.length; ) {
    const end = bytes.indexOf(LINE_FEED, from)
    values.push(end < 0 ? undefined : parseLine(bytes, from, end))
    from = end < 0 ? bytes.length : end + 1
  }
  return values
}

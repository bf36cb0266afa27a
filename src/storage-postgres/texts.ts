/** What a text column refuses, and the backslash that begins an escape. */
const REFUSED = /[\\\0]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g
const ESCAPED = /\\u([0-9a-f]{4})/g
const HEX = 16

/** Escapes a text from outside for a text column: different texts stay different. */
export function toColumn(text: string): string {
  return text.replace(REFUSED, (unit) => `\\u${unit.charCodeAt(0).toString(HEX).padStart(4, '0')}`)
}

/** The text that `toColumn` was given. */
export function fromColumn(column: string): string {
  return column.replace(ESCAPED, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, HEX)),
  )
}

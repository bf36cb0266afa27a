/** What a column of text refuses, and what marks it where it stands in for it. */
const REFUSED = /[\\\0]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g
const ESCAPED = /\\u([0-9a-f]{4})/g
const HEX = 16

/** A text of others as a column takes it: two texts never become one. */
export function toColumn(text: string): string {
  return text.replace(REFUSED, (unit) => `\\u${unit.charCodeAt(0).toString(HEX).padStart(4, '0')}`)
}

/** The text that `toColumn` was given. */
export function fromColumn(column: string): string {
  return column.replace(ESCAPED, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, HEX)),
  )
}

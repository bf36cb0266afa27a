/**
 * The value as an object of texts; `undefined` where it is anything else. By hand, since a schema
 * takes most of the time of reading a million lines.
 */
export function toTexts(value: unknown): Readonly<Record<string, string>> | undefined {
  return isTexts(value) ? value : undefined
}

function isTexts(value: unknown): value is Readonly<Record<string, string>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  return Object.values(value).every((text) => typeof text === 'string')
}

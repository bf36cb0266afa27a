/** Names of what a JSON answer, or each of its items, has. */
export function knownFields(value: unknown): readonly string[] {
  const items = Array.isArray(value) ? value : [value]
  return [...new Set(items.flatMap((item) => (isRecord(item) ? Object.keys(item) : [])))]
}

/** Those of the fields that neither the answer nor any of its items has. */
export function unknownFields(value: unknown, fields: readonly string[]): readonly string[] {
  const items = Array.isArray(value) ? value : [value]
  // An empty list says nothing of what its items would have.
  if (items.length === 0) return []
  return fields.filter((field) => items.every((item) => read(item, field) === undefined))
}

/** The answer, or each of its items, with these fields alone and in this order; `a.b` goes deeper. */
export function pickFields(value: unknown, fields: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => pickFields(item, fields))
  return Object.fromEntries(fields.map((field) => [field, read(value, field) ?? null]))
}

function read(value: unknown, field: string): unknown {
  let found = value
  for (const name of field.split('.')) {
    if (!isRecord(found) || !Object.hasOwn(found, name)) return undefined
    found = found[name]
  }
  return found
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

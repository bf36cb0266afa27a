const made = new Map<number, Uint8Array<ArrayBuffer>>()

/** JSON of more bytes than a limit allows, made once for all calls with this limit. */
export function jsonAbove(limit: number): Uint8Array<ArrayBuffer> {
  const known = made.get(limit)
  if (known) return known
  const bytes = new TextEncoder().encode(`"${'x'.repeat(limit)}"`)
  made.set(limit, bytes)
  return bytes
}

/** Version 1 of the small files was one JSON document each, without checksums. */

const DOCUMENT_START = '{'.charCodeAt(0)

/** Whether the bytes are a JSON document: a sealed line never begins like one. */
export function isDocument(bytes: Buffer): boolean {
  return bytes[0] === DOCUMENT_START
}

/** Parses a JSON document; returns `undefined` where it is broken. */
export function parseDocument(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString())
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

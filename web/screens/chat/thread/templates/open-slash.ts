/** A slash that begins a line, up to the caret: what stands behind it finds a template. */
export type OpenSlash = { readonly from: number; readonly search: string }

const SEARCH_LENGTH = 60

/** Null where the caret is behind no such slash: elsewhere in a text it is a slash. */
export function openSlashAt(text: string, caret: number): OpenSlash | null {
  const lineStart = text.lastIndexOf('\n', caret - 1) + 1
  const line = text.slice(lineStart, caret)
  const search = /^\s*\/((?:[^\s/][^/]*)?)$/.exec(line)?.[1]
  if (search === undefined || search.length > SEARCH_LENGTH) return null
  return { from: caret - search.length - 1, search }
}

/** A piece of a module's text. */
export type Span = { readonly start: number; readonly end: number }
/** A part of a module, as the bundler's parser describes it (ESTree). */
export type Node = Span & { readonly type: string; readonly [field: string]: unknown }

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value
}

/** The nodes of a field that holds several. */
export function nodesIn(value: unknown): readonly Node[] {
  return Array.isArray(value) ? value.filter(isNode) : []
}

type Change = Span & { readonly text: string }

/** The text with some of its pieces replaced, which may stand within each other. */
export function withChanges(code: string, changes: readonly Change[]): string {
  // From the end on, so that what comes before stays where it is.
  return changes
    .toSorted((one, other) => other.start - one.start)
    .reduce((text, { start, end, text: put }) => text.slice(0, start) + put + text.slice(end), code)
}

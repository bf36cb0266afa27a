/** A field's values by the names in its brackets; a list has numbers, or nothing, in them. */
type Branch = Map<string, Branch | string>

const MAX_FIELDS = 1_000
const MAX_DEPTH = 6

/**
 * Reads the fields of a form as JSON would hold them: `key[id]=1` is a field in a field, and a name
 * that comes more than once, or ends in `[]`, a list. All values are texts.
 * @throws RangeError for more, or deeper, fields than a call has
 */
export function readForm(text: string): unknown {
  const root: Branch = new Map()
  let count = 0
  for (const [name, value] of new URLSearchParams(text)) {
    count += 1
    if (count > MAX_FIELDS) throw new RangeError('too many fields')
    put(root, namesIn(name), value)
  }
  return toValue(root)
}

function namesIn(name: string): string[] {
  const start = name.indexOf('[')
  if (start <= 0 || !name.endsWith(']')) return [name]
  const names = [name.slice(0, start), ...name.slice(start + 1, -1).split('][')]
  if (names.length > MAX_DEPTH) throw new RangeError('fields too deep')
  return names
}

function put(branch: Branch, [name = '', ...rest]: readonly string[], value: string): void {
  const known = branch.get(name)
  if (rest.length === 0 && known === undefined && name !== '') {
    branch.set(name, value)
    return
  }
  if (rest.length === 0) {
    append(name === '' ? branch : branchAt(branch, name), value)
    return
  }
  put(branchAt(branch, name), rest, value)
}

function branchAt(branch: Branch, name: string): Branch {
  const known = branch.get(name)
  if (known instanceof Map) return known
  const made: Branch = new Map()
  if (known !== undefined) append(made, known)
  branch.set(name, made)
  return made
}

function append(branch: Branch, value: string): void {
  branch.set(String(branch.size), value)
}

function toValue(branch: Branch): unknown {
  const entries = [...branch].map(
    ([name, value]) => [name, value instanceof Map ? toValue(value) : value] as const,
  )
  const isList = entries.length > 0 && entries.every(([name], place) => name === String(place))
  return isList ? entries.map(([, value]) => value) : Object.fromEntries(entries)
}

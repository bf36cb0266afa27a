/** A field's values by the names in its brackets; a list has numbers, or nothing, in them. */
type Branch = Map<string, Branch | string>

const MAX_FIELDS = 1_000
const MAX_DEPTH = 6
const MAX_NAME_LENGTH = 1_000

/** A long value, such as a file, is decoded in pieces of so many characters. */
const PIECE_LENGTH = 256 * 1024
/** Bytes of one character in UTF-8 at most. */
const MAX_CHARACTER_BYTES = 4

type Pauses = {
  /** Awaited between pieces, so that other calls run. */
  readonly pause: () => Promise<unknown>
}

/**
 * Reads the fields of a form as JSON would hold them: `key[id]=1` is a field in a field, and a name
 * that comes more than once, or ends in `[]`, a list. All values are texts.
 * @throws RangeError for more or deeper fields, or longer names, than any call has
 */
export async function readForm(text: string, pauses: Pauses): Promise<unknown> {
  const root: Branch = new Map()
  let count = 0
  for (let from = 0; from < text.length; ) {
    const next = text.indexOf('&', from)
    const to = next < 0 ? text.length : next
    if (to > from) {
      count += 1
      if (count > MAX_FIELDS) throw new RangeError('too many fields')
      const name = nameAt(text.slice(from, Math.min(to, from + MAX_NAME_LENGTH + 1)))
      const valueFrom = Math.min(to, from + name.length + 1)
      put(
        root,
        namesIn(decodedPiece(name)),
        await decoded(text, { from: valueFrom, to, ...pauses }),
      )
    }
    from = to + 1
  }
  return toValue(root)
}

/**
 * Reads the fields of a form whose values were decoded already.
 * @throws RangeError as `readForm` does
 */
export function nestFields(fields: Iterable<readonly [string, string]>): unknown {
  const root: Branch = new Map()
  for (const [name, value] of fields) put(root, namesIn(name), value)
  return toValue(root)
}

/**
 * Returns the name of a field.
 * @param field the field, or its beginning
 */
function nameAt(field: string): string {
  const equals = field.indexOf('=')
  if (equals < 0 && field.length > MAX_NAME_LENGTH) throw new RangeError('a name is too long')
  return equals < 0 ? field : field.slice(0, equals)
}

async function decoded(
  text: string,
  { from, to, pause }: Pauses & { readonly from: number; readonly to: number },
): Promise<string> {
  let value = ''
  for (let start = from; start < to; ) {
    const end = to - start > PIECE_LENGTH ? cutAt(text, start + PIECE_LENGTH) : to
    value += decodedPiece(text.slice(start, end))
    if (end < to) await pause()
    start = end
  }
  return value
}

function decodedPiece(piece: string): string {
  return new URLSearchParams(`value=${piece}`).get('value') ?? ''
}

/** The last place up to `place` that cuts neither an escape nor a character made of several. */
function cutAt(text: string, place: number): number {
  const broken = [place - 1, place - 2].find((each) => text[each] === '%')
  let cut = broken ?? place
  for (let back = 1; back < MAX_CHARACTER_BYTES && isContinued(text, cut); back += 1) cut -= 3
  return /[\udc00-\udfff]/.test(text.charAt(cut)) ? cut - 1 : cut
}

/** Whether the escape at this place continues the character of the escape before. */
function isContinued(text: string, place: number): boolean {
  return /^%[89ab]/i.test(text.slice(place, place + 2)) && text[place - 3] === '%'
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

import { type JsonPiece, scanPiece, scanText } from './json-scan.ts'

/** Characters that are parsed at a time: a millisecond or two. */
const PIECE_CHARACTERS = 64 * 1024

/** More members than any sheet has columns: growing a far larger object would block other calls. */
const MAX_MEMBERS = 20_000
/**
 * More elements than a body has room for contacts: making and freeing more would block other calls.
 */
const MAX_ELEMENTS = 1_000_000
/** A deeper value could not be written out again: `JSON.stringify` calls itself at each level. */
const MAX_DEPTH = 5_000

type Members = Record<string, unknown>
type Container = unknown[] | Members

/**
 * Parses JSON text to what `JSON.parse` makes of it, in pieces that leave the event loop free.
 * `JSON.parse` itself parses and judges each piece; here they are only cut and joined.
 * @throws SyntaxError
 */
export async function parseInPieces(
  text: string,
  {
    pause,
    size = PIECE_CHARACTERS,
  }: {
    /** Awaited after each piece. */
    readonly pause: () => Promise<unknown>
    /** About how many characters a piece has. */
    readonly size?: number
  },
): Promise<unknown> {
  const whole = createWhole(text, size)
  let from = 0
  let pausedAt = 0
  while (from < text.length) {
    from = whole.addFrom(from)
    if (from - pausedAt < size) continue
    pausedAt = from
    await pause()
  }
  return whole.value()
}

/** Builds the value from the pieces of a text. */
function createWhole(text: string, size: number) {
  // The text is read as the inside of an array, which has one element in the end.
  const root: unknown[] = []
  /** The containers around the next piece, outermost first. */
  const open: Container[] = [root]
  /** Whether the innermost container is still empty. */
  let isFirst = true
  const memberCounts = new WeakMap<Members, number>()
  /** The beginning of a long text, and where it belongs. */
  let long: { read: string; readonly into: Container; readonly key: string } | undefined

  return { addFrom, value }

  /** Adds the piece that begins at `from`; returns where the next one begins. */
  function addFrom(from: number): number {
    if (long) return addText(long, from)
    const inside = innermost()
    const piece = scanPiece(text, { from, isInArray: Array.isArray(inside), size })
    add(piece, inside)
    if (piece.next === 'text') {
      const into = innermost()
      long = { read: '', into, key: Array.isArray(into) ? '' : keyAt(piece.key) }
      isFirst = false
      return piece.to + 1
    }
    if (piece.next !== 'close') return piece.to
    close(text[piece.to] ?? '')
    return piece.to + 1
  }

  function add({ from, to, opened, next }: JsonPiece, inside: Container): void {
    const content = next === 'text' ? `${text.slice(from, to)}""` : text.slice(from, to)
    const members = withoutSpace(content)
    if (members === '') return
    if (!isFirst && members[0] !== ',') throw new SyntaxError('two values without a comma')
    if (open.length + opened.length > MAX_DEPTH) throw new SyntaxError('nested too deep')
    const ends = opened.map(({ isArray }) => (isArray ? ']' : '}')).reverse()
    const added = append(inside, `${isFirst ? members : members.slice(1)}${ends.join('')}`)
    // A comma that nothing follows.
    if (added === 0) throw new SyntaxError('a comma without a value')
    if (!Array.isArray(inside)) countMembers(inside, added)
    else if (inside.length > MAX_ELEMENTS) throw new SyntaxError('an array with too many elements')
    for (const { key } of opened) open.push(lastOf(innermost(), key))
    const last = content.trimEnd().at(-1)
    isFirst = last === '[' || last === '{'
  }

  function countMembers(members: Members, added: number): void {
    const count = (memberCounts.get(members) ?? 0) + added
    if (count > MAX_MEMBERS) throw new SyntaxError('an object with too many members')
    memberCounts.set(members, count)
  }

  function addText(begun: NonNullable<typeof long>, from: number): number {
    const { to, isLast } = scanText(text, from, size)
    const part: string = JSON.parse(`"${text.slice(from, to)}"`)
    begun.read += part
    if (!isLast) return to
    const { into, key, read } = begun
    if (Array.isArray(into)) into[into.length - 1] = read
    else setMember(into, key, read)
    long = undefined
    return to + 1
  }

  function close(bracket: string): void {
    const closed = open.pop()
    const expected = Array.isArray(closed) ? ']' : '}'
    if (open.length === 0 || bracket !== expected) throw new SyntaxError(`an unexpected ${bracket}`)
    isFirst = false
  }

  function innermost(): Container {
    return open.at(-1) ?? root
  }

  function lastOf(container: Container, key: JsonPiece['key']): Container {
    const last = Array.isArray(container) ? container.at(-1) : container[keyAt(key)]
    if (isContainer(last)) return last
    throw new SyntaxError('a value that is no container')
  }

  function keyAt({ from, to }: JsonPiece['key']): string {
    return JSON.parse(text.slice(from, to))
  }

  function value(): unknown {
    if (open.length > 1 || long || root.length !== 1) throw new SyntaxError('no whole value')
    return root[0]
  }
}

/** Parses members as those of a container and adds them; returns how many there are. */
function append(container: Container, members: string): number {
  if (Array.isArray(container)) {
    const added: unknown[] = JSON.parse(`[${members}]`)
    for (const one of added) container.push(one)
    return added.length
  }
  const added: Members = JSON.parse(`{${members}}`)
  const keys = Object.keys(added)
  for (const key of keys) setMember(container, key, added[key])
  return keys.length
}

/** Sets a member as `JSON.parse` does: assigned, `__proto__` would change what an object inherits. */
function setMember(members: Members, key: string, value: unknown): void {
  if (key !== '__proto__') members[key] = value
  else {
    const own = { value, writable: true, enumerable: true, configurable: true }
    Object.defineProperty(members, key, own)
  }
}

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null
}

/** Removes JSON's white space before the content, which is less than `trim` removes. */
function withoutSpace(content: string): string {
  const at = content.search(/[^ \t\n\r]/)
  return at < 0 ? '' : content.slice(at)
}

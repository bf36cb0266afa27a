/**
 * What a JSON value is made of, in one line: `{ id: string, tags: [string], at?: string|null }`.
 * A name with `?` may be absent, a list is of one kind of item, `any` is anything.
 */
export type Shape = string

type Node =
  | { readonly kind: 'word'; readonly words: readonly string[] }
  | { readonly kind: 'list'; readonly item: Node }
  | {
      readonly kind: 'object'
      readonly fields: ReadonlyMap<string, { readonly node: Node; readonly isOptional: boolean }>
    }

/** Where the value is not of this shape; empty where it is. */
export function differencesFrom(shape: Shape, value: unknown): string[] {
  const { node, rest } = readNode(shape.replace(/\s+/g, ''))
  if (rest !== '') throw new Error(`a shape with "${rest}" left over`)
  return compare(node, value, '$')
}

function compare(node: Node, value: unknown, at: string): string[] {
  if (node.kind === 'word') {
    const type = typeOf(value)
    const isFine = node.words.some((word) => word === 'any' || word === type)
    return isFine ? [] : [`${at} is ${type}, not ${node.words.join('|')}`]
  }
  if (node.kind === 'list') {
    if (!Array.isArray(value)) return [`${at} is ${typeOf(value)}, not a list`]
    return value.flatMap((item, index) => compare(node.item, item, `${at}[${index}]`))
  }
  if (typeOf(value) !== 'object') return [`${at} is ${typeOf(value)}, not an object`]
  const found = new Map<string, unknown>(Object.entries(Object(value)))
  const unknown = [...found.keys()].filter((name) => !node.fields.has(name))
  const wanted = [...node.fields].flatMap(([name, field]) => {
    if (found.has(name)) return compare(field.node, found.get(name), `${at}.${name}`)
    return field.isOptional ? [] : [`${at}.${name} is missing`]
  })
  return [...wanted, ...unknown.map((name) => `${at}.${name} is unexpected`)]
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'list' : typeof value
}

type Read = { readonly node: Node; readonly rest: string }

function readNode(text: string): Read {
  if (text.startsWith('{')) return readObject(text.slice(1))
  if (text.startsWith('[')) {
    const { node, rest } = readNode(text.slice(1))
    return { node: { kind: 'list', item: node }, rest: after(rest, ']') }
  }
  const word = /^[a-z|]+/.exec(text)?.[0]
  if (word === undefined) throw new Error(`no shape begins with "${text}"`)
  return { node: { kind: 'word', words: word.split('|') }, rest: text.slice(word.length) }
}

function readObject(text: string): Read {
  const fields = new Map<string, { node: Node; isOptional: boolean }>()
  let left = text
  while (!left.startsWith('}')) {
    const [whole = '', name = '', mark = ''] = /^,?(\w+)(\??):/.exec(left) ?? []
    if (name === '') throw new Error(`no field begins with "${left}"`)
    const { node, rest } = readNode(left.slice(whole.length))
    fields.set(name, { node, isOptional: mark === '?' })
    left = rest
  }
  return { node: { kind: 'object', fields }, rest: left.slice(1) }
}

function after(text: string, sign: string): string {
  if (!text.startsWith(sign)) throw new Error(`"${sign}" is missing before "${text}"`)
  return text.slice(sign.length)
}

import fc from 'fast-check'
import { oddText, oddValue } from './odd-values.ts'

/** Values that a JSON schema describes, most of them right, some with a part that is not. */

type Node = Readonly<Record<string, unknown>>
type Place = {
  readonly root: Node
  readonly name: string
  readonly depth: number
  /** Whether parts of it may be wrong. */
  readonly mayBeOdd: boolean
}

const MAX_DEPTH = 6
const ODD_SHARE = 12

/** A mark for something that earlier answers have made; the sender replaces it by an id. */
export type Known = 'list' | 'campaign' | 'device' | 'image' | 'other'
const knownMark = (kind: Known, index: number) => `⟦${kind}:${index}⟧`
export const knownMarks = /⟦(\w+):(\d+)⟧/g
export const known = (kind: Known) => fc.nat(12).map((index) => knownMark(kind, index))

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export function jsonOf(schema: unknown): fc.Arbitrary<unknown> {
  const root = isNode(schema) ? schema : {}
  const place = { root, name: '', depth: 0 }
  // A body with ten fields would hardly ever be right as a whole if each had its own risk.
  return fc.oneof(
    { weight: 3, arbitrary: rightValue(root, { ...place, mayBeOdd: false }) },
    { weight: 2, arbitrary: valueAt(root, { ...place, mayBeOdd: true }) },
  )
}

function valueAt(schema: unknown, place: Place): fc.Arbitrary<unknown> {
  const right = place.depth > MAX_DEPTH ? fc.constant(null) : rightValue(schema, place)
  if (!place.mayBeOdd) return right
  return fc.oneof(
    { weight: place.depth === 0 ? ODD_SHARE * 2 : ODD_SHARE, arbitrary: right },
    { weight: 1, arbitrary: oddValue },
  )
}

function rightValue(given: unknown, place: Place): fc.Arbitrary<unknown> {
  const schema = resolve(given, place.root)
  const deeper = { ...place, depth: place.depth + 1 }
  const choices = [schema.anyOf, schema.oneOf].find(Array.isArray)
  if (choices) return fc.oneof(...choices.map((choice: unknown) => rightValue(choice, deeper)))
  if (Array.isArray(schema.allOf)) return rightValue(schema.allOf[0], deeper)
  if (Array.isArray(schema.type)) {
    return fc.oneof(...schema.type.map((type: unknown) => rightValue({ ...schema, type }, place)))
  }
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum)
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.type === 'object') return objectOf(schema, deeper)
  if (schema.type === 'array') return arrayOf(schema, deeper)
  if (schema.type === 'string') return textOf(schema, place)
  if (schema.type === 'integer') return fc.integer(rangeOf(schema))
  if (schema.type === 'number') {
    const inRange = fc.integer(rangeOf(schema))
    return place.mayBeOdd ? fc.oneof(inRange, fc.double({ noNaN: true })) : inRange
  }
  if (schema.type === 'boolean') return fc.boolean()
  if (schema.type === 'null') return fc.constant(null)
  return fc.oneof(textOf({}, place), oddValue)
}

function resolve(schema: unknown, root: Node): Node {
  if (!isNode(schema)) return {}
  if (typeof schema.$ref !== 'string') return schema
  let found: unknown = root
  for (const step of schema.$ref.split('/').slice(1)) {
    found = isNode(found) ? found[step] : undefined
  }
  return isNode(found) ? found : {}
}

function objectOf(schema: Node, place: Place): fc.Arbitrary<unknown> {
  const properties = isNode(schema.properties) ? Object.entries(schema.properties) : []
  const required = Array.isArray(schema.required) ? schema.required.map(String) : []
  const described = Object.fromEntries(
    properties.map(([name, property]) => [name, valueAt(property, { ...place, name })]),
  )
  // A field left out of an otherwise right body is a case of its own.
  const needed = place.mayBeOdd ? required.slice(1) : required
  const object = fc.record(described, { requiredKeys: needed })
  if (!isNode(schema.additionalProperties)) return object
  const further = fc.dictionary(
    oddText.map((name) => name.slice(0, 40)),
    valueAt(schema.additionalProperties, place),
    {
      maxKeys: 3,
    },
  )
  return fc.tuple(object, further).map(([a, b]) => ({ ...a, ...b }))
}

function arrayOf(schema: Node, place: Place): fc.Arbitrary<unknown> {
  return fc.array(valueAt(schema.items, place), { maxLength: 4 })
}

function rangeOf({ minimum, maximum }: Node): { min: number; max: number } {
  const min = typeof minimum === 'number' ? Math.max(minimum, -1_000) : 0
  const max = typeof maximum === 'number' ? Math.min(maximum, 100_000) : 1_000
  return { min: Math.ceil(min), max: Math.max(Math.floor(max), Math.ceil(min)) }
}

const phone = fc
  .tuple(
    fc.constantFrom('55', '', '+55 ', '1', '351'),
    fc.constantFrom('11', '61', '20'),
    fc.nat(99_999_999),
  )
  .map(([country, area, number]) => `${country}${area}9${String(number).padStart(8, '0')}`)

const instant = fc
  .integer({ min: -3_600, max: 40_000_000 })
  .map((seconds) => new Date(Date.now() + seconds * 1_000).toISOString())

function textOf(schema: Node, { name, mayBeOdd }: Place): fc.Arbitrary<unknown> {
  const likely = likelyText(schema, name)
  if (!mayBeOdd) return likely
  return fc.oneof({ weight: 8, arbitrary: likely }, { weight: 1, arbitrary: oddText })
}

function likelyText(schema: Node, name: string): fc.Arbitrary<unknown> {
  if (/device|instance_?name|instanceName/i.test(name)) return known('device')
  if (/phone|number|telefone|contato$/i.test(name)) return phone
  if (name === 'contatos' || /list/i.test(name)) {
    return fc.oneof(known('list'), fc.constant('[{"name":"Ana","phone":"61999990000"}]'))
  }
  if (/imag/i.test(name)) return known('image')
  if (schema.format === 'date-time' || /data|date/i.test(name)) return instant
  if (/mail/i.test(name)) return fc.nat(50).map((index) => `p${index}@exemplo.com.br`)
  if (/url|webhook/i.test(name)) return fc.constantFrom('http://127.0.0.1:9/x', 'http://0.0.0.0:9')
  if (/_?id$/i.test(name)) return known('other')
  return fc.oneof(fc.lorem({ maxCount: 4 }), known('other'))
}

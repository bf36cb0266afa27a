import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseInPieces } from '../../../src/http/requests/json-pieces.ts'
import { anyCharacter } from '../../support/domain/any-text.ts'

const parse = (text: string, size: number) =>
  parseInPieces(text, { pause: async () => undefined, size })

/** The value as `JSON.parse` sees it: own members in their order, the prototype included. */
function shown(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return Object.is(value, -0) ? '-0' : value
  if (Array.isArray(value)) return value.map(shown)
  const isPlain = Object.getPrototypeOf(value) === Object.prototype
  return { isPlain, members: Object.entries(value).map(([key, own]) => [key, shown(own)]) }
}

function native(text: string): unknown {
  try {
    return { value: shown(JSON.parse(text)) }
  } catch {
    return 'refused'
  }
}

async function inPieces(text: string, size: number): Promise<unknown> {
  try {
    return { value: shown(await parse(text, size)) }
  } catch (error) {
    if (error instanceof SyntaxError) return 'refused'
    throw error
  }
}

const sizes = [1, 2, 3, 5, 8, 13, 1_000]

async function expectSame(text: string): Promise<void> {
  for (const size of sizes) {
    expect({ text, size, is: await inPieces(text, size) }).toEqual({ text, size, is: native(text) })
  }
}

/** Keys that objects treat specially, beside others; few enough to come twice. */
const key = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', '1', '0', 'a', 'b', 'toString', ''),
  fc.string({ unit: anyCharacter }),
)
const space = fc.constantFrom('', '', '', ' ', '\n', '\t \r')
/** JSON text with members as they come, repeated ones included, and white space anywhere. */
const { json } = fc.letrec<{ json: string; list: string; object: string; leaf: string }>((tie) => ({
  json: fc.oneof({ maxDepth: 5 }, tie('leaf'), tie('list'), tie('object')),
  leaf: fc.oneof(
    fc.constantFrom(
      'null',
      'true',
      'false',
      '-0',
      '1e3',
      '12345678901234567890',
      '"\\u00e9\\ud83d"',
    ),
    fc.string({ unit: anyCharacter }).map((text) => JSON.stringify(text)),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => JSON.stringify(number)),
  ),
  list: fc
    .array(fc.tuple(space, tie('json'), space), { maxLength: 6 })
    .map((items) => `[${items.map((item) => item.join('')).join(',')}]`),
  object: fc
    .array(fc.tuple(space, key, space, tie('json'), space), { maxLength: 6 })
    .map((members) => {
      const texts = members.map(
        ([before, name, between, value, after]) =>
          `${before}${JSON.stringify(name)}${between}:${value}${after}`,
      )
      return `{${texts.join(',')}}`
    }),
}))

describe('JSON that is parsed in pieces', () => {
  test('is what JSON.parse makes of it, wherever it is cut', async () => {
    await fc.assert(fc.asyncProperty(json, expectSame), { numRuns: 400 })
  })

  test('is refused where JSON.parse refuses it', async () => {
    const spoiled = fc
      .tuple(json, fc.nat(), fc.nat({ max: 2 }), fc.constantFrom(...'[]{},:"\\ 1u\u00a0'))
      .map(([text, place, dropped, added]) => {
        const at = place % (text.length + 1)
        return text.slice(0, at) + added + text.slice(at + dropped)
      })
    await fc.assert(fc.asyncProperty(spoiled, expectSame), { numRuns: 1_000 })
  })

  test.each([
    '',
    ' ',
    '[',
    ']',
    '{',
    '}',
    '[1,]',
    '[,1]',
    '[ ,1]',
    '{"a":1,}',
    '{,"a":1}',
    '{ ,"a":1}',
    '[1 2]',
    '[1,,2]',
    '[[]1]',
    '[1}',
    '{"a":[}',
    '{"a":1]',
    '1 2',
    '1,2',
    '[1],[2]',
    '][',
    '}{',
    '[1]]',
    '"abc',
    '"ab"c',
    '["a" "b"]',
    '["a"',
    '{"a"}',
    '{"a" "b":1}',
    '{"a":"b" "c"}',
    '{1:2}',
    '["\\u12"]',
    '["\\"]',
    '["\\x"]',
    '["a\u0001b"]',
    '\u00a0[]',
    '[1\u00a0]',
    '[\u00a0,1]',
    'nul',
    '[01]',
    '[1.]',
    '{"a":{"b":{}}}',
    '{"a":1,"a":{"b":2},"a":[3]}',
    '{"__proto__":{"x":1},"y":[{"__proto__":[1,2,3]}]}',
    '{"b":1,"1":{"c":[1,2,3]},"0":[{"d":4},5]}',
    '{"long key that is no value":1}',
    '"\\ud83d\\ude00"',
  ])('%j', expectSame)

  test('takes deep nesting, as far as such a value can be written out again', async () => {
    const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
    let found = await parse(nested(4_000), 1_000)
    let levels = 0
    for (; Array.isArray(found); levels += 1) [found] = found
    expect(levels).toBe(4_000)
    await expect(parse(nested(1_000_000), 1_000)).rejects.toThrow(SyntaxError)
  })

  test('takes objects with as many members as a sheet has columns', async () => {
    const wide = (count: number) =>
      JSON.stringify(
        Object.fromEntries(Array.from({ length: count }, (_, place) => [`m${place}`, 1])),
      )
    expect(await parse(wide(16_384), 1_000)).toEqual(JSON.parse(wide(16_384)))
    await expect(parse(wide(100_000), 1_000)).rejects.toThrow(SyntaxError)
  })

  test('takes arrays of a million elements, and no longer ones', async () => {
    const empty = (count: number) => `[${'{},'.repeat(count - 1)}{}]`
    expect(await parse(empty(1_000_000), 64 * 1024)).toHaveLength(1_000_000)
    await expect(parse(empty(1_000_001), 64 * 1024)).rejects.toThrow(SyntaxError)
  })

  test('pauses after each piece, a long text, list or nesting included', async () => {
    const size = 1_000
    const row = { name: 'Ana', phone: '5561999990000', campos: { cidade: 'Gama' } }
    const rows = Array.from({ length: 500 }, () => row)
    for (const value of [rows, { contatos: rows }, { contatos: JSON.stringify(rows) }]) {
      const text = JSON.stringify(value)
      let pauses = 0
      const pause = async () => {
        pauses += 1
      }
      expect(await parseInPieces(text, { pause, size })).toEqual(value)
      // A piece ends where a value does, and is that much longer.
      expect(pauses).toBeGreaterThan(text.length / (size + 2 * JSON.stringify(row).length))
    }
  })
})

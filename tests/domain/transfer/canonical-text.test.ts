import { expect, test } from 'vitest'
import { canonicalText } from '../../../src/domain/transfer/canonical-text.ts'

test.each([
  ['text', 'zero \0, meio \ud800, "aspas" e \\barra'],
  ['numbers', [0, -1.5, 1e21, Number.NaN]],
  ['absences', [null, true, { a: null, list: [] }]],
  ['objects in order', { a: { b: 1, 'ç "x"': [{ c: {} }] }, z: 'é' }],
])('%s are written as JSON writes them', (_, value) => {
  expect(canonicalText(value)).toBe(JSON.stringify(value))
})

test('the order of fields, and those that are not given, make no difference', () => {
  const one = { b: [{ y: 1, x: undefined, w: 2 }], __proto: 1, a: null }
  expect(canonicalText(one)).toBe('{"__proto":1,"a":null,"b":[{"w":2,"y":1}]}')
  expect(canonicalText(JSON.parse('{"__proto__":1}'))).toBe('{"__proto__":1}')
})

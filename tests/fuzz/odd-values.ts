import fc from 'fast-check'
import { anyCharacter } from '../support/domain/any-text.ts'

/** Values that no client sends on purpose. */

const LONG = 70_000

export const oddText = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: anyCharacter, maxLength: 30 }) },
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      '',
      ' ',
      '\0',
      'a\0b',
      '\ud800',
      'a\udfffb',
      '\u202eabc\u2066',
      '👩‍👩‍👧‍👦',
      '\ufeff',
      '\r\n',
      '../../etc/passwd',
      '__proto__',
      'constructor',
      'toString',
      'null',
      '-1',
      '1e400',
      'NaN',
      '9007199254740993',
      '2026-02-30T25:61:00Z',
      '+275760-09-13T00:00:00.001Z',
      '0001-01-01T00:00:00+23:59',
      '=1+1',
      '{nome|',
      '\\{{{}}}',
      'http://[::1',
      'javascript:alert(1)',
      'file:///etc/passwd',
      'İ̇ß\u0301',
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('x', '\ud83d', 'é', '{').map((unit) => unit.repeat(LONG)),
  },
)

const oddNumber = fc.constantFrom(
  -1,
  -0,
  0.1,
  1e21,
  1e308,
  -1e308,
  2 ** 31,
  2 ** 53,
  86_401,
  Number.MIN_VALUE,
)

/** JSON text that `JSON.stringify` would not write. */
export const oddJsonText = fc.constantFrom(
  '',
  ' ',
  'null',
  '[]',
  '"text"',
  '0',
  'true',
  '{',
  '{"a":1,}',
  "{'a':1}",
  '{"a":NaN}',
  '\ufeff{}',
  '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"x":1}}}',
  '{"name":"a","name":"b","contatos":[],"contatos":"[]"}',
  '{"contatos":"[[[[["}',
  '{"contatos":[{"name":{"toString":1},"phone":{"valueOf":null}}]}',
  '{"contatos":[{"name":"a","phone":"5561999990000","campos":{"__proto__":"x","constructor":"y"}}]}',
  '['.repeat(20_000),
  `${'[{"a":'.repeat(5_000)}1${'}]'.repeat(5_000)}`,
  `{"texto":"${'x'.repeat(200_000)}"}`,
  `{"n":${'9'.repeat(2_000)}}`,
)

export const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  oddText,
  oddNumber,
  fc.boolean(),
  fc.constant(null),
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom([], {}, [[]], [null], { toString: 1 }, { length: -1 }, [{ constructor: {} }]),
  fc.constant(null).map(() => JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`)),
  fc.constant(null).map(() => JSON.parse('{"__proto__":{"a":1},"constructor":{"prototype":1}}')),
)

/** Part of a path or a query as it stands on the wire: ASCII, but not always well encoded. */
export const oddUrlPart = fc.oneof(
  fc.constantFrom(
    '',
    '%',
    '%zz',
    '%00',
    '%ff%fe',
    '%ed%a0%80',
    '%C0%AE%C0%AE',
    '.',
    '..',
    '%2e%2e',
    '..%2f..%2f..%2fetc%2fpasswd',
    '%2F',
    '%5C..%5C',
    'a/b',
    'a//b',
    '__proto__',
    'constructor',
    'hasOwnProperty',
    '*',
    ':id',
    '{id}',
    ';x=1',
    '+',
    '%20',
    '%F0%9F%98%80',
    '%E2%80%AE',
    'x'.repeat(5_000),
    '%41'.repeat(2_000),
  ),
  oddText.map((text) => encodeURIComponent(wellFormed(text.slice(0, 300)))),
)

/** Replaces lone surrogates, which cannot stand in an address. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, '?')
}

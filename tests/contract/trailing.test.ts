import { expect, test } from 'vitest'
import { withoutTrailing } from '../../src/contract/trailing.ts'

test.each([
  ['https://loja.example//', '/', 'https://loja.example'],
  ['a/b', '/', 'a/b'],
  ['fim?!', '.!?', 'fim'],
  ['///', '/', ''],
  ['', '/', ''],
])('%s without %s at its end is "%s"', (text, characters, expected) => {
  expect(withoutTrailing(text, characters)).toBe(expected)
})

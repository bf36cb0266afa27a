import { expect, test } from 'vitest'
import { foldText } from '../../../src/contract/fold.ts'
import { foundIn } from '../../../web/parts/found-in.ts'

test.each([
  ['Rematrícula', 'MATRI', ['matrí']],
  ['Ação e reação', 'acao', ['Ação', 'ação']],
  // An accent that is a character of its own.
  ['cafe\u0301 com leite', 'café', ['cafe\u0301']],
  ['😀 Olá 😀', 'ola', ['Olá']],
  ['aaaa', 'aa', ['aa', 'aa']],
  ['nada', 'tudo', []],
  ['nada', '', []],
])('in %j, %j is found as %j', (text, wanted, expected) => {
  const found = foundIn(text, [foldText(wanted)])
  expect(found.map(([from, to]) => text.slice(from, to))).toEqual(expected)
})

test('several words are found each; those that overlap are one', () => {
  const found = foundIn('Chave Pix da loja', ['pix', 'chav', 'have'])
  expect(found).toEqual([
    [0, 5],
    [6, 9],
  ])
})

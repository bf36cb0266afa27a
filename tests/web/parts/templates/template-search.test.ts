import { expect, test } from 'vitest'
import type { MessageTemplate } from '../../../../src/contract/campaigns/message-template.ts'
import { findTemplates, inOrder } from '../../../../web/parts/templates/template-search.ts'

const AT = '2026-01-15T12:00:00.000Z'
const all = [
  ['Endereço', 'Estamos na Rua do Promoção, 10.'],
  ['Nova promoção', 'Tudo pela metade.'],
  ['Promoção de verão', 'Só hoje!'],
  ['Boas-vindas', 'Oi, {primeiro_nome}! Chave Pix: 123'],
].map(
  ([name = '', text = '']): MessageTemplate => ({
    ...{ id: name, name, text },
    ...{ createdAt: AT, updatedAt: AT },
  }),
)
const names = (found: readonly MessageTemplate[]) => found.map(({ name }) => name)

test('names that begin as the search come first, then names, then texts, accents or not', () => {
  expect(names(findTemplates(all, 'PROMOCAO'))).toEqual([
    'Promoção de verão',
    'Nova promoção',
    'Endereço',
  ])
})

test.each([
  ['boas vindas', ['Boas-vindas']],
  ['boas-v', ['Boas-vindas']],
  ['pix', ['Boas-vindas']],
  ['verão promo', ['Promoção de verão']],
  ['boas verão', []],
  ['', names(all)],
])('the search %j finds %j', (search, expected) => {
  expect(names(findTemplates(all, search))).toEqual(expected)
})

test('those used last come first, and the others stay in their order', () => {
  const used = new Map([
    ['Boas-vindas', 1],
    ['Nova promoção', 2],
  ])
  expect(names(inOrder(all, 'usados', used))).toEqual([
    ...['Nova promoção', 'Boas-vindas', 'Endereço', 'Promoção de verão'],
  ])
  expect(names(inOrder(all, 'nome', used))[0]).toBe('Boas-vindas')
  expect(inOrder(all, 'novos', used)).toEqual(all)
})

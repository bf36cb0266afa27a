import { expect, test } from 'vitest'
import type { MessageTemplate } from '../../../../src/contract/campaigns/message-template.ts'
import { NAME_MAX_LENGTH } from '../../../../src/contract/limits.ts'
import {
  copyName,
  findTemplates,
  inOrder,
} from '../../../../web/parts/templates/template-search.ts'

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

test('a word of a name that begins so comes before one that only has it', () => {
  const [first, second] = all
  if (!first || !second) throw new Error('too few templates')
  const pix = { ...first, name: 'Chave Pix', text: 'a' }
  const boxed = { ...second, name: 'Capixaba', text: 'b' }
  expect(names(findTemplates([boxed, pix], 'pix'))).toEqual(['Chave Pix', 'Capixaba'])
})

test('templates used last come first, among them one that was just made; the others stay in their order', () => {
  const before = Date.parse(AT) - 60_000
  const after = Date.parse(AT) + 60_000
  const used = new Map([
    ['Boas-vindas', before],
    ['Nova promoção', after],
  ])
  expect(names(inOrder(all, 'usados', used))).toEqual([
    ...['Nova promoção', 'Endereço', 'Promoção de verão', 'Boas-vindas'],
  ])
  expect(names(inOrder(all, 'nome', used))[0]).toBe('Boas-vindas')
})

test('templates changed last come first', () => {
  const changed = all.map((each, day) => ({ ...each, updatedAt: `2026-02-0${day + 1}T12:00:00Z` }))
  expect(names(inOrder(changed, 'alterados', new Map()))).toEqual(names(all).reverse())
})

test('a copy has a name of its own, and a copy of a copy no longer one', () => {
  const [first] = all
  if (!first) throw new Error('no template')
  const named = (name: string) => ({ ...first, name })
  expect(copyName('Aviso', [named('Aviso')])).toBe('Aviso (cópia)')
  const both = [named('Aviso'), named('AVISO (copia)')]
  expect(copyName('Aviso', both)).toBe('Aviso (cópia 2)')
  expect(copyName('Aviso (cópia)', both)).toBe('Aviso (cópia 2)')
  expect(copyName('a'.repeat(NAME_MAX_LENGTH), [])).toHaveLength(NAME_MAX_LENGTH)
})

import { expect, test } from 'vitest'
import { placesIn, renderKnown, renderTemplate } from '../../../src/contract/campaigns/template.ts'

const ana = {
  name: 'Ana Lúcia Souza',
  phone: '5511999990001',
  fields: { Cidade: 'São Paulo', 'Último Pedido': '' },
}

test.each([
  ['Olá, {nome}!', 'Olá, Ana Lúcia Souza!'],
  ['Olá, {primeiro_nome}!', 'Olá, Ana!'],
  ['{telefone}', '5511999990001'],
  ['{cidade} / {CIDADE} / { Cidade }', 'São Paulo / São Paulo / São Paulo'],
  ['{ultimo_pedido}.', '.'],
  ['{último pedido|nada}.', 'nada.'],
  ['{bairro}', '{bairro}'],
  ['{bairro|centro}', 'centro'],
  ['{bairro|}', ''],
  ['\\{nome\\}', '{nome}'],
  ['{} { } {\n}', '{} { } {\n}'],
])('renders %j as %j', (text, expected) => {
  expect(renderTemplate(text, ana)).toBe(expected)
})

test('leaves the place of a column empty that other rows have and this one lacks', () => {
  expect(renderTemplate('[{bairro}]', ana, new Set(['bairro']))).toBe('[]')
})

test('never lets a value be read as a template of its own', () => {
  const sly = { name: '{telefone}', phone: '5511999990001' }
  expect(renderTemplate('{nome}', sly)).toBe('{telefone}')
})

test('leaves a name that a template language would trip over as it is', () => {
  expect(renderTemplate('{nome}', { name: '$& $1', phone: '1' })).toBe('$& $1')
})

test.each([
  ['Olá, {primeiro_nome}! {cidade}', 'Olá, Ana! São Paulo'],
  ['{ultimo_pedido} {bairro} {bairro|centro}', '{ultimo_pedido} {bairro} centro'],
  ['\\{nome\\}', '{nome}'],
])('a preview of a text keeps the variables that are not known: %j is %j', (text, expected) => {
  expect(renderKnown(text, ana)).toBe(expected)
})

test('says where the variables of a text stand', () => {
  expect(placesIn('Oi, {nome}! \\{x\\} {hora|9h}')).toEqual([
    { from: 4, written: '{nome}' },
    { from: 18, written: '{hora|9h}' },
  ])
})

import { expect, test } from 'vitest'
import { headerPlace, isDocumentLine, isTitle } from '../../../src/contract/csv/titles.ts'

const cells = (row: string) => row.split(';')
const rows = (...all: string[]) => all.map(cells)

test.each([
  ['the first line', ['Nome;Telefone', 'Ana;61999990001'], 0],
  ['below a title', ['Escola;', 'Pais, em 20/11/2026', 'Nome;Celular', 'Ana;61999990001'], 2],
  ['below a title that names phones', ['Telefones dos pais;', 'Nome;Celular', 'Ana;1'], 1],
  ['the first line where no other one is', ['Escola', 'Ana;61999990001'], 0],
  ['the first line where a contact stands above', ['Ana;61999990001', 'Nome;Celular'], 0],
  [
    'the first line where a contact without an area code stands above',
    ['Nome;Número', 'Ana;99999-0001', 'Loja do Celular;99999-0002'],
    0,
  ],
  [
    'below a title with dates',
    ['Escola;', 'Emitido em: 25/11/2026;2026-11-25 10:30', 'Nome;Celular', 'Ana;61999990001'],
    2,
  ],
  [
    'below the numbers of a company and of documents',
    [
      'Escola;CNPJ 12.345.678/0001-90',
      'CEP 70000-000;Contrato nº 20260001234',
      'Nome;Celular',
      'Ana;61999990001',
    ],
    2,
  ],
  ['the only cell', ['telefone', '61999990001'], 0],
  ['the only cell below a title', ['Escola', 'Telefone', '61999990001'], 1],
  ['the first line where a phone stands behind a word', ['Maria 61999990001;', 'Nome;Celular'], 0],
  ['nowhere', [], 0],
])('the header of a table is %s', (_, lines, place) => {
  expect(headerPlace(rows(...lines))).toBe(place)
})

test.each([
  ['Escola Azul;', true],
  ['Escola Azul;CNPJ 12.345.678/0001-90', true],
  ['12.ABC.345/01DE-35', true],
  ['Emitido em 25/11/2026;CPF: 12345678909', true],
  ['Relatório da secretaria 202600012345;;', true],
  ['Ana;619999900', false],
  ['Ana 619999900;', false],
  ['619999900', false],
  ['Maria da Silva Souza 61999990001;', false],
] as const)('of the lines above a header %s is a title: %s', (row, expected) => {
  expect(isTitle(cells(row))).toBe(expected)
})

test.each([
  ['CNPJ 12.345.678/0001-90', true],
  ['Escola;CNPJ 12.345.678/0001-90', false],
  ['CNPJ 12.345.678/0001-90, fone 3333-4444', false],
  ['Escola', false],
  ['61999990001', false],
] as const)('without a header %s is about a document alone: %s', (row, expected) => {
  expect(isDocumentLine(cells(row))).toBe(expected)
})

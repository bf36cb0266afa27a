import { expect, test } from 'vitest'
import type { ListRow } from '../../../../../src/contract/contacts/list-rows.ts'
import {
  type Column,
  type ListView,
  wholeView,
} from '../../../../../src/contract/contacts/list-view.ts'
import {
  columnsOf,
  foundInCell,
  nameColumn,
  phoneColumn,
  shownRows,
} from '../../../../../web/screens/contacts/list/list-view.ts'

const turma: Column = { kind: 'field', header: 'turma' }
const row = (name: string, phone: string, campos?: Record<string, string>): ListRow => ({
  ...{ name, phone },
  ...(campos && { campos }),
})
const rows = [
  row('Maria José', '5561999990001', { turma: '10', mãe: 'Zélia' }),
  row('José Álvares', '5561999990002', { turma: '9' }),
  row('Ana', '5561888880003', { turma: '', mãe: 'Josefa' }),
  row('', '5561888880004'),
]
const names = (view: Partial<ListView>) =>
  shownRows(rows, { ...wholeView, ...view }).map(({ name, phone }) => name || phone)

test('the best match comes first, without regard to accents and case', () => {
  expect(names({ search: ' jose ' })).toEqual(['José Álvares', 'Maria José', 'Ana'])
  expect(names({ search: 'ALV' })).toEqual(['José Álvares'])
  expect(names({ search: '(61) 9999' })).toEqual(['Maria José', 'José Álvares'])
  expect(names({ search: 'zelia' })).toEqual(['Maria José'])
  expect(names({ search: 'ninguém' })).toEqual([])
})

test('sorts by any column: numbers as numbers, empty cells last both ways', () => {
  const by = (column: Column, isDescending = false) => names({ sorting: { column, isDescending } })
  expect(by(turma)).toEqual(['José Álvares', 'Maria José', 'Ana', '5561888880004'])
  expect(by(turma, true)).toEqual(['Maria José', 'José Álvares', 'Ana', '5561888880004'])
  expect(by(nameColumn)).toEqual(['Ana', 'José Álvares', 'Maria José', '5561888880004'])
  expect(by(phoneColumn, true)[0]).toBe('José Álvares')
})

test('filters by a column', () => {
  const filtered = (op: 'igual' | 'diferente' | 'contem' | 'vazio' | 'preenchido', value = '') =>
    names({ filter: { column: turma, op, value } })
  expect(filtered('igual', '9')).toEqual(['José Álvares'])
  expect(filtered('contem', '1')).toEqual(['Maria José'])
  expect(filtered('vazio')).toEqual(['Ana', '5561888880004'])
  expect(filtered('preenchido')).toHaveLength(2)
  expect(filtered('diferente', '9')).toHaveLength(3)
  expect(columnsOf(['turma'])).toEqual([nameColumn, phoneColumn, turma])
})

test('shows in a text what matched, as it is written', () => {
  const marked = (text: string, search: string) =>
    foundInCell(text, search).reduceRight(
      (shown, [from, to]) => `${shown.slice(0, from)}[${shown.slice(from, to)}]${shown.slice(to)}`,
      text,
    )
  expect(marked('Maria José', 'jose')).toBe('Maria [José]')
  expect(marked('José Álvares', 'e al')).toBe('Jos[é Ál]vares')
  expect(marked('+55 (61) 99999-0001', '99990')).toBe('+55 (61) 9[9999-0]001')
  expect(marked('+55 (61) 99999-0001', '99999')).toBe('+55 (61) [99999]-0001')
  expect(marked('Ana e Mariana', 'ana')).toBe('[Ana] e Mari[ana]')
  expect(marked('😀 Ana', 'ana')).toBe('😀 [Ana]')
  expect(marked('Ana', 'x')).toBe('Ana')
  expect(marked('Joa\u0303o', 'joao')).toBe('[Joa\u0303o]')
})

import { expect, test } from 'vitest'
import {
  formatCount,
  formatPercent,
  formatPhone,
  formatQuantity,
  formatSendTime,
} from '../../src/contract/display.ts'

test('shows phones the Brazilian way, with eight digits or nine', () => {
  expect(formatPhone('5561999990000')).toBe('+55 (61) 99999-0000')
  expect(formatPhone('553187654321')).toBe('+55 (31) 8765-4321')
  expect(formatPhone('14155552671')).toBe('+14155552671')
})

test('shows numbers with points for thousands and a comma for fractions', () => {
  expect([0, 1234567, 1.5].map(formatCount)).toEqual(['0', '1.234.567', '1,5'])
  expect([0, 98.5, 100].map(formatPercent)).toEqual(['0,00%', '98,50%', '100,00%'])
  expect([0, 1, 2000].map((count) => formatQuantity(count, 'contato', 'contatos'))).toEqual([
    '0 contatos',
    '1 contato',
    '2.000 contatos',
  ])
})

test('shows when a message went out three hours before UTC, also over midnight', () => {
  expect(formatSendTime('2026-11-21T13:05:09.999Z')).toBe('21/11/2026 10:05:09')
  expect(formatSendTime('2026-03-01T01:00:00.000Z')).toBe('28/02/2026 22:00:00')
})

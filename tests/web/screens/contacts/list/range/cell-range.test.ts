import { expect, test } from 'vitest'
import { fitBlock } from '../../../../../../web/screens/contacts/list/clipboard/fit-block.ts'
import {
  boxOf,
  headFor,
  isFull,
  ledBy,
  noRange,
  RANGE_ROWS_MAX,
  rowRangeOf,
  sidesOf,
} from '../../../../../../web/screens/contacts/list/range/cell-range.ts'
import { rangeWords } from '../../../../../../web/screens/contacts/list/range/range-messages.ts'

const anchor = { row: 2, column: 1 }
const size = { rowCount: 100_000, columnCount: 4 }

test('a range ends within the table, and where as many rows are chosen as one call saves', () => {
  expect(headFor(anchor, { row: -1, column: 9 }, size)).toEqual({ row: 0, column: 3 })
  const far = headFor(anchor, { row: Number.POSITIVE_INFINITY, column: 1 }, size)
  expect(far.row).toBe(2 + RANGE_ROWS_MAX - 1)
  expect(isFull(boxOf({ anchor, head: far }))).toBe(true)
  expect(rangeWords(boxOf({ anchor, head: far }))).toBe('10.000 linhas × 1 coluna')
  const up = headFor({ row: 50_000, column: 0 }, { row: 0, column: 0 }, size)
  expect(up.row).toBe(50_000 - RANGE_ROWS_MAX + 1)
})

test('keys lead the end of a range by a cell, a page, or as far as there is', () => {
  const led = (key: string, isFar = false) => ledBy({ key, isFar }, anchor, 10)
  expect(led('ArrowDown')).toEqual({ row: 3, column: 1 })
  expect(led('ArrowLeft', true)).toEqual({ row: 2, column: Number.NEGATIVE_INFINITY })
  expect(led('PageUp')).toEqual({ row: -8, column: 1 })
  expect(led('Home')).toEqual({ row: 2, column: 0 })
  expect(led('Home', true)).toEqual({ row: 0, column: 0 })
  expect(led('a')).toBeUndefined()
})

test('a row draws the sides that the range ends at, and a row in the midst of it the same as the next', () => {
  const range = { anchor: { row: 5, column: 2 }, head: { row: 2, column: 1 } }
  expect(sidesOf(rowRangeOf(range, 2), 1)).toBe('in top left')
  expect(sidesOf(rowRangeOf(range, 5), 2)).toBe('in bottom right anchor')
  expect(sidesOf(rowRangeOf(range, 3), 0)).toBeUndefined()
  expect(rowRangeOf(range, 3)).toEqual(rowRangeOf(range, 4))
  expect(rowRangeOf(range, 6)).toBe(noRange)
})

test('a block fills the chosen cells as often as it fits into them, or goes there once', () => {
  const fitted = (block: readonly (readonly string[])[], rowCount: number, columnCount: number) =>
    fitBlock(block, { rowCount, columnCount }).block
  expect(fitted([['A']], 2, 2)).toEqual([
    ['A', 'A'],
    ['A', 'A'],
  ])
  expect(fitted([['A', 'B']], 3, 2)).toEqual([
    ['A', 'B'],
    ['A', 'B'],
    ['A', 'B'],
  ])
  expect(fitted([['A'], ['B']], 3, 1)).toEqual([['A'], ['B']])
  expect(fitted([['A'], ['B', 'C']], 4, 2).at(2)).toEqual(['A', ''])
  expect(fitBlock([['A', 'B']], { rowCount: 1, columnCount: 4 }).isRepeated).toBe(false)
})

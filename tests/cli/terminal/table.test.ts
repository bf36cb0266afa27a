import { expect, test } from 'vitest'
import { type Column, formatRecord, formatTable } from '../../../src/cli/terminal/table.ts'

type Row = { readonly id: string; readonly name: string; readonly note: string }

const columns: readonly Column<Row>[] = [
  { header: 'ID', value: ({ id }) => id },
  { header: 'Nome', value: ({ name }) => name, shrinksTo: 8 },
  { header: 'Nota', value: ({ note }) => note, dropRank: 1 },
]
const rows: readonly Row[] = [
  { id: '5382bc89', name: 'Clientes de novembro', note: 'uma nota' },
  { id: '7', name: 'Zé', note: '' },
]

function draw(width: number | null, shown = rows): string[] {
  const text = formatTable({ width, heading: (heading) => heading }, shown, columns)
  return text.split('\n')
}

test('cuts nothing where stdout is no terminal', () => {
  expect(draw(null)).toEqual([
    'ID        Nome                  Nota',
    '5382bc89  Clientes de novembro  uma nota',
    '7         Zé',
  ])
})

test('cuts what may be cut before it leaves a column out', () => {
  expect(draw(34)[1]).toBe('5382bc89  Clientes de n…  uma nota')
  expect(draw(20)).toEqual(['ID        Nome', '5382bc89  Clientes …', '7         Zé'])
})

test.each([80, 40, 30, 20])('fits %i columns and keeps ids whole', (width) => {
  const lines = draw(width)
  expect(Math.max(...lines.map((line) => [...line].length))).toBeLessThanOrEqual(width)
  expect(lines[1]).toContain('5382bc89')
})

test('lets no name move the cursor or break a line', () => {
  const [, line] = draw(null, [{ id: '1', name: 'a\u001b[2Jb\nc', note: '\u0007' }])
  expect(line).toBe('1   a[2Jb c')
})

test('breaks the values of a record between words, below each other', () => {
  const fields = [
    ['Nome', 'Ana'],
    ['Aviso', '{cidade} não é uma coluna desta lista'],
  ] as const
  const heading = (text: string) => text
  expect(formatRecord({ width: 26, heading }, fields).split('\n')).toEqual([
    'Nome   Ana',
    'Aviso  {cidade} não é uma',
    '       coluna desta lista',
  ])
  expect(formatRecord({ width: null, heading }, fields).split('\n')).toHaveLength(2)
})

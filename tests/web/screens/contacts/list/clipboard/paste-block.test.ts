import { expect, test } from 'vitest'
import type { ListRow } from '../../../../../../src/contract/contacts/list-rows.ts'
import { pasteBlock } from '../../../../../../web/screens/contacts/list/clipboard/paste-block.ts'
import { writeBlock } from '../../../../../../web/screens/contacts/list/clipboard/write-block.ts'
import { columnsOf } from '../../../../../../web/screens/contacts/list/list-view.ts'

const people: readonly ListRow[] = [
  { name: 'Ana', phone: '5561999990001', campos: { turma: 'A' } },
  { name: 'Bia', phone: '5561999990002', campos: { turma: 'B' } },
  { name: 'Caio', phone: '5561999990003' },
]
const columns = columnsOf(['turma', 'mãe'])

/** Pastes a text on a cell of the first row, given by its column. */
async function pasted(
  text: string,
  { at = 0, rows = people }: { at?: number; rows?: readonly (ListRow | undefined)[] } = {},
) {
  const { cells, leftOut } = await pasteBlock(text, {
    ...{ columns: columns.slice(at), edits: new Map() },
    readRows: async (count) => rows.slice(0, count),
  })
  return { leftOut, cells: cells.map(({ row, text: words }) => `${row.name}: ${words}`) }
}

test('fills cells to the right and down, and leaves those that say so already', async () => {
  expect(await pasted('Ana Lima\t61 99999-0001\t9 A\r\nBia\t(61) 98888-0002\t\r\n')).toEqual({
    leftOut: null,
    cells: ['Ana: Ana Lima', 'Ana: 9 A', 'Bia: (61) 98888-0002', 'Bia: '],
  })
})

test('an empty line is an empty cell, and a line of its own', async () => {
  const { cells } = await pasted('9 A\n\n9 C', { at: 2 })
  expect(cells).toEqual(['Ana: 9 A', 'Bia: ', 'Caio: 9 C'])
})

test('a cell in quotes may have lines, tabs and quotes; other quotes are letters', async () => {
  const { cells } = await pasted('"Rua A\nfundos"\t"diz ""oi"""\nCasa 12"\tsó "um"', { at: 2 })
  expect(cells).toEqual(['Ana: Rua A\nfundos', 'Ana: diz "oi"', 'Bia: Casa 12"', 'Bia: só "um"'])
  expect((await pasted('"Ana\nLima"')).cells).toEqual(['Ana: Ana Lima'])
  expect((await pasted('"sem fim\nBia Sá')).cells).toEqual(['Ana: "sem fim', 'Bia: Bia Sá'])
  expect((await pasted('"Ana" Lima\nBia Sá')).cells).toEqual(['Ana: "Ana" Lima', 'Bia: Bia Sá'])
})

test('says what is too wide or too long, and fills what there is room for', async () => {
  const line = 'x\ty\tz'
  expect(await pasted(`${line}\n${line}\n${line}\n${line}`, { at: 3 })).toEqual({
    leftOut:
      'Ficou de fora do que você colou: 2 colunas à direita da última da tabela e 1 linha abaixo do último contato.',
    cells: ['Ana: x', 'Bia: x', 'Caio: x'],
  })
  expect(await pasted('9\n8', { at: 3, rows: [undefined, ...people] })).toEqual({
    leftOut: 'Ficou de fora do que você colou: 1 linha de um contato que não pôde ser lido.',
    cells: ['Ana: 8'],
  })
})

test('names the phones that are none, and keeps those of the list', async () => {
  expect(await pasted('123\n\n5,56E+12', { at: 1 })).toEqual({
    leftOut:
      'Ficou de fora do que você colou: 3 células: “123” para Ana (Telefone curto demais: faltam dígitos), a vazia para Bia (Sem telefone) e “5,56E+12” para Caio (Telefone em notação científica: formate a coluna como texto na planilha).',
    cells: [],
  })
  const { leftOut } = await pasted('1\n2\n3\n4\n5', {
    ...{ at: 1, rows: [...people, { name: 'Davi', phone: '1' }, { name: 'Eva', phone: '1' }] },
  })
  expect(leftOut).toContain(' e mais 2 outras.')
})

test('what is copied comes back as it was, and runs in no spreadsheet', async () => {
  const rows: readonly ListRow[] = [
    { name: '=1+1', phone: '5561999990001', campos: { turma: 'A\nB', mãe: '"Rosa"' } },
  ]
  const text = writeBlock(rows, columns)
  expect(text).toBe(`'=1+1\t55 (61) 99999-0001\t"A\nB"\t"""Rosa"""`)
  const blank = [{ name: '', phone: '5561999990001' }]
  expect((await pasted(text, { rows: blank })).cells).toEqual([': =1+1', ': A\nB', ': "Rosa"'])
})

import { act, createEvent, fireEvent, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aConsole, toast } from '../../../../../support/web/console.tsx'

/** So few rows that all of them are rendered in a document without heights. */
const COUNT = 8

async function aGrid() {
  const console = await aConsole()
  const contatos = Array.from({ length: COUNT }, (_, place) => ({
    name: `Pessoa ${place}`,
    phone: String(5_561_900_000_000 + place),
    campos: { turma: place === COUNT - 1 ? '7A\n"B"' : `${place}A`, turno: 'manhã' },
  }))
  const { id } = await console.api('POST', '/api/contacts', { name: 'Turmas', contatos })
  const { user, page } = await console.open(`/contacts/${id}`)
  const grid = await page.findByRole('grid', { name: 'Contatos da lista' })
  const cell = (name: string) => within(grid).getByRole('button', { name: new RegExp(`^${name}:`) })
  await waitFor(() => cell('turno de Pessoa 7'))
  return {
    ...{ user, page, grid, cell },
    press: (keys: string) => user.keyboard(keys),
    focus: (name: string) => act(() => cell(name).focus()),
    textOf: (name: string) => cell(name).textContent,
    chosen: () => grid.querySelectorAll('[aria-selected="true"]').length,
    copied: (kind: 'copy' | 'cut' = 'copy') => {
      const data = new Map<string, string>()
      const clipboardData = { setData: (type: string, text: string) => data.set(type, text) }
      const event = createEvent[kind](document.body, { clipboardData })
      fireEvent(document.body, event)
      return data.get('text/plain')
    },
  }
}

test('Shift with the arrows chooses cells together, and says how many; Esc lets them go', async () => {
  const { press, focus, page, grid, cell, chosen } = await aGrid()
  expect(grid.getAttribute('aria-multiselectable')).toBe('true')
  focus('turma de Pessoa 1')
  await press('{Shift>}{ArrowDown}{ArrowDown}{ArrowRight}{/Shift}')
  await page.findByText('3 linhas × 2 colunas')
  page.getByText(', até turno de Pessoa 3')
  expect(chosen()).toBe(6)
  // The cell that it began at keeps the focus.
  expect(document.activeElement).toBe(cell('turma de Pessoa 1'))
  await press('{Shift>}{ArrowUp}{ArrowUp}{ArrowLeft}{/Shift}')
  expect(chosen()).toBe(0)
  await press('{Shift>}{ArrowDown}{/Shift}{Escape}')
  expect(chosen()).toBe(0)
  expect(page.queryByText(/^\d linhas? ×/)).toBeNull()
  await press('{Shift>}{ArrowDown}{/Shift}{ArrowDown}')
  expect(chosen()).toBe(0)
  expect(document.activeElement).toBe(cell('turma de Pessoa 2'))
  await press('{Shift>}{ArrowUp}{/Shift}{F2}')
  expect(chosen()).toBe(0)
})

test('Ctrl with Shift leads to the end of the table, Ctrl+A takes all of it', async () => {
  const { press, focus, page, chosen } = await aGrid()
  focus('turma de Pessoa 5')
  await press('{Control>}{Shift>}{ArrowDown}{/Shift}{/Control}')
  page.getByText('3 linhas × 1 coluna')
  await press('{Shift>}{Home}{/Shift}')
  page.getByText('3 linhas × 3 colunas')
  await press('{Control>}{Shift>}{Home}{/Shift}{/Control}')
  page.getByText('6 linhas × 3 colunas')
  await press('{Control>}a{/Control}')
  page.getByText('8 linhas × 4 colunas')
  expect(chosen()).toBe(32)
})

test('a click with Shift chooses up to the cell that was pressed, and opens none', async () => {
  const { user, press, cell, page, chosen } = await aGrid()
  await user.click(cell('turma de Pessoa 2'))
  await press('B')
  await press('{Shift>}')
  await user.click(cell('turno de Pessoa 4'))
  await press('{/Shift}')
  page.getByText('3 linhas × 2 colunas')
  expect(chosen()).toBe(6)
  expect(page.queryByRole('textbox', { name: /^turma|^turno/ })).toBeNull()
  // What was being written is kept, and so is the focus: the keys go on from there.
  expect(cell('turma de Pessoa 2').textContent).toBe('2AB')
  expect(document.activeElement).toBe(cell('turma de Pessoa 2'))
})

test('Delete empties the chosen cells as one change; phones stay', async () => {
  const { press, focus, page, textOf } = await aGrid()
  focus('Telefone de Pessoa 1')
  await press('{Shift>}{ArrowDown}{ArrowRight}{ArrowRight}{/Shift}{Delete}')
  await page.findByText('2 contatos alterados, ainda não salvos')
  expect([textOf('turma de Pessoa 1'), textOf('turno de Pessoa 2')]).toEqual(['–', '–'])
  expect(textOf('Telefone de Pessoa 1')).toBe('+55 (61) 90000-0001')
  await page.findByText(/^Os telefones ficaram como estavam/, toast)
  await press('{Control>}z{/Control}')
  expect([textOf('turma de Pessoa 1'), textOf('turno de Pessoa 2')]).toEqual(['1A', 'manhã'])
  page.getByText('Nenhuma alteração por salvar.')
})

test('the chosen cells are copied for spreadsheets, and cut', async () => {
  const { press, focus, page, copied, textOf } = await aGrid()
  focus('Telefone de Pessoa 6')
  await press('{Shift>}{ArrowDown}{ArrowRight}{/Shift}')
  expect(copied()).toBe('55 (61) 90000-0006\t6A\n55 (61) 90000-0007\t"7A\n""B"""')
  await page.findByText('4 células copiadas.', toast)
  focus('turma de Pessoa 2')
  await press('{Shift>}{ArrowRight}{/Shift}')
  expect(copied('cut')).toBe('2A\tmanhã')
  await waitFor(() => expect(textOf('turno de Pessoa 2')).toBe('–'))
})

test('what is pasted fills the chosen cells: one value all of them, as one change', async () => {
  const { user, press, focus, page, textOf } = await aGrid()
  focus('turma de Pessoa 6')
  await press('{Shift>}{ArrowUp}{ArrowUp}{ArrowRight}{/Shift}')
  await user.paste('tarde\n')
  await page.findByText('3 contatos alterados, ainda não salvos')
  for (const place of [4, 5, 6]) {
    expect([textOf(`turma de Pessoa ${place}`), textOf(`turno de Pessoa ${place}`)]).toEqual([
      'tarde',
      'tarde',
    ])
  }
  await press('{Control>}z{/Control}')
  expect(textOf('turma de Pessoa 5')).toBe('5A')
  focus('Telefone de Pessoa 0')
  await press('{Shift>}{ArrowDown}{/Shift}')
  await user.paste('61 98888-0001')
  await page.findByText(/^Ficou de fora do que você colou: 2 células: .*cada contato tem o seu/)
})

test('Ctrl+D repeats the first row in the others, and in a single cell what stands above it', async () => {
  const { press, focus, page, textOf } = await aGrid()
  focus('turma de Pessoa 0')
  await press('X{Enter}')
  focus('turma de Pessoa 0')
  await press('{Shift>}{ArrowDown}{ArrowDown}{/Shift}{Control>}d{/Control}')
  await page.findByText('3 contatos alterados, ainda não salvos')
  expect([1, 2, 3].map((place) => textOf(`turma de Pessoa ${place}`))).toEqual(['X', 'X', '3A'])
  await press('{Control>}z{/Control}')
  expect(textOf('turma de Pessoa 2')).toBe('2A')
  focus('Nome de Pessoa 5')
  await press('{Control>}d{/Control}')
  await waitFor(() => expect(textOf('Nome de Pessoa 5')).toBe('Pessoa 4'))
})

test('what was pasted is chosen, from its first cell on', async () => {
  const { user, page, press, focus, cell, chosen } = await aGrid()
  focus('turma de Pessoa 3')
  await user.paste('X\ttarde\nY\tnoite\nZ\ttarde\n')
  await page.findByText('3 linhas × 2 colunas')
  expect(chosen()).toBe(6)
  expect(document.activeElement).toBe(cell('turma de Pessoa 3'))
  await press('{Delete}')
  await waitFor(() => expect(cell('turno de Pessoa 5').textContent).toBe('–'))
  await press('{Escape}')
  focus('turno de Pessoa 7')
  await user.paste('X\ttarde\nY\tnoite\n')
  await page.findByText(/^Ficou de fora/)
  expect(chosen()).toBe(0)
})

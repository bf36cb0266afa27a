import { act, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { aConsole, toast } from '../../../../../support/web/console.tsx'

/** So few rows that all of them are rendered in a document without heights. */
const COUNT = 8
/** Height of five rows: the head, one that showed before, and three more. */
const FRAME_HEIGHT = 190

async function aGrid() {
  const console = await aConsole()
  const contatos = Array.from({ length: COUNT }, (_, place) => ({
    name: `Pessoa ${place}`,
    phone: String(5_561_900_000_000 + place),
    campos: { turma: 'A' },
  }))
  const { id } = await console.api('POST', '/api/contacts', { name: 'Turmas', contatos })
  const { user, page } = await console.open(`/contacts/${id}`)
  const grid = await page.findByRole('grid', { name: 'Contatos da lista' })
  const button = (name: RegExp | string) => within(grid).getByRole('button', { name })
  const nameOf = (place: number) => button(new RegExp(`^Nome de Pessoa ${place}:`))
  await within(grid).findByRole('button', { name: /^Nome de Pessoa 0:/ })
  await waitFor(() => nameOf(7))
  act(() => nameOf(0).focus())
  return {
    ...{ user, page, grid, button, nameOf },
    press: (keys: string) => user.keyboard(keys),
    expectOn: (control: Element) => expect(document.activeElement).toBe(control),
  }
}

test('a table of people is one stop of Tab, which comes back to where it left', async () => {
  const { grid, user, press, expectOn, nameOf } = await aGrid()
  expect(grid.querySelectorAll('[tabindex="0"]')).toHaveLength(1)
  await press('{ArrowDown}{ArrowDown}')
  expectOn(nameOf(2))
  expect(grid.querySelectorAll('[tabindex="0"]')).toHaveLength(1)
  await user.tab({ shift: true })
  expect(grid.contains(document.activeElement)).toBe(false)
  await user.tab()
  expectOn(nameOf(2))
  await user.tab()
  expect(grid.contains(document.activeElement)).toBe(false)
})

test('Home and End lead through a row, with Ctrl through all rows', async () => {
  const { page, press, expectOn, button, nameOf } = await aGrid()
  await press('{End}')
  expectOn(button(/^turma de Pessoa 0:/))
  await press('{Home}')
  expectOn(page.getByRole('checkbox', { name: 'Escolher Pessoa 0' }))
  await press('{Control>}{End}{/Control}')
  expectOn(button(/^turma de Pessoa 7:/))
  await press('{ArrowLeft}{ArrowLeft}{ArrowUp}')
  expectOn(nameOf(6))
  await press('{Control>}{Home}{/Control}')
  expectOn(page.getByRole('checkbox', { name: 'Escolher Pessoa 0' }))
})

test('PageDown and PageUp lead on by as many rows as show', async () => {
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(FRAME_HEIGHT)
  onTestFinished(() => void vi.restoreAllMocks())
  const { press, expectOn, nameOf } = await aGrid()
  await press('{PageDown}')
  expectOn(nameOf(3))
  await press('{PageDown}{PageUp}{ArrowDown}')
  expectOn(nameOf(4))
  await press('{PageUp}{PageUp}{PageUp}')
  expectOn(nameOf(0))
})

test('above the first row are the heads, which sort', async () => {
  const { press, expectOn, button, page } = await aGrid()
  await press('{ArrowUp}')
  expectOn(button('Nome'))
  await press('{ArrowUp}')
  expectOn(button('Nome'))
  await press('{Enter}')
  expect(page.getByRole('columnheader', { name: 'Nome' }).getAttribute('aria-sort')).toBe(
    'ascending',
  )
  expectOn(button('Nome'))
})

test('Enter writes into a cell, and goes on to the one below; Esc goes back to the cell', async () => {
  const { press, expectOn, page, button, nameOf } = await aGrid()
  await press('{Enter}')
  expectOn(page.getByRole('textbox', { name: 'Nome de Pessoa 0' }))
  await press(' Lima{Enter}')
  expectOn(nameOf(1))
  button(/^Nome de Pessoa 0: Pessoa 0 Lima/)
  await press('{Enter} Sousa{Escape}')
  expectOn(nameOf(1))
  button(/^Nome de Pessoa 1: Pessoa 1\. /)
  await press('{Control>}{End}{/Control}{Enter}B{Enter}')
  expectOn(button(/^turma de Pessoa 7: AB/))
})

test('a cell that is pressed is where the keys go on from', async () => {
  const { user, grid, press, expectOn, page, nameOf } = await aGrid()
  await user.click(nameOf(4))
  expectOn(page.getByRole('textbox', { name: 'Nome de Pessoa 4' }))
  await press('{Escape}{ArrowDown}')
  expectOn(nameOf(5))
  act(() => nameOf(7).focus())
  expect(grid.querySelector('[tabindex="0"]')).toBe(nameOf(7))
})

test('what is typed on a cell takes the place of its text; F2 goes on from it', async () => {
  const { press, expectOn, page, button, nameOf } = await aGrid()
  await press('Zé')
  const field = page.getByRole('textbox', { name: 'Nome de Pessoa 0' })
  expectOn(field)
  expect(field).toHaveProperty('value', 'Zé')
  await press('{Escape}')
  expectOn(nameOf(0))
  await press('Zé{Enter}')
  expectOn(nameOf(1))
  button('Nome de Pessoa 0: Zé. Editar')
  await press('{F2} Lima{Enter}')
  button('Nome de Pessoa 1: Pessoa 1 Lima. Editar')
  expectOn(nameOf(2))
  await press('{F2}{Shift>}{Enter}{/Shift}')
  expectOn(nameOf(1))
})

test('keys of the console keep their meaning on a cell', async () => {
  const { press, expectOn, page, nameOf } = await aGrid()
  await press('/')
  expectOn(page.getByRole('searchbox'))
  act(() => nameOf(0).focus())
  await press('{Control>}b{/Control}')
  expectOn(nameOf(0))
})

test('Tab keeps what was typed and goes on to the cells beside, from row to row', async () => {
  const { press, expectOn, button, grid } = await aGrid()
  await press('Zé{Tab}')
  expectOn(button(/^Telefone de Pessoa 0:/))
  button('Nome de Pessoa 0: Zé. Editar')
  await press('{ArrowRight}B{Tab}')
  expectOn(button(/^Nome de Pessoa 1:/))
  button('turma de Pessoa 0: B. Editar')
  await press('Bia{Shift>}{Tab}{/Shift}')
  expectOn(button('turma de Pessoa 0: B. Editar'))
  await press('{Control>}{End}{/Control}C{Tab}')
  expect(grid.contains(document.activeElement)).toBe(false)
  button('turma de Pessoa 7: C. Editar')
})

test('Delete empties a cell; a contact keeps its phone', async () => {
  const { press, expectOn, button, page } = await aGrid()
  await press('{Delete}')
  expectOn(button('Nome de Pessoa 0: vazio. Editar'))
  await press('{ArrowRight}{Backspace}')
  const phone = button('Telefone de Pessoa 0: +55 (61) 90000-0000. Editar')
  expectOn(phone)
  await page.findByText(/^O telefone não pode ficar vazio/, toast)
  await press('{F2}{Control>}a{/Control}{Backspace}{Enter}')
  button('Telefone de Pessoa 0: +55 (61) 90000-0000. Editar')
})

test('Ctrl+Z takes back one change after the other, and all that was discarded', async () => {
  const { press, page, button, user, nameOf } = await aGrid()
  await press('Zé{Enter}Bia{Enter}')
  await press('{Control>}z{/Control}')
  button('Nome de Pessoa 1: Pessoa 1. Editar')
  button('Nome de Pessoa 0: Zé. Editar')
  await press('{Control>}z{/Control}')
  nameOf(0)
  page.getByText('Nenhuma alteração por salvar.')
  await press('{Control>}{Shift>}z{/Shift}y{/Control}')
  await user.click(button('Nome de Pessoa 1: Bia. Editar'))
  await press('{Escape}')
  await user.click(page.getByRole('button', { name: 'Descartar' }))
  nameOf(0)
  await press('{Control>}z{/Control}')
  await user.click(page.getByRole('button', { name: 'Desfazer' }))
  nameOf(1)
  button('Nome de Pessoa 0: Zé. Editar')
})

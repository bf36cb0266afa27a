import { act, createEvent, fireEvent, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aConsole, toast } from '../../../../../support/web/console.tsx'

async function aGrid() {
  const console = await aConsole()
  const contatos = Array.from({ length: 4 }, (_, place) => ({
    name: `Pessoa ${place}`,
    phone: String(5_561_999_990_000 + place),
    campos: { turma: 'A' },
  }))
  const { id } = await console.api('POST', '/api/contacts', { name: 'Turmas', contatos })
  const { user, page } = await console.open(`/contacts/${id}`)
  const grid = await page.findByRole('grid', { name: 'Contatos da lista' })
  const cell = (name: string) => within(grid).getByRole('button', { name: new RegExp(`^${name}:`) })
  await waitFor(() => cell('Nome de Pessoa 3'))
  return {
    ...{ user, page, cell, grid },
    focus: (name: string) => act(() => cell(name).focus()),
    read: () => console.api('GET', `/api/contacts/${id}/rows`),
    /** Pastes as browsers do where no text is selected. */
    paste: (text: string) => user.paste(text),
    copied: (kind: 'copy' | 'cut' = 'copy') => {
      const data = new Map<string, string>()
      const clipboardData = { setData: (type: string, text: string) => data.set(type, text) }
      const event = createEvent[kind](document.body, { clipboardData })
      fireEvent(document.body, event)
      return data.get('text/plain')
    },
  }
}

test('a block goes over the cells, is taken back as one step, and is saved with the others', async () => {
  const { page, user, cell, focus, paste, read } = await aGrid()
  focus('Nome de Pessoa 1')
  await paste('Bia Melo\t61 98888-0001\t9 B\nCaio Sá\t61 98888-0002\t9 C\n')
  await page.findByText('2 contatos alterados, ainda não salvos')
  expect(cell('turma de Pessoa 2').textContent).toBe('9 C')
  expect(document.activeElement).toBe(cell('Nome de Pessoa 1'))
  await user.keyboard('{Control>}z{/Control}')
  expect(page.queryByText(/ainda não salvos/)).toBeNull()
  await user.keyboard('{Control>}y{/Control}')
  await user.click(page.getByRole('button', { name: 'Salvar alterações' }))
  await page.findByText('2 contatos salvos.', toast)
  const { contatos } = await read()
  expect(contatos.slice(1, 3)).toEqual([
    { name: 'Bia Melo', phone: '5561988880001', campos: { turma: '9 B' } },
    { name: 'Caio Sá', phone: '5561988880002', campos: { turma: '9 C' } },
  ])
})

test('what was left out is told until it has been read', async () => {
  const { page, user, focus, paste } = await aGrid()
  focus('turma de Pessoa 3')
  await paste('9 A\tnoite\n9 B')
  const words = /^Ficou de fora do que você colou: 1 coluna .* e 1 linha/
  await page.findByText(words)
  page.getByText('1 contato alterado, ainda não salvo')
  await user.click(page.getByRole('button', { name: 'Entendi' }))
  expect(page.queryByText(words)).toBeNull()
})

test('a block that is pasted into an open cell goes over the cells, a text into the cell', async () => {
  const { page, user, cell, paste } = await aGrid()
  await user.click(cell('turma de Pessoa 0'))
  await paste('9')
  expect(document.activeElement).toHaveProperty('value', 'A9')
  await paste('1 A\n1 B')
  await page.findByText('2 contatos alterados, ainda não salvos')
  expect(document.activeElement).toBe(cell('turma de Pessoa 0'))
  expect(cell('turma de Pessoa 0').textContent).toBe('1 A')
  expect(cell('turma de Pessoa 1').textContent).toBe('1 B')
})

test('Ctrl+C copies the cell that has the focus, or the chosen rows', async () => {
  const { page, user, focus, cell, copied } = await aGrid()
  expect(copied()).toBeUndefined()
  focus('Telefone de Pessoa 1')
  expect(copied()).toBe('+55 (61) 99999-0001')
  focus('turma de Pessoa 1')
  expect(copied('cut')).toBe('A')
  expect(cell('turma de Pessoa 1').textContent).toBe('–')
  await user.click(page.getByRole('checkbox', { name: 'Escolher Pessoa 1' }))
  await user.click(page.getByRole('checkbox', { name: 'Escolher Pessoa 2' }))
  expect(copied()).toBe('Pessoa 1\t55 (61) 99999-0001\t\nPessoa 2\t55 (61) 99999-0002\tA')
  await page.findByText('2 contatos copiados.', toast)
  await user.type(page.getByRole('searchbox'), 'Pessoa 2')
  expect(copied()).toBeUndefined()
  await waitFor(() => expect(page.queryByText('Pessoa 1')).toBeNull())
  focus('Nome de Pessoa 2')
  expect(copied()).toBe('Pessoa 2\t55 (61) 99999-0002\tA')
  await page.findByText(/^Copiados 1 de 2 contatos escolhidos/, toast)
})

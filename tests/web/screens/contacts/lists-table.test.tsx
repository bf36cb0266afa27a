import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { passes } from '../../../support/eventually.ts'
import { aConsole } from '../../../support/web/console.tsx'

async function aScreen(count: number) {
  const console = await aConsole()
  for (let at = 1; at <= count; at += 1) {
    const contatos = Array.from({ length: (at % 3) + 1 }, (_, place) => ({
      name: `Pessoa ${place}`,
      phone: String(5_561_999_990_000 + place),
    }))
    await console.api('POST', '/api/contacts', { name: `${at}º ano`, contatos })
  }
  const { user, page } = await console.open('/contacts')
  await page.findByRole('link', { name: '1º ano' })
  const names = () =>
    page.getAllByRole('link', { name: /^\d+º ano$/ }).map((link) => link.textContent)
  return { console, user, page, names }
}

test('many lists stand in lines, which their heads put in order', async () => {
  const { user, page, names } = await aScreen(13)
  const table = within(page.getByRole('table', { name: 'Listas de contatos' }))
  expect(names().slice(0, 2)).toEqual(['13º ano', '12º ano'])
  const head = (name: string) => table.getByRole('columnheader', { name })
  expect(head('Criada em').getAttribute('aria-sort')).toBe('descending')
  await user.click(within(head('Lista')).getByRole('button'))
  await passes(() => expect(names().slice(0, 2)).toEqual(['1º ano', '2º ano']))
  expect(head('Lista').getAttribute('aria-sort')).toBe('ascending')
  await user.click(within(head('Lista')).getByRole('button'))
  await passes(() => expect(names().slice(0, 2)).toEqual(['13º ano', '12º ano']))
  expect(page.getByLabelText<HTMLSelectElement>('Ordenar por').value).toBe('-nome')
  page.getByText('13 listas, 26 contatos')
})

test('few lists are cards, and a search among many leaves them lines', async () => {
  const { user, page } = await aScreen(2)
  expect(page.queryByRole('table')).toBeNull()
  await user.click(page.getByRole('button', { name: 'Mostrar em linhas' }))
  page.getByRole('table', { name: 'Listas de contatos' })
})

test('the form that was chosen is the one of the next visit, however many lists there are', async () => {
  const { console, user, page } = await aScreen(13)
  page.getByRole('table', { name: 'Listas de contatos' })
  await user.type(page.getByLabelText(/^Buscar/), '13º')
  await passes(() => expect(page.queryByRole('link', { name: '1º ano' })).toBeNull())
  page.getByRole('table', { name: 'Listas de contatos' })
  await user.click(page.getByRole('button', { name: 'Mostrar em cartões' }))
  expect(page.queryByRole('table')).toBeNull()
  await user.click(page.getByRole('link', { name: '13º ano' }))
  await page.findByRole('heading', { name: '13º ano', level: 1 })
  history.back()
  await page.findByRole('heading', { name: 'Contatos', level: 1 })
  await page.findByRole('link', { name: '13º ano' })
  expect(page.queryByRole('table')).toBeNull()
  expect(console.complaints.take(/./)).toEqual([])
})

test('a line offers what a card does', async () => {
  const { user, page } = await aScreen(13)
  await user.click(page.getByRole('button', { name: 'Ações da lista 2º ano' }))
  await user.click(page.getByRole('menuitem', { name: 'Excluir' }))
  await user.click(await page.findByRole('button', { name: 'Sim' }))
  await passes(() => expect(page.queryByRole('link', { name: '2º ano' })).toBeNull())
  await user.click(page.getByRole('link', { name: 'Nova campanha para a lista 3º ano' }))
  await page.findByRole('heading', { name: 'Nova campanha' })
})

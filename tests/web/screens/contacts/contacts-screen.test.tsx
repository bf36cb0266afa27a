import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { passes } from '../../../support/eventually.ts'
import { aConsole } from '../../../support/web/console.tsx'

const ana = { name: 'Ana', phone: '5561999990001' }

test('without lists each way to make one is offered once, and nothing to search in', async () => {
  const { open } = await aConsole()
  const { page } = await open('/contacts')
  await page.findByText('Nenhuma lista de contatos')
  expect(page.getAllByRole('button', { name: 'Importar' })).toHaveLength(1)
  expect(page.getAllByRole('button', { name: 'Novo Contato' })).toHaveLength(1)
  expect(page.queryByLabelText(/^Buscar/)).toBeNull()
})

test('with lists the ways to make more stand beside the title, also where a search finds none', async () => {
  const { api, open } = await aConsole()
  await api('POST', '/api/contacts', { name: 'Turma A', contatos: [ana] })
  const { user, page } = await open('/contacts')
  await page.findByRole('link', { name: 'Turma A' })
  await user.type(page.getByLabelText(/^Buscar/), 'zzz')
  await page.findByText('Nenhuma lista encontrada')
  expect(page.getAllByRole('button', { name: 'Importar' })).toHaveLength(1)
})

test('search and order stand in the address, and are there again on the way back from a list', async () => {
  const { api, open } = await aConsole()
  for (const name of ['Turma B', 'Turma A', 'Banda']) {
    await api('POST', '/api/contacts', { name, contatos: [ana] })
  }
  const { user, page } = await open('/contacts')
  await page.findByRole('link', { name: 'Banda' })
  await user.selectOptions(page.getByLabelText('Ordenar por'), '-nome')
  expect(location.search).toBe('?ordem=-nome')
  await user.type(page.getByLabelText(/^Buscar/), 'turma')
  await passes(() => expect(location.search).toBe('?ordem=-nome&busca=turma'))
  const names = () =>
    within(page.getByRole('main'))
      .getAllByRole('heading', { level: 2 })
      .map(({ textContent }) => textContent)
  await passes(() => expect(names()).toEqual(['Turma B', 'Turma A']))

  await user.click(page.getByRole('link', { name: 'Turma A' }))
  await page.findByRole('heading', { name: 'Turma A', level: 1 })
  const [, back] = page.getAllByRole('link', { name: 'Contatos' })
  expect(back?.getAttribute('href')).toBe('/contacts?ordem=-nome&busca=turma')
  await user.click(back ?? document.body)
  expect(`${location.pathname}${location.search}`).toBe('/contacts?ordem=-nome&busca=turma')
  expect(page.getByLabelText<HTMLInputElement>(/^Buscar/).value).toBe('turma')
  await passes(() => expect(names()).toEqual(['Turma B', 'Turma A']))
})

test('clearing the search keeps the order', async () => {
  const { api, open } = await aConsole()
  await api('POST', '/api/contacts', { name: 'Turma', contatos: [ana] })
  const { user, page } = await open('/contacts?busca=zzz&ordem=nome')
  await user.click(await page.findByRole('button', { name: 'Limpar busca' }))
  await page.findByRole('link', { name: 'Turma' })
  expect(location.search).toBe('?ordem=nome')
})

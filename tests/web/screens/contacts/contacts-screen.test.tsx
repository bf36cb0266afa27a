import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { publishAppEvent } from '../../../../web/api/calls/app-events.ts'
import { passes } from '../../../support/eventually.ts'
import { aConsole, refusal } from '../../../support/web/console.tsx'
import { showEnds } from '../../../support/web/list-ends.ts'

const ana = { name: 'Ana', phone: '5561999990001' }

test('without lists each way to make a list is offered once, and nothing to search in', async () => {
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

test('lists that could not be read again stay, and that they are old is said above them', async () => {
  const console = await aConsole()
  await console.api('POST', '/api/contacts', { name: 'Turma A', contatos: [ana] })
  const { user, page } = await console.open('/contacts')
  const link = await page.findByRole('link', { name: 'Turma A' })
  console.intercept(({ url }) =>
    url.includes('/api/contacts') ? refusal('O banco não respondeu.') : undefined,
  )
  publishAppEvent({ type: 'reset' })
  const failure = await page.findByRole('alert')
  within(failure).getByText('Erro ao buscar listas de contatos.')
  expect(link.isConnected).toBe(true)
  expect(failure.compareDocumentPosition(link)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  console.intercept(() => undefined)
  await user.click(within(failure).getByRole('button', { name: 'Tentar novamente' }))
  await passes(() => expect(page.queryByRole('alert')).toBeNull())
})

test('further lists that fail hide none that were read, and are offered again at the end', async () => {
  showEnds()
  const console = await aConsole()
  for (let at = 0; at < 49; at += 1) {
    await console.api('POST', '/api/contacts', { name: `Turma ${at}`, contatos: [ana] })
  }
  console.intercept(({ url }) =>
    url.includes('cursor=') ? refusal('O banco não respondeu.') : undefined,
  )
  const { user, page } = await console.open('/contacts')
  const failure = await page.findByRole('alert')
  page.getByRole('link', { name: 'Turma 48' })
  console.intercept(() => undefined)
  await user.click(within(failure).getByRole('button', { name: 'Tentar novamente' }))
  await page.findByRole('link', { name: 'Turma 0' })
  expect(page.queryByRole('alert')).toBeNull()
})

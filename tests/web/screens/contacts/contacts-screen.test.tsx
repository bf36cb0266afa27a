import { expect, test } from 'vitest'
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

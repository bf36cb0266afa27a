import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aConsole, refusal, toast } from '../../../support/web/console.tsx'

async function theEditor() {
  const console = await aConsole()
  const opened = await console.open('/campaigns/new')
  const text = await opened.page.findByLabelText('Texto')
  if (!(text instanceof HTMLTextAreaElement)) throw new Error('the text has no field')
  return { ...console, ...opened, text }
}

test('texts are kept as templates, used, replaced and deleted', async () => {
  const { user, page, text, api, intercept, complaints } = await theEditor()
  await user.click(page.getByRole('button', { name: 'Modelos' }))
  await page.findByText('Nenhum modelo ainda')
  await user.click(page.getByRole('button', { name: 'Fechar' }))
  await user.type(text, 'Oi!')
  await user.click(page.getByRole('button', { name: 'Modelos' }))
  const name = await page.findByLabelText('Guardar o texto escrito como')
  await user.type(name, 'Boas-vindas')
  intercept(({ method }) => (method === 'POST' ? refusal('Sem disco.') : undefined))
  await user.click(page.getByRole('button', { name: 'Guardar' }))
  await page.findByText('Sem disco.')
  expect(name).toHaveProperty('value', 'Boas-vindas')
  intercept(() => undefined)
  await user.click(page.getByRole('button', { name: 'Guardar' }))
  await page.findByText('Modelo salvo.', toast)
  complaints.take(/modelo/)
  await user.click(page.getByRole('button', { name: 'Fechar' }))

  await user.clear(text)
  await user.type(text, 'Tchau!')
  await user.click(page.getByRole('button', { name: 'Modelos' }))
  await user.type(await page.findByLabelText('Guardar o texto escrito como'), 'boas-vindas')
  await user.click(page.getByRole('button', { name: 'Guardar' }))
  await user.click(await page.findByRole('button', { name: 'Sim' }))
  await expect.poll(() => api('GET', '/api/modelos')).toMatchObject([{ texto: 'Tchau!' }])
  await within(page.getByRole('dialog')).findByText('Tchau!')
  await user.click(page.getByRole('button', { name: 'Fechar' }))

  await user.clear(text)
  await user.type(text, 'Outro')
  await user.click(page.getByRole('button', { name: 'Modelos' }))
  await user.click(await page.findByRole('button', { name: 'Usar Boas-vindas' }))
  await user.click(await page.findByRole('button', { name: 'Sim' }))
  await expect.poll(() => text.value).toBe('Tchau!')
  await user.click(page.getByRole('button', { name: 'Modelos' }))
  await user.click(await page.findByRole('button', { name: 'Ações de Boas-vindas' }))
  await user.click(page.getByRole('menuitem', { name: 'Excluir' }))
  await page.findByText('Nenhum modelo ainda')
  expect(await api('GET', '/api/modelos')).toEqual([])
})

test('a search and Enter take the first that is found', async () => {
  const { user, page, text, api } = await theEditor()
  await api('POST', '/api/modelos', { nome: 'Chave Pix', texto: 'A chave é 123.' })
  await api('POST', '/api/modelos', { nome: 'Horário', texto: 'Das 9h às 18h.' })
  await user.click(page.getByRole('button', { name: 'Modelos' }))
  const search = await page.findByLabelText('Buscar modelo')
  await user.type(search, 'pix{Enter}')
  await expect.poll(() => text.value).toBe('A chave é 123.')
  expect(page.queryByRole('dialog')).toBeNull()
})

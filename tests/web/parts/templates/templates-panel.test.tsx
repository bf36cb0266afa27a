import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { TEMPLATES_MAX_COUNT } from '../../../../src/contract/limits.ts'
import { aConsole, refusal, toast } from '../../../support/web/console.tsx'

async function thePanel(...names: readonly string[]) {
  const console = await aConsole()
  for (const nome of names) {
    await console.api('POST', '/api/modelos', { nome, texto: `Texto de ${nome}.` })
  }
  const opened = await console.open('/settings?aba=modelos')
  const { page } = opened
  const shown = () => page.queryAllByRole('button', { name: /^Editar / }).map(({ title }) => title)
  return { ...console, ...opened, shown }
}

test('all templates are seen in the settings, found by name and text, and put in order', async () => {
  const { page, user, shown } = await thePanel('Horário', 'Boas-vindas', 'Chave Pix')
  await page.findByText('Texto de Horário.')
  expect(shown()).toEqual(['Editar Chave Pix', 'Editar Boas-vindas', 'Editar Horário'])
  await user.selectOptions(page.getByLabelText('Ordem'), 'Por nome')
  expect(shown()).toEqual(['Editar Boas-vindas', 'Editar Chave Pix', 'Editar Horário'])
  const search = page.getByLabelText('Buscar modelo')
  await user.type(search, 'horario')
  expect(shown()).toEqual(['Editar Horário'])
  await user.clear(search)
  await user.type(search, 'texto boas')
  const marked = [...document.querySelectorAll('mark')].map(({ textContent }) => textContent)
  expect(marked).toEqual(['Boas', 'Texto', 'Boas'])
  await user.keyboard('{Enter}')
  await page.findByRole('dialog', { name: 'Editar modelo' })
})

test('where the search finds no template, one of that name is begun', async () => {
  const { page, user, shown } = await thePanel('Horário')
  await user.type(await page.findByLabelText('Buscar modelo'), 'Chave Pix{Enter}')
  page.getByText('Nenhum modelo com “Chave Pix”.')
  expect(shown()).toEqual([])
  await user.click(page.getByRole('button', { name: 'Criar modelo “Chave Pix”' }))
  expect(await page.findByLabelText('Nome')).toHaveProperty('value', 'Chave Pix')
})

test('a template is duplicated under a name of its own, and the order that was chosen stays', async () => {
  const { page, user, shown, api } = await thePanel('Horário', 'Boas-vindas')
  await user.click(await page.findByRole('button', { name: 'Ações de Horário' }))
  await user.click(page.getByRole('menuitem', { name: 'Duplicar' }))
  expect(await page.findByLabelText('Nome')).toHaveProperty('value', 'Horário (cópia)')
  // From the text, Ctrl+Enter saves as the button does.
  await user.type(page.getByLabelText('Texto'), ' E mais.{Control>}{Enter}{/Control}')
  await page.findByRole('button', { name: 'Editar Horário (cópia)' })
  expect(await api('GET', '/api/modelos')).toMatchObject([
    { nome: 'Horário (cópia)', texto: 'Texto de Horário. E mais.' },
    { nome: 'Boas-vindas' },
    { nome: 'Horário' },
  ])
  await user.selectOptions(page.getByLabelText('Ordem'), 'Por nome')
  await user.click(page.getByRole('tab', { name: 'Webhooks' }))
  await user.click(page.getByRole('tab', { name: 'Modelos' }))
  await page.findByText('Texto de Boas-vindas.')
  expect(shown()).toEqual(['Editar Boas-vindas', 'Editar Horário', 'Editar Horário (cópia)'])
})

test('the panel tells which places of a text not every contact has a value for', async () => {
  const { page, user } = await thePanel('Horário')
  await user.click(await page.findByRole('button', { name: 'Editar Horário' }))
  const text = await page.findByLabelText('Texto')
  await user.clear(text)
  await user.type(text, 'Oi, {{nome}! Dia {{dia}, às {{hora|9h}.')
  page.getByText(/^{dia} e {hora}: em uma campanha/)
})

test('the panel says so at the limit, and offers neither a new template nor a copy', async () => {
  const console = await aConsole()
  const at = new Date(0).toISOString()
  const one = (number: number) => ({
    ...{ id: `m${number}`, nome: `Modelo ${number}`, texto: 'Oi' },
    ...{ created_at: at, updated_at: at },
  })
  const all = Array.from({ length: TEMPLATES_MAX_COUNT }, (_, number) => one(number))
  console.intercept(({ url }) => (url.endsWith('/api/modelos') ? Response.json(all) : undefined))
  const { page, user } = await console.open('/settings?aba=modelos')
  await page.findByText(/^São 200 modelos no máximo/)
  expect(page.getByRole('button', { name: 'Novo modelo' })).toHaveProperty('disabled', true)
  await user.click(page.getByRole('button', { name: 'Ações de Modelo 0' }))
  expect(page.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Excluir'])
})

test('a template is renamed and rewritten; a name that another has is refused where it was typed', async () => {
  const { page, user, api, complaints } = await thePanel('Horário', 'Chave Pix')
  await user.click(await page.findByRole('button', { name: 'Editar Horário' }))
  const dialog = within(await page.findByRole('dialog', { name: 'Editar modelo' }))
  const name = await dialog.findByLabelText('Nome')
  await user.clear(name)
  await user.type(name, 'chave pix')
  await user.click(dialog.getByRole('button', { name: 'Salvar modelo' }))
  await dialog.findByText(/Já existe um modelo/)
  complaints.take(/modelo/)
  await user.clear(name)
  await user.type(name, 'Quando abrimos')
  const text = dialog.getByLabelText('Texto')
  await user.clear(text)
  await user.type(text, 'Oi, ')
  await user.click(dialog.getByRole('button', { name: '{primeiro_nome}' }))
  await user.keyboard('! Das 9h às 18h.')
  await dialog.findByText('Oi, Maria! Das 9h às 18h.')
  await user.click(dialog.getByRole('button', { name: 'Salvar modelo' }))
  await page.findByText('Modelo salvo.', toast)
  await page.findByText('Quando abrimos')
  expect(await api('GET', '/api/modelos')).toMatchObject([
    { nome: 'Chave Pix' },
    { nome: 'Quando abrimos', texto: 'Oi, {primeiro_nome}! Das 9h às 18h.' },
  ])
})

test('a deleted template comes back, and one that could not be deleted stays', async () => {
  const { page, user, api, intercept, complaints } = await thePanel('Horário')
  const actions = () => page.findByRole('button', { name: 'Ações de Horário' })
  const remove = async () => {
    await user.click(await actions())
    await user.click(page.getByRole('menuitem', { name: 'Excluir' }))
  }
  intercept(({ method }) => (method === 'DELETE' ? refusal('Sem disco.') : undefined))
  await remove()
  await page.findByText('Sem disco.', toast)
  complaints.take(/modelo/)
  intercept(() => undefined)
  await remove()
  await page.findByText('Nenhum modelo ainda')
  await user.click(await page.findByRole('button', { name: 'Desfazer' }))
  await page.findByText('Modelo Horário de volta.', toast)
  await actions()
  expect(await api('GET', '/api/modelos')).toMatchObject([
    { nome: 'Horário', texto: 'Texto de Horário.' },
  ])
})

test('where there is no template, one is made', async () => {
  const { page, user, api } = await thePanel()
  await user.click(await page.findByRole('button', { name: 'Criar modelo' }))
  await user.click(await page.findByRole('button', { name: 'Salvar modelo' }))
  await page.findByText('Informe o nome do modelo.')
  await user.type(page.getByLabelText('Nome'), 'Oi')
  await user.type(page.getByLabelText('Texto'), 'Olá!')
  await user.click(page.getByRole('button', { name: 'Salvar modelo' }))
  await page.findByRole('button', { name: 'Editar Oi' })
  expect(await api('GET', '/api/modelos')).toMatchObject([{ nome: 'Oi', texto: 'Olá!' }])
})

test('where there is no template, an example is a text to begin with', async () => {
  const { page, user, api } = await thePanel()
  await user.click(await page.findByRole('button', { name: /^Endereço e horário/ }))
  expect(await page.findByLabelText('Nome')).toHaveProperty('value', 'Endereço e horário')
  await user.click(page.getByRole('button', { name: 'Salvar modelo' }))
  await page.findByRole('button', { name: 'Editar Endereço e horário' })
  expect(await api('GET', '/api/modelos')).toMatchObject([
    { texto: expect.stringContaining('*Rua das Acácias, 120*') },
  ])
})

import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
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
  await user.type(search, 'nada')
  page.getByText('Nenhum modelo com “nada”.')
  expect(shown()).toEqual([])
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
  const remove = () => page.findByRole('button', { name: 'Excluir Horário' })
  intercept(({ method }) => (method === 'DELETE' ? refusal('Sem disco.') : undefined))
  await user.click(await remove())
  await page.findByText('Sem disco.', toast)
  complaints.take(/modelo/)
  intercept(() => undefined)
  await user.click(await remove())
  await page.findByText('Nenhum modelo ainda')
  await user.click(await page.findByRole('button', { name: 'Desfazer' }))
  await page.findByText('Modelo Horário de volta.', toast)
  await remove()
  expect(await api('GET', '/api/modelos')).toMatchObject([
    { nome: 'Horário', texto: 'Texto de Horário.' },
  ])
})

test('where there is none, one is made', async () => {
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

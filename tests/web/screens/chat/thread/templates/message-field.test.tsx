import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { refusal } from '../../../../../support/web/console.tsx'
import { aTalkToOpen, GROUP } from '../../../../../support/web/talk.ts'

const texts = {
  'Boas-vindas': 'Oi, {primeiro_nome|cliente}! Como podemos ajudar?',
  'Promoção de verão': 'Tudo pela metade em {cidade}, {nome}.',
  'Chave Pix': 'A chave é 61 99999-0000.',
  'Lembrete de aula': 'A aula de {turma} começa às {hora}.',
}

/** A talk with Ana, whom a list knows, and the templates of its owner. */
async function theField(
  templates: Readonly<Record<string, string>> = texts,
  told: Parameters<typeof aTalkToOpen>[0] = {},
) {
  const talk = await aTalkToOpen(told)
  await talk.api('POST', '/api/contacts', {
    name: 'Alunos',
    contatos: [{ name: 'Ana Souza', phone: '61999990001', campos: { Cidade: 'Goiânia' } }],
  })
  for (const [nome, texto] of Object.entries(templates)) {
    await talk.api('POST', '/api/modelos', { nome, texto })
  }
  const { page, user } = await talk.open(talk.address)
  const field = await page.findByLabelText('Mensagem')
  if (!(field instanceof HTMLTextAreaElement)) throw new Error('no field')
  const rows = () => within(page.getByRole('listbox')).getAllByRole('option')
  const names = () => rows().map((row) => row.querySelector('span')?.textContent)
  const marked = () => field.value.slice(field.selectionStart, field.selectionEnd)
  return { ...talk, page, user, field, rows, names, marked }
}

test('a slash offers the templates as the person would read them, and more letters fewer of them', async () => {
  const { page, user, field, rows, names } = await theField()
  await user.type(field, '/')
  await page.findByText('Oi, Ana! Como podemos ajudar?')
  expect(names()).toHaveLength(4)
  await user.type(field, 'PROMOCAO')
  expect(names()).toEqual(['Promoção de verão'])
  expect(field.getAttribute('aria-activedescendant')).toBe(rows()[0]?.id)
  expect(rows()[0]?.getAttribute('aria-selected')).toBe('true')
  await page.findByText('Tudo pela metade em Goiânia, Ana Souza.')
})

test('arrows and Enter take a template, Tab as well, and neither sends anything', async () => {
  const { page, user, field, whatsapp } = await theField()
  await user.type(field, '/')
  await page.findByText('Oi, Ana! Como podemos ajudar?')
  // The newest stands first.
  await user.keyboard('{ArrowUp}{Enter}')
  expect(field.value).toBe('Oi, Ana! Como podemos ajudar?')
  expect(page.queryByRole('listbox')).toBeNull()
  await user.keyboard('{Shift>}{Enter}{/Shift}/pix{Tab}')
  expect(field.value).toBe('Oi, Ana! Como podemos ajudar?\nA chave é 61 99999-0000.')
  expect(document.activeElement).toBe(field)
  expect(page.queryByRole('dialog')).toBeNull()
  expect(whatsapp.sent).toEqual([])
})

test('what was used last is offered first', async () => {
  const { page, user, field, names } = await theField()
  await user.type(field, '/pix')
  await page.findByText('A chave é 61 99999-0000.')
  await user.keyboard('{Enter}')
  await user.clear(field)
  await user.type(field, '/')
  expect(names()[0]).toBe('Chave Pix')
})

test('Esc leaves what was typed as a text, which Enter sends', async () => {
  const { page, user, field, whatsapp } = await theField()
  await user.type(field, '/nada')
  await page.findByText('Nenhum modelo com “nada”.')
  // While the search of templates is open, Enter does not send.
  await user.keyboard('{Enter}')
  expect(field.value).toBe('/nada')
  expect(page.queryByRole('dialog')).toBeNull()
  await user.keyboard('{Escape}')
  expect(page.queryByText(/Nenhum modelo/)).toBeNull()
  expect(field.value).toBe('/nada')
  expect(document.activeElement).toBe(field)
  await user.keyboard('s{Enter}')
  await user.click(await page.findByRole('button', { name: 'Enviar pelo WhatsApp' }))
  await expect.poll(() => whatsapp.sent).toMatchObject([{ content: { text: '/nadas' } }])
})

test('a slash within a text is a slash, and so is one before words that mean no template', async () => {
  const { page, user, field } = await theField()
  await user.type(field, 'Seg/ter')
  expect(page.queryByRole('listbox')).toBeNull()
  await user.clear(field)
  await user.type(field, '/')
  await page.findByRole('listbox')
  await user.type(field, 'duas palavras')
  expect(page.queryByText(/Nenhum modelo/)).toBeNull()
  await user.keyboard('{Enter}')
  await page.findByRole('button', { name: 'Só anotar' })
})

test('the button adds a template at the caret, and nothing that was written is lost', async () => {
  const { page, user, field } = await theField()
  await user.type(field, 'Bom dia! Até logo')
  field.setSelectionRange(8, 8)
  await user.click(page.getByRole('button', { name: 'Usar um modelo (/)' }))
  const search = await page.findByRole('combobox', { name: 'Buscar modelo' })
  await user.type(search, 'chave')
  await page.findByRole('option', { name: /Chave Pix/, selected: true })
  await user.keyboard('{Enter}')
  expect(field.value).toBe('Bom dia! A chave é 61 99999-0000. Até logo')
  expect(page.queryByLabelText('Buscar modelo')).toBeNull()
})

test('a click takes a template in place of the slash alone', async () => {
  const { page, user, field } = await theField()
  await user.type(field, 'Até logo')
  field.setSelectionRange(0, 0)
  await user.keyboard('/pix')
  await user.click(await page.findByRole('option', { name: /Chave Pix/ }))
  expect(field.value).toBe('A chave é 61 99999-0000.Até logo')
})

test('a place that nothing is known for is marked, named, and goes to nobody unasked', async () => {
  const { page, user, field, marked, whatsapp } = await theField()
  await user.type(field, '/lembrete')
  await page.findByRole('option', { name: /Lembrete/, selected: true })
  await user.keyboard('{Enter}')
  expect(field.value).toBe('A aula de {turma} começa às {hora}.')
  expect(marked()).toBe('{turma}')
  await user.keyboard('inglês')
  expect(field.value).toBe('A aula de inglês começa às {hora}.')
  expect(page.queryByRole('button', { name: 'Preencher {turma}' })).toBeNull()
  await user.keyboard('{Enter}')
  await user.click(await page.findByRole('button', { name: 'Enviar pelo WhatsApp' }))
  await page.findByText(/O texto ainda tem \{hora\}/)
  await user.click(page.getByRole('button', { name: 'Preencher' }))
  expect(marked()).toBe('{hora}')
  expect(whatsapp.sent).toEqual([])
  await user.keyboard('9h{Enter}')
  await expect
    .poll(() => whatsapp.sent)
    .toMatchObject([{ content: { text: 'A aula de inglês começa às 9h.' } }])
})

test('a group is nobody by name: what has no fallback stays to be written', async () => {
  const { page, user, field } = await theField(texts, { chatJid: GROUP, phone: null })
  await user.type(field, '/boas')
  await page.findByText('Oi, cliente! Como podemos ajudar?')
  await user.clear(field)
  await user.type(field, '/promo')
  await page.findByText('Tudo pela metade em {cidade}, {nome}.')
})

test('where there is no template yet, one is made there and offered at once', async () => {
  const { page, user, field, api } = await theField({})
  await user.type(field, '/oi')
  await page.findByText('Nenhum modelo ainda. O que você criar aparece aqui.')
  await user.keyboard('{Enter}')
  const name = await page.findByLabelText('Nome')
  expect(name).toHaveProperty('value', 'oi')
  await user.type(page.getByLabelText('Texto'), 'Olá!')
  await user.click(page.getByRole('button', { name: 'Salvar modelo' }))
  await page.findByRole('option', { name: /oi/, selected: true })
  expect(await api('GET', '/api/modelos')).toMatchObject([{ nome: 'oi', texto: 'Olá!' }])
  expect(document.activeElement).toBe(field)
  await user.keyboard('{Enter}')
  expect(field.value).toBe('Olá!')
})

test('what is written is kept as a template, and stays written', async () => {
  const { page, user, field, api, whatsapp } = await theField({})
  await user.type(field, 'Abrimos das 9h às 18h.')
  await user.click(page.getByRole('button', { name: 'Usar um modelo (/)' }))
  await user.click(await page.findByRole('button', { name: 'Guardar o que escrevi' }))
  await user.type(await page.findByLabelText('Nome'), 'Horário{Enter}')
  await expect
    .poll(() => api('GET', '/api/modelos'))
    .toMatchObject([{ nome: 'Horário', texto: 'Abrimos das 9h às 18h.' }])
  expect(field.value).toBe('Abrimos das 9h às 18h.')
  expect(whatsapp.sent).toEqual([])
})

test('a message of one’s own is kept as a template; those of others are not offered', async () => {
  const { page, user, field, api } = await theField({})
  await user.type(field, 'A chave Pix é 123.{Enter}')
  await user.click(await page.findByRole('button', { name: 'Só anotar' }))
  const rowOf = (words: string) =>
    within(page.getByRole('region', { name: 'Conversa' }))
      .getAllByRole('listitem')
      .filter((row) => row.textContent?.includes(words))
      .map((row) => within(row))
  await expect.poll(() => rowOf('A chave Pix é 123.')).toHaveLength(1)
  await expect.poll(() => rowOf('Recebida: Oi')).toHaveLength(1)
  expect(rowOf('Recebida: Oi')[0]?.queryByRole('button')).toBeNull()
  const [own] = rowOf('A chave Pix é 123.')
  if (!own) throw new Error('the message is not there')
  await user.click(own.getByRole('button', { name: 'Guardar como modelo' }))
  await user.type(await page.findByLabelText('Nome'), 'Pix{Enter}')
  await expect
    .poll(() => api('GET', '/api/modelos'))
    .toMatchObject([{ nome: 'Pix', texto: 'A chave Pix é 123.' }])
})

test('a list that cannot be read says so, and is asked for again', async () => {
  const { page, user, field, intercept } = await theField()
  intercept(({ url }) => (url.includes('/api/modelos') ? refusal('Sem disco.') : undefined))
  await user.type(field, '/')
  await page.findByText('Sem disco.')
  intercept(() => undefined)
  await user.click(page.getByRole('button', { name: 'Tentar novamente' }))
  await page.findByRole('option', { name: /Boas-vindas/ })
})

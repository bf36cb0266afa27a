import { fireEvent, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aConsole } from '../../../support/web/console.tsx'

async function theEditor() {
  const console = await aConsole()
  await console.api('POST', '/api/contacts', {
    name: 'Alunos',
    contatos: [{ name: 'Ana Souza', phone: '61999990001', campos: { Cidade: 'Goiânia' } }],
  })
  const opened = await console.open('/campaigns/new')
  const text = await opened.page.findByLabelText('Texto')
  if (!(text instanceof HTMLTextAreaElement)) throw new Error('the text has no field')
  return { ...console, ...opened, text }
}

test('the marks of WhatsApp come by button and by keys', async () => {
  const { user, page, text } = await theEditor()
  await user.type(text, 'Oferta boa')
  text.setSelectionRange(0, 6)
  await user.click(page.getByRole('button', { name: /^Negrito/ }))
  expect(text.value).toBe('*Oferta* boa')
  text.setSelectionRange(9, 12)
  fireEvent.keyDown(text, { key: 'i', ctrlKey: true })
  expect(text.value).toBe('*Oferta* _boa_')
  fireEvent.keyDown(text, { key: 'X', ctrlKey: true, shiftKey: true })
  expect(text.value).toBe('*Oferta* _~boa~_')
})

test('a brace offers the columns of the list with a value, and keys choose one', async () => {
  const { user, page, text } = await theEditor()
  await user.selectOptions(
    await page.findByLabelText(/^Lista/),
    await page.findByRole('option', { name: /Alunos/ }),
  )
  await page.findByRole('button', { name: '{cidade}' })
  await user.type(text, 'Oi {{')
  const list = page.getByRole('listbox', { name: 'Campos da lista' })
  expect([...list.children].map(({ textContent }) => textContent)).toEqual([
    '{nome}Ana Souza',
    '{primeiro_nome}Ana',
    '{telefone}5561999990001',
    '{cidade}Goiânia',
  ])
  await user.type(text, 'ci')
  page.getByRole('option', { name: /cidade/, selected: true })
  await user.keyboard('{Enter}')
  expect(text.value).toBe('Oi {cidade}')
  expect(page.queryByRole('listbox', { name: 'Campos da lista' })).toBeNull()
  await user.type(text, ' {{')
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowUp}{Tab}')
  expect(text.value).toBe('Oi {cidade} {primeiro_nome}')
  await user.type(text, ' {{')
  await user.keyboard('{Escape}')
  expect(page.queryByRole('listbox', { name: 'Campos da lista' })).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(text))
})

test('an emoji goes where the caret is; Esc leads back without one', async () => {
  const { user, page, text } = await theEditor()
  await user.type(text, 'Oi!')
  const opener = page.getByRole('button', { name: 'Inserir emoji' })
  await user.click(opener)
  await page.findByRole('button', { name: 'rosto sorridente' })
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(opener))
  await user.click(opener)
  await user.click(await page.findByRole('button', { name: 'festa' }))
  expect(text.value).toBe('Oi!🎉')
  await waitFor(() => expect(document.activeElement).toBe(text))
})

test('a variable without a value gets a fallback from its warning', async () => {
  const { user, page, text } = await theEditor()
  await user.selectOptions(
    await page.findByLabelText(/^Lista/),
    await page.findByRole('option', { name: /Alunos/ }),
  )
  await user.type(text, 'Turma {{turma}')
  await user.click(await page.findByRole('button', { name: 'Usar outro texto quando faltar' }))
  const field = await page.findByLabelText('Texto para quem não tem este dado')
  await user.clear(field)
  await user.type(field, 'de sempre')
  await user.click(page.getByRole('button', { name: 'Usar' }))
  await waitFor(() => expect(text.value).toBe('Turma {turma|de sempre}'))
})

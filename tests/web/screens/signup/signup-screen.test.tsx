import { expect, test } from 'vitest'
import { aConsole } from '../../../support/web/console.tsx'

test('one button shows the password and its repetition, and hides both', async () => {
  const { open } = await aConsole()
  const { user, page } = await open('/settings')
  await user.click(page.getByRole('button', { name: 'Log Out' }))
  await user.click(await page.findByRole('link', { name: 'Criar conta' }))
  const fields = [await page.findByLabelText('Senha'), page.getByLabelText('Confirmar senha')]
  const kinds = () => fields.map((field) => field.getAttribute('type'))
  expect(kinds()).toEqual(['password', 'password'])
  page.getByText('Pelo menos 8 caracteres.')
  await user.click(page.getByRole('button', { name: /^Mostrar/ }))
  expect(kinds()).toEqual(['text', 'text'])
  await user.click(page.getByRole('button', { name: /^Ocultar/ }))
  expect(kinds()).toEqual(['password', 'password'])
})

test('says while typing whether the password is long enough, and its repetition the same', async () => {
  const { open } = await aConsole()
  const { user, page } = await open('/settings')
  await user.click(page.getByRole('button', { name: 'Log Out' }))
  await user.click(await page.findByRole('link', { name: 'Criar conta' }))
  const password = await page.findByLabelText('Senha')
  const repetition = page.getByLabelText('Confirmar senha')
  await user.type(password, 'uma boa')
  expect(page.getByText('Pelo menos 8 caracteres.').closest('[data-met]')).toBeNull()
  await user.type(password, ' senha')
  expect(page.getByText('Pelo menos 8 caracteres.').closest('[data-met]')).not.toBeNull()

  // As far as it goes it is the same: nothing is wrong yet.
  await user.type(repetition, 'uma bo')
  expect(page.queryByText(/iguais/)).toBeNull()
  await user.type(repetition, 'x')
  page.getByText('As senhas ainda não são iguais.')
  await user.type(repetition, '{Backspace}a senha')
  page.getByText('As senhas são iguais.')
  await user.type(password, '!')
  expect(page.queryByText('As senhas são iguais.')).toBeNull()
})

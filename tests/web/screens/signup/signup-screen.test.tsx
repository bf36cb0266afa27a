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

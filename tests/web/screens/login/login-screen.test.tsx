import { expect, test } from 'vitest'
import { passes } from '../../../support/eventually.ts'
import { aConsole } from '../../../support/web/console.tsx'

async function aVisitor() {
  const console = await aConsole()
  const { user, page } = await console.open('/settings')
  await user.click(page.getByRole('button', { name: 'Log Out' }))
  const password = await page.findByLabelText('Senha')
  return { user, page, password, complaints: console.complaints }
}

test('after wrong credentials the password has the focus, to be typed over', async () => {
  const { user, page, password } = await aVisitor()
  await user.type(page.getByLabelText('E-mail'), 'loja@example.com')
  await user.type(password, 'senha errada{Enter}')
  await page.findByText('Falha ao fazer login. Por favor, verifique suas credenciais.')
  await passes(() => expect(document.activeElement).toBe(password))
  await user.keyboard('uma boa senha{Enter}')
  await page.findByRole('heading', { level: 1, name: 'Painel de Controle' })
})

test('says that Caps Lock is on for as long as the password is typed with it', async () => {
  const { user, page, password } = await aVisitor()
  const said = /Caps Lock/
  await user.type(password, 'a')
  expect(page.queryByText(said)).toBeNull()
  await user.keyboard('{CapsLock}A')
  expect(page.getByText(said).getAttribute('role')).toBe('status')
  await user.keyboard('{CapsLock}a')
  expect(page.queryByText(said)).toBeNull()
  await user.keyboard('{CapsLock}A')
  await user.tab()
  expect(page.queryByText(said)).toBeNull()
})

test('what is typed of a password is neither corrected nor sent to a spelling service', async () => {
  const { password } = await aVisitor()
  expect(password.getAttribute('spellcheck')).toBe('false')
  expect(password.getAttribute('autocapitalize')).toBe('none')
  expect(password.getAttribute('autocomplete')).toBe('current-password')
})

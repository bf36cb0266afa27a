import { expect, test } from 'vitest'
import { passes } from '../../../support/eventually.ts'
import { aConsole } from '../../../support/web/console.tsx'

test.each([
  ['61', '99999-0000'],
  // A whole number in the last field, as it is pasted from elsewhere.
  ['', '61 99999 0000'],
  ['', '+55 61 99999-0000'],
])('what was typed is shown as the number it makes (%s, %s)', async (area, number) => {
  const console = await aConsole()
  const { user, page } = await console.open('/baileys')
  if (area) await user.type(await page.findByLabelText('DDD'), area)
  await user.type(await page.findByLabelText('Número'), number)
  const told = page.getByText(/^O número a conectar é/)
  expect(told.textContent).toBe('O número a conectar é +55 (61) 99999-0000')
  await user.type(page.getByLabelText('Número'), '{Backspace}{Backspace}{Backspace}')
  await passes(() => expect(page.queryByText(/^O número a conectar é/)).toBeNull())
})

test('another country makes another number of it', async () => {
  const console = await aConsole()
  const { user, page } = await console.open('/baileys')
  await user.type(await page.findByLabelText('Número'), '912 345 678')
  expect(page.queryByText(/^O número a conectar é/)).toBeNull()
  await user.selectOptions(page.getByLabelText('País'), 'Portugal (+351)')
  await page.findByText(/^O número a conectar é/)
})

test('whoever hesitates reads that the phone stays as it is, and what keeps the connection', async () => {
  const console = await aConsole()
  const { page } = await console.open('/baileys')
  const facts = await page.findByRole('list', { name: 'Bom saber' })
  expect(facts.textContent).toMatch(/continua como está.*a cada 14 dias/)
})

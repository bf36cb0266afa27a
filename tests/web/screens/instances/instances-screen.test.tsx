import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { keepDevice } from '../../../support/domain/kept.ts'
import { passes } from '../../../support/eventually.ts'
import { aPromise } from '../../../support/promise.ts'
import { aConsole } from '../../../support/web/console.tsx'

const SHOP = '5561988880000'

test('an instance goes by the name of its connection, also before a phone is linked', async () => {
  const console = await aConsole()
  const shop = { deviceId: SHOP, connectionName: 'Atendimento', state: 'pending' } as const
  await keepDevice(console, console, shop)
  const { page } = await console.open('/instances')
  await page.findByRole('heading', { level: 2, name: 'Atendimento' })
  page.getByText(SHOP)
  expect(page.queryByText('Sem número')).toBeNull()
})

test('what is asked about an instance calls it as its card does', async () => {
  const console = await aConsole()
  await keepDevice(console, console, { deviceId: SHOP, connectionName: 'Atendimento' })
  const { user, page } = await console.open('/instances')
  for (const [item, title] of [
    ['Configurar webhook', 'Webhook de Atendimento'],
    ['Entregas do webhook', 'Entregas do webhook de Atendimento'],
    ['Excluir', 'Excluir instância Atendimento'],
  ] as const) {
    await user.click(await page.findByRole('button', { name: `Ações de ${SHOP}` }))
    await user.click(page.getByRole('menuitem', { name: item }))
    const dialog = await page.findByRole('dialog', { name: title })
    const [close] = within(dialog).getAllByRole('button', { name: 'Fechar' })
    if (close) await user.click(close)
    await passes(() => expect(page.queryByRole('dialog')).toBeNull())
  }
})

test('the dialog that reads its webhook is the one that shows it: a press on the way is not lost', async () => {
  const console = await aConsole()
  await keepDevice(console, console, { deviceId: SHOP, connectionName: 'Atendimento' })
  const held = aPromise()
  console.intercept(async ({ url }) => {
    if (url.includes('webhook/find')) await held.promise
    return undefined
  })
  const { user, page } = await console.open('/instances')
  await user.click(await page.findByRole('button', { name: `Ações de ${SHOP}` }))
  await user.click(page.getByRole('menuitem', { name: 'Configurar webhook' }))
  const save = await page.findByRole('button', { name: 'Salvar webhook' })
  expect(save).toHaveProperty('disabled', true)
  held.keep()
  await page.findByLabelText('URL')
  expect(page.getByRole('button', { name: 'Salvar webhook' })).toBe(save)
  expect(save).toHaveProperty('disabled', false)
})

test('this server comes first among the gateways, and its address after its name', async () => {
  const console = await aConsole()
  const { page } = await console.open('/instances')
  const gateway = await page.findByLabelText('Gateway', { selector: 'select' })
  expect(gateway.textContent).toMatch(/^Este servidor · http/)
})

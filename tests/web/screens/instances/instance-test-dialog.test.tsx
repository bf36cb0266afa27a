import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aStandIn } from '../../../support/daemon/stand-in.ts'
import { keepDevice } from '../../../support/domain/kept.ts'
import { aConsole } from '../../../support/web/console.tsx'

const SHOP = '5561988880000'

async function aShop(webhook: object | null) {
  const console = await aConsole()
  await keepDevice(console, console, { deviceId: SHOP, connectionName: 'Atendimento' })
  if (webhook) {
    await console.api('POST', `/api/evolution/own/proxy/webhook/set/${SHOP}`, { webhook })
  }
  const { user, page } = await console.open('/instances')
  await user.click(await page.findByRole('button', { name: `Ações de ${SHOP}` }))
  return { user, page }
}

test('any event of an instance is shown before it is sent, and the answer at once', async () => {
  const answers = [200, 500]
  const { url, seen } = await aStandIn(() => ({ status: answers.shift() ?? 200 }))
  const events = ['CONNECTION_UPDATE']
  const { user, page } = await aShop({ url: `${url}/avisos`, byEvents: true, events })
  await user.click(page.getByRole('menuitem', { name: 'Testar webhook' }))
  const dialog = within(await page.findByRole('dialog', { name: 'Enviar um teste' }))
  await dialog.findByText(/"event": "connection.update"/)
  dialog.getByText(/"apikey": "••••••••"/)
  dialog.getByText(`${url}/avisos/connection-update`)
  await user.click(dialog.getByRole('button', { name: 'Enviar agora' }))
  await dialog.findByText(/^O teste chegou: o endereço respondeu 200 em/)
  dialog.getByText('x-disparo-signature')

  await user.selectOptions(dialog.getByLabelText('Evento'), 'messages.upsert')
  const body = await dialog.findByText(/Quero sim!/)
  expect(dialog.queryByText(/^O teste chegou/)).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'Enviar agora' }))
  await dialog.findByText('O webhook respondeu 500.')
  const { apikey: _, ...sent } = JSON.parse(seen[1]?.text ?? '')
  expect(JSON.parse(body.textContent ?? '')).toMatchObject(sent)
  expect(seen.map(({ path }) => path)).toEqual([
    '/avisos/connection-update',
    '/avisos/messages-upsert',
  ])
})

test('the deliveries of an instance without a webhook lead to where it gets one', async () => {
  const { user, page } = await aShop(null)
  await user.click(page.getByRole('menuitem', { name: 'Entregas do webhook' }))
  const configure = await page.findByRole('button', { name: 'Configurar webhook' })
  expect(page.queryByRole('button', { name: 'Enviar teste' })).toBeNull()
  expect(page.queryByRole('searchbox')).toBeNull()
  await user.click(configure)
  await page.findByRole('dialog', { name: /^Webhook/ })
  expect(page.queryByRole('dialog', { name: /^Entregas/ })).toBeNull()
})

test('the test of an instance without a webhook says so', async () => {
  const { user, page } = await aShop(null)
  await user.click(page.getByRole('menuitem', { name: 'Testar webhook' }))
  const dialog = within(await page.findByRole('dialog', { name: 'Enviar um teste' }))
  await dialog.findByText(/ainda não tem webhook/)
  const send = dialog.getByRole<HTMLButtonElement>('button', { name: 'Enviar agora' })
  expect(send.disabled).toBe(true)
})

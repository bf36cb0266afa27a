import { fireEvent, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { aStandIn } from '../../../support/daemon/stand-in.ts'
import { keepDevice } from '../../../support/domain/kept.ts'
import { expectSigned } from '../../../support/domain/standard-webhooks.ts'
import { aPromise } from '../../../support/promise.ts'
import { aConsole, refusal } from '../../../support/web/console.tsx'

const SHOP = '5561988880000'

async function aShop() {
  const { url, seen } = await aStandIn(() => ({ status: 200 }))
  const console = await aConsole()
  await keepDevice(console, console, { deviceId: SHOP, connectionName: 'Atendimento' })
  await console.api('POST', `/api/evolution/own/proxy/webhook/set/${SHOP}`, { webhook: { url } })
  const { user, page } = await console.open('/instances')
  const open = async () => {
    await user.click(await page.findByRole('button', { name: `Ações de ${SHOP}` }))
    await user.click(page.getByRole('menuitem', { name: 'Assinatura do webhook' }))
    return within(await page.findByRole('dialog', { name: 'Assinatura do webhook' }))
  }
  const secret = async () => {
    const field = await page.findByLabelText<HTMLInputElement>('Segredo')
    return field.value
  }
  return { ...console, user, page, seen, open, secret }
}

test('a secret is made, shown once with the code that checks it, and signs the test that comes next', async () => {
  const { user, page, seen, open, secret } = await aShop()
  const dialog = await open()
  await dialog.findByText(/quem assina é o token da instância/)
  await dialog.findByText(/timingSafeEqual\(given/)
  await user.click(dialog.getByRole('button', { name: 'Criar segredo' }))
  const drawn = await secret()
  await page.findByText(/timingSafeEqual\(given/)
  await user.click(page.getByRole('button', { name: 'Guardei: enviar um teste' }))
  const test = within(await page.findByRole('dialog', { name: 'Enviar um teste' }))
  await test.findByText(/"event": "messages.upsert"/)
  await user.click(test.getByRole('button', { name: 'Enviar agora' }))
  await test.findByText(/^O teste chegou/)
  const { headers = {}, text = '' } = seen[0] ?? {}
  expectSigned({ secret: drawn, headers, text })
  await user.click(test.getByText('Fechar', { selector: 'button' }))

  // The secret is not shown again, but replaced: the one before goes on signing.
  const again = await open()
  await again.findByText('Um segredo desta instância assina os avisos.')
  again.getByText(/^O que assinava antes ainda assina até/)
  expect(page.queryByDisplayValue(drawn)).toBeNull()
  await user.click(again.getByRole('button', { name: 'Trocar o segredo' }))
  const renewal = within(await page.findByRole('dialog', { name: 'Trocar o segredo' }))
  await user.click(renewal.getByRole('button', { name: 'Trocar o segredo' }))
  expect(await secret()).not.toBe(drawn)
})

test('a secret that is being drawn is waited for, and says which of the two it is', async () => {
  const { user, page, open, secret, intercept } = await aShop()
  /** Tries all ways to close the dialog before the secret comes. */
  const drawMeanwhile = async (name: string, button: string, close: string) => {
    const { promise, keep } = aPromise()
    intercept(async ({ method }) => {
      if (method === 'POST') await promise
      return undefined
    })
    const dialog = page.getByRole('dialog', { name })
    await user.click(within(dialog).getByRole('button', { name: button }))
    await user.click(within(dialog).getByText(close, { selector: 'button' }))
    await user.click(within(dialog).getByLabelText('Fechar'))
    fireEvent(dialog, new Event('cancel', { cancelable: true }))
    page.getByRole('dialog', { name })
    keep()
    return await secret()
  }
  await (await open()).findByText(/quem assina é o token/)
  const first = await drawMeanwhile('Assinatura do webhook', 'Criar segredo', 'Fechar')
  page.getByText(/^Segredo criado\./)
  await user.click(page.getByRole('button', { name: 'Guardei o segredo' }))

  await user.click(await (await open()).findByRole('button', { name: 'Trocar o segredo' }))
  const next = await drawMeanwhile('Trocar o segredo', 'Trocar o segredo', 'Cancelar')
  expect(next).not.toBe(first)
  page.getByText(/^Segredo trocado\./)
})

test('says what failed, and offers it again', async () => {
  const { user, page, open, secret, intercept, complaints } = await aShop()
  const dialog = await open()
  await dialog.findByText(/quem assina é o token/)
  intercept(({ method }) => (method === 'POST' ? refusal('Sem disco.') : undefined))
  await user.click(dialog.getByRole('button', { name: 'Criar segredo' }))
  await dialog.findByText('Sem disco.')
  intercept(() => undefined)
  await user.click(page.getByRole('button', { name: 'Criar segredo' }))
  expect(await secret()).toMatch(/^whsec_/)
  expect(complaints.take(/criar o segredo/)).toHaveLength(1)
})

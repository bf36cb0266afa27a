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

test('an instance and its connection are in one state, in the same words on both screens', async () => {
  const console = await aConsole()
  await keepDevice(console, console, { state: 'pending' })
  const { user, page } = await console.open('/instances')
  const card = within(await page.findByRole('region', { name: SHOP }))
  await card.findByText('Conectando · aguardando QR')
  await user.click(page.getByRole('link', { name: 'Conexões' }))
  await page.findByRole('heading', { level: 1, name: 'Conexões' })
  await page.findByText('Conectando · aguardando QR')
})

test('nothing is said to arrive before the account is connected', async () => {
  const console = await aConsole()
  await keepDevice(console, console, { state: 'disconnected' })
  const { page } = await console.open('/instances')
  const card = within(await page.findByRole('region', { name: SHOP }))
  await card.findByText('As mensagens chegarão direto a este servidor')
  expect(card.queryByText('As mensagens chegam direto a este servidor')).toBeNull()
})

test('tells a program where the gateway is, and its key only once somebody asks to see it', async () => {
  const console = await aConsole()
  await keepDevice(console, console)
  const { user, page } = await console.open('/instances')
  const panel = within(await page.findByRole('region', { name: 'Gateway' }))
  const [url, key] = panel.getAllByRole('definition').map((each) => each.querySelector('code'))
  expect(url?.textContent).toMatch(/^http.*\/gateway$/)
  expect(key?.textContent).toMatch(/^•+.{4}$/)
  const [own] = await console.api('GET', '/api/evolution')
  await user.click(panel.getByRole('button', { name: 'Mostrar API Key' }))
  expect(key?.textContent).toBe(own.apikey)
  for (const [button, text] of [
    ['Copiar URL', own.url],
    ['Copiar chave', own.apikey],
  ] as const) {
    await user.click(panel.getByRole('button', { name: button }))
    await passes(async () => expect(await navigator.clipboard.readText()).toBe(text))
  }
})

test('an instance shows the name that programs call it by, whatever its owner called it', async () => {
  const console = await aConsole()
  await keepDevice(console, console, { connectionName: 'Atendimento' })
  const { user, page } = await console.open('/instances')
  const card = within(await page.findByRole('region', { name: SHOP }))
  await card.findByRole('heading', { name: 'Atendimento' })
  await user.click(card.getByRole('button', { name: 'Copiar nome' }))
  await passes(async () => expect(await navigator.clipboard.readText()).toBe(SHOP))
})

test('where there is no instance, says who needs one and what is enough for the others', async () => {
  const { open } = await aConsole()
  const { page } = await open('/instances')
  await page.findByText(/Uma instância é uma conta de WhatsApp que outro sistema/)
  const link = page.getByRole('link', { name: 'conectar o WhatsApp' })
  expect(link.getAttribute('href')).toBe('/baileys')
  page.getByRole('button', { name: 'Criar instância' })
  expect(page.queryByRole('button', { name: 'Nova instância' })).toBeNull()
})

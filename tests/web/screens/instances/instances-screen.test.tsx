import { within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { keepDevice } from '../../../support/domain/kept.ts'
import { passes } from '../../../support/eventually.ts'
import { aPromise } from '../../../support/promise.ts'
import { aConsole, refusal } from '../../../support/web/console.tsx'

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

test('a gateway that does not answer any more is said above what it had answered', async () => {
  const console = await aConsole()
  await keepDevice(console, console, { deviceId: SHOP, connectionName: 'Atendimento' })
  const { user, page } = await console.open('/instances')
  await page.findByRole('heading', { level: 2, name: 'Atendimento' })
  console.intercept(({ url }) =>
    url.includes('fetchInstances') ? refusal('O banco não respondeu.') : undefined,
  )
  await user.click(page.getByRole('button', { name: 'Atualizar' }))
  const said = within(await page.findByRole('alert'))
  said.getByText(/^Não foi possível atualizar as instâncias\./)
  said.getByText('O banco não respondeu.')
  page.getByRole('heading', { level: 2, name: 'Atendimento' })
  console.intercept(() => undefined)
  await user.click(page.getByRole('button', { name: 'Atualizar' }))
  await passes(() => expect(page.queryByRole('alert')).toBeNull())
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

test('where there is no instance, the screen says who needs one and what is enough for the others', async () => {
  const { open } = await aConsole()
  const { page } = await open('/instances')
  await page.findByText(/Uma instância é uma conta de WhatsApp que outro sistema/)
  const link = page.getByRole('link', { name: 'conectar o WhatsApp' })
  expect(link.getAttribute('href')).toBe('/baileys')
  page.getByRole('button', { name: 'Criar instância' })
  expect(page.queryByRole('button', { name: 'Nova instância' })).toBeNull()
})

test('a sample call names the instance, and has its own key only once somebody asks for it', async () => {
  const console = await aConsole()
  await keepDevice(console, console, { connectionName: 'Atendimento' })
  const [own] = await console.api('GET', '/api/evolution')
  const [{ token }] = await console.api('GET', '/api/evolution/own/proxy/instance/fetchInstances')
  const { user, page } = await console.open('/instances')
  const card = within(await page.findByRole('region', { name: SHOP }))
  await user.click(card.getByRole('button', { name: 'Chamada de exemplo' }))
  const dialog = within(
    await page.findByRole('dialog', { name: 'Chamada de exemplo de Atendimento' }),
  )
  const call = () => dialog.getByRole('region', { name: 'Chamada' }).textContent ?? ''
  expect(call()).toContain(`'${own.url}/message/sendText/${SHOP}'`)
  expect(call()).toContain("'apikey: SUA_CHAVE'")
  await user.click(dialog.getByRole('switch', { name: 'Mostrar a chave' }))
  expect(call()).toContain(`'apikey: ${token}'`)
  expect(call()).not.toContain(own.apikey)
  await user.click(dialog.getByRole('button', { name: 'Copiar chamada' }))
  await passes(async () => expect(await navigator.clipboard.readText()).toBe(call()))
})

test('a card leads on by one button, to the code or to the conversations', async () => {
  const console = await aConsole()
  await keepDevice(console, console, { state: 'disconnected' })
  await keepDevice(console, console, { deviceId: '5561988880001', connectionName: 'Balcão' })
  const { page } = await console.open('/instances')
  const off = within(await page.findByRole('region', { name: SHOP }))
  await off.findByRole('button', { name: 'Conectar' })
  expect(off.queryByRole('link', { name: 'Conversas' })).toBeNull()
  const on = within(page.getByRole('region', { name: '5561988880001' }))
  const link = await on.findByRole('link', { name: 'Conversas' })
  expect(link.getAttribute('href')).toBe('/chat?instancia=own%3A5561988880001')
})

const setHook = {
  enabled: true,
  url: 'https://loja.example.com/segredo',
  events: ['MESSAGES_UPSERT'],
}
const delivered = {
  ...{ id: 'evt_1', instance: SHOP, event: 'messages.upsert', url: 'https://loja.example.com/…' },
  ...{ status: 'delivered', attempts: 1, last_error: null, http_status: 200 },
  ...{ created_at: '2026-01-15T12:00:00.000Z', delivered_at: '2026-01-15T12:00:01.000Z' },
  next_attempt_at: null,
}

test.each([
  ['nothing was to be told yet', [], 'Nenhuma entrega ainda', false],
  ['it arrived', [delivered], /^Última entrega/, false],
  [
    'it was given up',
    [{ ...delivered, status: 'dead', delivered_at: null, attempts: 5, http_status: 500 }],
    /^O último aviso não chegou · resposta 500/,
    true,
  ],
] as const)(
  'a card says which other system its webhook tells, and of the last event when %s',
  async (_, deliveries, sentence, isTrouble) => {
    const console = await aConsole()
    await keepDevice(console, console)
    console.intercept(({ url }) => {
      if (url.includes('/webhook/find/')) return Response.json(setHook)
      if (url.includes('/api/webhooks/deliveries')) return Response.json(deliveries)
      return undefined
    })
    const { user, page } = await console.open('/instances')
    const card = within(await page.findByRole('region', { name: SHOP }))
    await card.findByText('O webhook avisa loja.example.com')
    await card.findByText(sentence)
    expect(card.queryByText(/segredo/)).toBeNull()
    const list = card.queryByRole('button', { name: 'Ver entregas' })
    expect(list !== null).toBe(isTrouble)
    if (!list) return
    await user.click(list)
    await page.findByRole('dialog', { name: /^Entregas do webhook/ })
  },
)

test('a card says that no other system gets events where no webhook is set', async () => {
  const console = await aConsole()
  await keepDevice(console, console)
  const { page } = await console.open('/instances')
  const card = within(await page.findByRole('region', { name: SHOP }))
  await card.findByText('Nenhum outro sistema é avisado')
})

test.each([
  ['its webhook', '/webhook/find/', 'Não foi possível conferir o webhook'],
  ['the last delivery', '/api/webhooks/deliveries', 'Sem disco.'],
])('a card says that %s could not be read', async (_, path, sentence) => {
  const console = await aConsole()
  await keepDevice(console, console)
  console.intercept(({ url }) => {
    if (url.includes(path)) return refusal('Sem disco.')
    return url.includes('/webhook/find/') ? Response.json(setHook) : undefined
  })
  const { page } = await console.open('/instances')
  const card = within(await page.findByRole('region', { name: SHOP }))
  await card.findByText(sentence)
})

import { fireEvent, waitFor, within } from '@testing-library/react'
import { expect, onTestFinished, test } from 'vitest'
import { keepDevice } from '../../../support/domain/kept.ts'
import { aConsole, refusal, toast } from '../../../support/web/console.tsx'
import { gapsOf, ownTime } from '../../../support/web/time.ts'
import { setWidth } from '../../../support/web/width.ts'

const connecting = { deviceId: '5561999990000', connection_name: 'Loja', status: 'connecting' }

/** Opens the dialog of a pairing whose server gives these answers, a moment after each call. */
async function aPairing(answers: {
  readonly status: () => string
  readonly qr: string | null
  readonly passkey?: () => object
}) {
  const console = await aConsole()
  const { user, page } = await console.open('/baileys')
  await user.type(await page.findByLabelText('DDD'), '61')
  await user.type(page.getByLabelText('Número'), '99999-0000')
  console.intercept(({ url }) => {
    if (url.endsWith('/api/whatsapp/connect')) return Response.json(connecting)
    if (url.includes('/status/')) return Response.json({ status: answers.status() })
    if (!url.includes('/qr/')) return undefined
    return Response.json({ qr: answers.qr, pairingCode: null, passkey: answers.passkey?.() })
  })
  const time = ownTime(console.isAtRest)
  fireEvent.click(page.getByRole('button', { name: 'Gerar QR Code' }))
  await time.comeToRest()
  return { ...console, ...time, user, page }
}

test.each([
  [1_440, ['Gerar QR Code', 'Conectar com código']],
  // A phone cannot scan the code that it shows itself.
  [390, ['Conectar com código', 'Gerar QR Code']],
])('offers the likelier way first (%i px)', async (width, expected) => {
  const console = await aConsole()
  setWidth(width)
  onTestFinished(() => setWidth(1_440))
  const { page } = await console.open('/baileys')
  const first = await page.findByRole('button', { name: 'Gerar QR Code' })
  const ways = [...(first.parentElement?.querySelectorAll('button') ?? [])]
  expect(ways.map(({ textContent }) => textContent)).toEqual(expected)
})

test('a code is asked for 15 times, 2 seconds apart', async () => {
  const { page, pass, calls, complaints } = await aPairing({ status: () => 'connecting', qr: null })
  const dialog = page.getByRole('dialog', { name: 'Conectar com QR Code' })
  expect(dialog.textContent).toContain('Conectando...')
  await pass(40)
  expect(dialog.textContent).toContain('Não foi possível obter o QR Code do servidor.')
  expect(dialog.textContent).toContain('Desconectado')
  expect(calls.filter(({ path }) => path.includes('/qr/'))).toHaveLength(15)
  expect(gapsOf(calls, '/qr/')).toEqual(Array(14).fill(2))
  expect(complaints.take(/^error: A conexão não se completou/)).toHaveLength(1)
})

test('a phone is waited for in steps of 5 seconds', async () => {
  let isScanned = false
  const { page, pass, calls } = await aPairing({
    status: () => (isScanned ? 'connected' : 'pending'),
    qr: '2@abcdefghijklmnopqrstuvwxyz,0123456789',
  })
  page.getByRole('img', { name: /Código QR/ })
  await pass(21)
  isScanned = true
  await pass(5)
  expect(location.pathname).toBe('/whatsapp/connections')
  expect(gapsOf(calls, '/status/')).toEqual([5, 5, 5, 5])
})

test('guides the owner of an account with a passkey, and hands the answer on', async () => {
  const { open, intercept } = await aConsole()
  const { user, page } = await open('/baileys')
  const given: string[] = []
  const passkey = { passo: 'assinatura', pedido: '{}', trecho: '(async () => {})()', codigo: null }
  const ate = new Date(Date.now() + 600_000).toISOString()
  intercept(async (request) => {
    const { url } = request
    if (url.endsWith('/api/whatsapp/connect')) return Response.json(connecting)
    if (url.includes('/status/')) return Response.json({ status: 'pending' })
    if (url.includes('/qr/')) {
      return Response.json({ qr: null, pairingCode: null, passkey: { ...passkey, ate } })
    }
    if (!url.includes('/passkey/')) return undefined
    given.push(await request.text())
    return given.length === 1
      ? refusal('Isto não é a resposta.')
      : new Response(null, { status: 204 })
  })
  await user.type(await page.findByLabelText('Número'), '+5561975550003')
  await user.click(page.getByRole('button', { name: 'Gerar QR Code' }))

  const field = await page.findByLabelText('Resposta')
  page.getByRole('button', { name: 'Copiar trecho' })
  expect(page.getByRole('timer').textContent).toMatch(/^Termina em \d+ s$/)
  expect(page.queryByRole('img', { name: /Código QR/ })).toBeNull()
  await user.type(field, 'xyz')
  await user.click(page.getByRole('button', { name: 'Enviar resposta' }))
  await page.findByText('Isto não é a resposta.')
  await user.click(page.getByRole('button', { name: 'Enviar resposta' }))
  await waitFor(() => expect(given).toHaveLength(2))
  expect(given[1]).toContain('xyz')
})

test('the time left for a passkey is that until its end, also once something was sent', async () => {
  const ate = new Date(Date.now() + 120_000).toISOString()
  const passkey = { passo: 'assinatura', pedido: '{}', trecho: 'x', codigo: null, ate }
  const { page, pass, comeToRest, intercept } = await aPairing({
    status: () => 'pending',
    qr: null,
    passkey: () => passkey,
  })
  const timer = page.getByRole('timer')
  await pass(50)
  intercept(({ url }) => (url.includes('/passkey/') ? refusal('Não é a resposta.') : undefined))
  fireEvent.click(page.getByRole('button', { name: 'Enviar resposta' }))
  await comeToRest()
  page.getByText('Não é a resposta.')
  const end = Math.ceil((Date.parse(ate) - Date.now()) / 1000)
  expect(timer.textContent).toBe(`Termina em ${end} s`)
})

test('tells why a connection failed in the words of the server, or where to look', async () => {
  const { open, intercept, complaints } = await aConsole()
  const { user, page } = await open('/baileys')
  intercept(({ url }) =>
    url.endsWith('/api/whatsapp/connect') ? refusal('Sem disco.') : undefined,
  )
  await user.type(await page.findByLabelText('Número'), '+5561975550003')
  await user.click(page.getByRole('button', { name: 'Gerar QR Code' }))
  await page.findByText('Sem disco.', toast)

  intercept(({ url }) => {
    if (url.includes('/qr/')) return Response.json({ qr: null, pairingCode: null })
    if (url.includes('/status/')) return Response.json({ status: 'disconnected' })
    if (url.endsWith('/devices')) return Response.json({ devices: [] })
    return undefined
  })
  await user.click(page.getByRole('button', { name: 'Tentar novamente' }))
  await page.findByText('Falha ao conectar. Verifique o console.', toast)
  expect(complaints.take(/^error: A conexão não se completou/)).not.toEqual([])
})

test('says step by step what to do on the phone, and what helps where it takes long', async () => {
  const { page } = await aPairing({ status: () => 'pending', qr: '2@abcdefghijklmnop' })
  const dialog = within(page.getByRole('dialog', { name: 'Conectar com QR Code' }))
  const [steps] = dialog.getAllByRole('list')
  expect([...(steps?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
    '1No celular, abra o WhatsApp.',
    '2No Android, toque em ⋮ no alto; no iPhone, em Configurações.',
    '3Toque em Aparelhos conectados e em Conectar um aparelho.',
    '4Aponte a câmera para o código.',
  ])
  fireEvent.click(dialog.getByText('Está demorando?'))
  dialog.getByText(/O código muda sozinho/)
})

test('a new connection is greeted with what comes next, and once it is known only', async () => {
  const console = await aConsole()
  const { user, page } = await console.open('/baileys')
  await user.type(await page.findByLabelText('Número'), '+5561988880000')
  await user.click(page.getByRole('button', { name: 'Gerar QR Code' }))
  await page.findByRole('dialog')
  await keepDevice(console, console, { deviceId: '5561988880000', connectionName: 'Loja' })
  await page.findByText('Loja está pronta para enviar.', {}, { timeout: 20_000 })
  page.getByRole('link', { name: 'Criar campanha' })
  await user.click(page.getByRole('button', { name: 'Enviar mensagem de teste' }))
  await page.findByRole('dialog', { name: 'Testar Loja' })
  page.getByText('Loja está pronta para enviar.')
})

import { expect, test } from 'vitest'
import { aPerson } from '../../support/daemon/command-line.ts'
import { aStandIn } from '../../support/daemon/stand-in.ts'
import { eventually } from '../../support/eventually.ts'

const device = {
  deviceId: 'loja',
  connection_name: 'Loja',
  phone: null,
  created_at: '2026-11-20T10:00:00.000Z',
  last_seen: null,
  reason: null,
  reason_code: null,
}

/** Somebody at a terminal whose phone shows a code, to be compared with the server's. */
async function aComparison() {
  let status = 'pending'
  const { url, seen } = await aStandIn(({ path }) => {
    if (path === '/api/whatsapp/connect') return { body: { ...device, status: 'connecting' } }
    if (path === '/api/whatsapp/devices') return { body: { devices: [{ ...device, status }] } }
    if (path === '/api/whatsapp/qr/loja') {
      const ate = new Date(Date.now() + 60_000).toISOString()
      const passkey = { passo: 'confirmar', pedido: null, trecho: null, codigo: 'AB12-CD34', ate }
      return { body: { qr: null, pairingCode: null, passkey } }
    }
    if (path !== '/api/whatsapp/passkey/loja/confirm') return { status: 404 }
    status = 'connected'
    return { status: 204, body: '' }
  })
  const person = await aPerson()
  const environment = { DISPARO_URL: url, DISPARO_APIKEY: 'chave' }
  const command = person.startAtTerminal(['devices', 'connect', 'loja'], { environment })
  await eventually(() => command.output().stdout.includes('É o mesmo'))
  const confirmations = () => seen.filter(({ path }) => path.endsWith('/confirm')).length
  return { ...command, confirmations }
}

test('a phone that shows the same code is confirmed', async () => {
  const { type, finished, output, confirmations } = await aComparison()
  expect(output().stdout).toContain('AB12-CD34')
  type('s\r')
  const { code, stdout } = await finished
  expect(stdout).toContain('"Loja" conectado.')
  expect(code).toBe(0)
  expect(confirmations()).toBe(1)
})

test('a phone that shows another code is not', async () => {
  const { type, finished, confirmations } = await aComparison()
  type('n\r')
  const { code, stdout } = await finished
  expect(stdout).toContain('A conexão não foi confirmada: os códigos são diferentes.')
  expect(code).toBe(1)
  expect(confirmations()).toBe(0)
})

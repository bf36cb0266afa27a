import { initAuthCreds } from '@whiskeysockets/baileys'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import {
  createMemoryAuth,
  logInBareClient,
  pairBareClient,
} from '../support/whatsapp/bare-client.ts'
import { aClient, aSimulator } from '../support/whatsapp/simulated.ts'

const phone = '5511988887777'

test('a client is linked by QR, opens and has the name of the account', async () => {
  const simulator = await aSimulator()
  await simulator.control.setAccount(phone, { isBusiness: true })
  const client = await aClient(simulator, { phone, name: 'Loja' })
  expect(client.sock.user).toMatchObject({ id: `${phone}:1@s.whatsapp.net`, name: 'Loja' })
  const [account] = await simulator.control.accounts()
  expect(account).toMatchObject({
    phone,
    pushName: 'Loja',
    devices: [{ device: 1, connected: true }],
  })
})

test('events of a first login flow at once, since the phone sends its history', async () => {
  const simulator = await aSimulator()
  const warnings: string[] = []
  const logger = pino({ level: 'warn' }, { write: (line) => warnings.push(line) })
  const client = await aClient(simulator, { phone, config: { logger } })
  await simulator.control.sendInbound({ from: '5511911112222', to: phone, text: 'Oi' })
  await expect.poll(() => client.messages.length).toBe(1)
  await expect.poll(() => client.auth.creds.accountSyncCounter).toBe(1)
  // A client that waits in vain for a history goes on after 20 s, with a warning.
  expect(warnings.filter((line) => line.includes('AwaitingInitialSync'))).toEqual([])
})

test('a client is linked by code', async () => {
  const simulator = await aSimulator()
  const auth = createMemoryAuth()
  await pairBareClient({
    simulator,
    auth,
    link: async (_, sock) => {
      const code = await sock.requestPairingCode(phone)
      return simulator.control.enterCode({ code, phone })
    },
  })
  const client = await logInBareClient({ simulator, auth })
  expect(await client.sendText('5511911112222', 'Olá')).toMatchObject({ error: undefined })
  await client.close()
})

test('a wrong code is refused, and the right one still links', async () => {
  const simulator = await aSimulator()
  const auth = createMemoryAuth()
  await pairBareClient({
    simulator,
    auth,
    link: async (_, sock) => {
      const code = await sock.requestPairingCode(phone)
      const wrong = simulator.control.enterCode({ code: '22222222', phone })
      await expect(wrong).rejects.toMatchObject({ code: 'wrong_code' })
      return simulator.control.enterCode({ code, phone })
    },
  })
  expect(auth.creds.me?.id).toBe(`${phone}:1@s.whatsapp.net`)
})

test('a QR of another server is refused', async () => {
  const { control } = await aSimulator()
  const qr = 'https://wa.me/settings/linked_devices#2@abc,def,ghi,jkl,1'
  await expect(control.scan({ qr, phone })).rejects.toMatchObject({ code: 'unknown_qr' })
  await expect(control.enterCode({ code: 'ABCD1234', phone })).rejects.toMatchObject({
    code: 'no_code_asked',
  })
})

test('a number that is not on WhatsApp cannot scan', async () => {
  const simulator = await aSimulator()
  await simulator.control.setBehaviour(phone, { absent: true })
  await expect(aClient(simulator, { phone })).rejects.toMatchObject({ code: 'absent' })
})

test('a linked client logs in again, and a second login replaces the first', async () => {
  const simulator = await aSimulator()
  const first = await aClient(simulator)
  const second = await logInBareClient({ simulator, auth: first.auth })
  expect(await first.closed).toBe(440)
  expect(await second.sendText('5511911112222', 'Olá')).toMatchObject({ error: undefined })
  await second.close()
})

test('an account has several clients, each with its own device', async () => {
  const simulator = await aSimulator()
  const first = await aClient(simulator, { phone })
  const second = await aClient(simulator, { phone })
  expect(first.sock.user?.id).toBe(`${phone}:1@s.whatsapp.net`)
  expect(second.sock.user?.id).toBe(`${phone}:2@s.whatsapp.net`)
  await first.sendText('5511911112222', 'da primeira')
  await second.sendText('5511911112222', 'da segunda')
  const inbox = await simulator.control.inbox('5511911112222')
  expect(inbox.map(({ text }) => text)).toEqual(['da primeira', 'da segunda'])
})

test('keys that were never linked, or have another Noise key, are refused with 401', async () => {
  const simulator = await aSimulator()
  const unknown = createMemoryAuth()
  unknown.creds.me = { id: `${phone}:1@s.whatsapp.net` }
  const stranger = await logInBareClient({ simulator, auth: unknown, waitForOpen: false })
  expect(await stranger.closed).toBe(401)

  const client = await aClient(simulator, { phone })
  Object.assign(client.auth.creds, { noiseKey: initAuthCreds().noiseKey })
  const other = await logInBareClient({ simulator, auth: client.auth, waitForOpen: false })
  expect(await other.closed).toBe(401)
})

test('a half-paired client, which logs in without a device, is refused with 401', async () => {
  const simulator = await aSimulator()
  const auth = createMemoryAuth()
  auth.creds.me = { id: `${phone}@s.whatsapp.net`, name: '~' }
  const client = await logInBareClient({ simulator, auth, waitForOpen: false })
  expect(await client.closed).toBe(401)
})

import { proto } from '@whiskeysockets/baileys'
import { expect, test } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import { logInBareClient } from '../../support/whatsapp/bare-client.ts'
import { aClient, aSimulator } from '../../support/whatsapp/simulated.ts'

const phone = '5511988887777'
const ana = '5511911112222'

test('a person writes to an account, which reads it under the LID with the number beside it', async () => {
  const simulator = await aSimulator()
  const client = await aClient(simulator, { phone })
  const { messageId } = await simulator.control.sendInbound({
    from: ana,
    to: phone,
    text: 'SAIR',
    pushName: 'Ana',
  })
  const message = await eventually(() => client.messages[0])
  expect(message).toMatchObject({
    key: { id: messageId, remoteJidAlt: `${ana}@s.whatsapp.net`, fromMe: false },
    pushName: 'Ana',
    message: { conversation: 'SAIR' },
  })
  expect(message.key.remoteJid).toMatch(/@lid$/)
  await eventually(async () => (await simulator.control.stats()).inboundReceived === 1)
})

test('every client of an account reads it', async () => {
  const simulator = await aSimulator()
  const clients = [await aClient(simulator, { phone }), await aClient(simulator, { phone })]
  await simulator.control.sendInbound({ from: ana, to: phone, text: 'oi' })
  for (const client of clients) await expect.poll(() => client.messages.length).toBe(1)
})

test('messages that came while a client was away are waiting at its next login', async () => {
  const simulator = await aSimulator()
  const client = await aClient(simulator, { phone })
  await eventually(() => client.auth.creds.accountSyncCounter > 0)
  await client.close()
  await eventually(async () => !(await simulator.control.accounts())[0]?.devices[0]?.connected)
  await simulator.control.sendInbound({ from: ana, to: phone, text: 'um' })
  await simulator.control.sendInbound({ from: ana, to: phone, text: 'dois' })
  const again = await logInBareClient({ simulator, auth: client.auth })
  await expect
    .poll(() => again.messages.map(({ message }) => message?.conversation))
    .toEqual(['um', 'dois'])
  await again.close()
})

test('a client that cannot read a message asks again, and reads the copy for which it sent keys', async () => {
  const simulator = await aSimulator()
  const client = await aClient(simulator, { phone })
  const preKeys = await client.auth.keys.get('pre-key', ['1', '2', '3', '4'])
  for (const id of Object.keys(preKeys)) await client.auth.keys.set({ 'pre-key': { [id]: null } })
  await simulator.control.sendInbound({ from: ana, to: phone, text: 'de novo' })
  const message = await eventually(() =>
    client.messages.find((one) => one.message?.conversation === 'de novo'),
  )
  expect(message.messageStubType).not.toBe(proto.WebMessageInfo.StubType.CIPHERTEXT)
  // The first request brings no keys: the person goes on in the session that they have.
  expect((await simulator.control.stats()).inboundRetries).toBe(2)
})

test('only an account can be written to, and only by somebody who is on WhatsApp', async () => {
  const simulator = await aSimulator()
  await aClient(simulator, { phone })
  const { control } = simulator
  await expect(control.sendInbound({ from: phone, to: ana, text: 'oi' })).rejects.toMatchObject({
    code: 'no_account',
  })
  await control.setBehaviour(ana, { absent: true })
  await expect(control.sendInbound({ from: ana, to: phone, text: 'oi' })).rejects.toMatchObject({
    code: 'absent',
  })
})

import { expect, test } from 'vitest'
import { hashOf } from '../../../src/simulator/messages/addressing.ts'
import { eventually } from '../../support/eventually.ts'
import { aClient, aSimulator } from '../../support/whatsapp/simulated.ts'

const person = '5511999990001'

test('a migrated account is refused a message to a number with 463', async () => {
  const simulator = await aSimulator()
  const client = await aClient(simulator)
  await simulator.control.setAccount(client.phone, { strictPn: 'refuse' })
  expect(await client.sendText(person, 'Olá')).toMatchObject({ error: '463' })
  expect(await simulator.control.inbox(person)).toEqual([])
})

test('a migrated account has a message to a number acknowledged and lost', async () => {
  const simulator = await aSimulator()
  const client = await aClient(simulator)
  await simulator.control.setAccount(client.phone, { strictPn: 'ghost' })
  expect(await client.sendText(person, 'Olá')).toMatchObject({ error: undefined })
  expect(await simulator.control.inbox(person)).toEqual([])
  expect((await simulator.control.stats()).ghosts).toBe(1)
})

test('an account that is not migrated is refused a message to a LID with 400', async () => {
  const simulator = await aSimulator()
  const client = await aClient(simulator)
  await client.sendText(person, 'Olá')
  const lid = await client.sock.signalRepository.lidMapping.getLIDForPN(`${person}@s.whatsapp.net`)
  await simulator.control.setAccount(client.phone, { addressing: 'pn' })
  expect(await client.send(lid ?? '', { text: 'Olá' })).toMatchObject({ error: '400' })
  expect(await client.sendText(person, 'de novo')).toMatchObject({ error: undefined })
  expect(await eventually(async () => (await simulator.control.inbox(person))[1])).toBeDefined()
})

test('the hash of a device list is the one that WhatsApp computes', () => {
  expect(hashOf(['5511999999999:3@s.whatsapp.net'])).toBe('2:5s+YxCff')
  expect(hashOf(['5511999999999@s.whatsapp.net'])).toBe('2:RJWVxcMQ')
})

import { expect, test } from 'vitest'
import { aClient, aSimulator } from '../support/whatsapp/simulated.ts'

const phone = '5511988887777'
const ana = '5511911112222'

test('eight accounts write to the same people at once, under latency, and nothing is lost', async () => {
  const simulator = await aSimulator()
  const phones = Array.from({ length: 8 }, (_, index) => `551198888770${index}`)
  const clients = await Promise.all(phones.map((one) => aClient(simulator, { phone: one })))
  await simulator.control.setFaults({ latencyMs: 20 })
  const people = Array.from({ length: 5 }, (_, index) => `552197777660${index}`)
  await Promise.all(
    clients.map(async (client) => {
      for (const person of people) await client.sendText(person, `de ${client.phone}`)
    }),
  )
  const received = []
  for await (const { phone: to, from, text, times } of simulator.control.inboxes()) {
    received.push({ to, from, text, times })
  }
  const expected = people.flatMap((to) =>
    phones.map((from) => ({ to, from, text: `de ${from}`, times: 1 })),
  )
  expect(received).toHaveLength(expected.length)
  expect(received).toEqual(expect.arrayContaining(expected))
  expect(await simulator.control.stats()).toMatchObject({ decryptFailures: 0, errors: 0 })
})

test('closing the simulator ends everything at once, connections and timers included', async () => {
  const simulator = await aSimulator({ defaults: { readDelayMs: 24 * 60 * 60_000 } })
  const client = await aClient(simulator, { phone })
  await client.sendText(ana, 'oi')
  await simulator.close()
  expect(await client.closed).toBe(428)
})

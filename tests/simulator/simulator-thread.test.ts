import { expect, onTestFinished, test } from 'vitest'
import { startSimulatorThread } from '../../src/simulator/simulator-thread.ts'
import { connectBareClient } from '../support/whatsapp/bare-client.ts'

test('the simulator runs in a thread of its own, controlled over HTTP, and ends when closed', async () => {
  const simulator = await startSimulatorThread({ defaults: { readDelayMs: 0 } })
  const client = await connectBareClient({ simulator, phone: '5511988887777' })
  onTestFinished(() => client.close())
  await client.sendText('5511911112222', 'Olá')
  await expect
    .poll(() => simulator.control.inbox('5511911112222'))
    .toMatchObject([{ text: 'Olá', read: true }])
  await simulator.close()
  expect(await client.closed).toBe(428)
  await expect(simulator.control.stats()).rejects.toThrow()
})

test('a thread that cannot start says why', async () => {
  const first = await startSimulatorThread()
  onTestFinished(() => first.close())
  const controlPort = Number(new URL(first.controlUrl).port)
  await expect(startSimulatorThread({ controlPort })).rejects.toThrow(/EADDRINUSE/)
})

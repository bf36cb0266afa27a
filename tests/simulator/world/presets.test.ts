import { expect, test } from 'vitest'
import { worldNames } from '../../../src/simulator/world/presets.ts'
import { aClient, aSimulator } from '../../support/whatsapp/simulated.ts'

const person = '5511999990001'

test.each(worldNames)('a client links and logs in in the world %s', async (world) => {
  const simulator = await aSimulator({ world, defaults: { readDelayMs: 0 } })
  const client = await aClient(simulator)
  expect((await simulator.control.accounts())[0]).toMatchObject({ phone: client.phone })
})

test('the real world is played where none is named', async () => {
  const [unnamed, real] = [await aSimulator(), await aSimulator({ world: 'real' })]
  const fields = { addressing: 'pn' } as const
  expect(await unnamed.control.setAccount(person, fields)).toEqual(
    await real.control.setAccount(person, fields),
  )
})

test('the hostile world draws the same numbers for the same seed', async () => {
  const reached = async (worldSeed: number) => {
    const simulator = await aSimulator({ world: 'hostile', worldSeed })
    const { sock } = await aClient(simulator)
    await simulator.control.setFaults({ rateOverlimit: null })
    const phones = Array.from({ length: 60 }, (_, index) => `55119999${10_000 + index}`)
    const found = await sock.onWhatsApp(...phones)
    return found?.map(({ jid }) => jid).join(' ')
  }
  const first = await reached(3)
  expect(await reached(3)).toBe(first)
  expect(await reached(4)).not.toBe(first)
})

test('a reset brings the settings of the world back', async () => {
  const simulator = await aSimulator({ world: 'hostile' })
  const client = await aClient(simulator)
  await simulator.control.setAccount(client.phone, { addressing: 'pn' })
  await simulator.control.setFaults({ latencyMs: 0 })
  await simulator.control.reset()
  expect((await simulator.control.accounts())[0]?.settings.addressing).toBe('lid')
  expect((await simulator.control.setFaults({})).latencyMs).toBeGreaterThan(0)
})

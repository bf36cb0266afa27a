import { expect, test } from 'vitest'
import { eventually } from '../../support/eventually.ts'
import { aFolder, aMessenger } from '../../support/whatsapp/messenger.ts'
import { aSimulator } from '../../support/whatsapp/simulated.ts'

const OWN = '5511988887777'

test('tells that it is away under the account’s name, which only the settings hold', async () => {
  const simulator = await aSimulator()
  await simulator.control.setAccount(OWN, { isBusiness: false })
  const authDir = await aFolder()
  const { pair, messenger } = await aMessenger(simulator, { authDir })
  await pair('d1')
  const presences = async () =>
    (await simulator.control.accounts())[0]?.devices.flatMap((device) => device.presences) ?? []

  // A presence without a type may be read as available: the last word must be another.
  await eventually(async () => (await presences()).at(-1)?.type === 'unavailable')
  expect((await presences()).at(-1)).toEqual({ type: 'unavailable', name: 'Loja' })

  await messenger.stop(0)
  const next = await aMessenger(simulator, { authDir })
  next.messenger.open('d1')
  await next.reaches('d1', 'connected')

  await eventually(async () => (await presences()).length)
  const told = await presences()
  expect(told[0]).toEqual({ type: 'unavailable', name: 'Loja' })
  expect(told.map(({ type }) => type)).not.toContain('available')
})

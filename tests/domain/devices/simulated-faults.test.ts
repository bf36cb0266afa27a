import { expect, test } from 'vitest'
import { createSimulatedFaults } from '../../../src/domain/devices/simulated-faults.ts'

test('a fault is for the connected numbers of its caller', async () => {
  const provoked: string[] = []
  const provoke = createSimulatedFaults({
    devices: {
      list: async (userId) =>
        userId === 'ana'
          ? [
              { status: 'connected', phone: '5561999990000' },
              { status: 'disconnected', phone: '5561999990001' },
            ]
          : [],
    },
    phones: { provoke: async (phone, fault) => void provoked.push(`${fault} ${phone}`) },
  })

  await provoke('ana', 'queda')
  expect(provoked).toEqual(['queda 5561999990000'])
  await expect(provoke('bia', 'queda')).rejects.toMatchObject({ code: 'device_not_connected' })
})

import { expect, test } from 'vitest'
import { createEngineEvents } from '../../src/domain/engine-events.ts'

const removed = {
  type: 'device_removed',
  key: 'k1',
  userId: 'ana',
  deviceId: '5561',
  phone: null,
} as const

function someEvents() {
  const faults: [unknown, string][] = []
  const events = createEngineEvents({ onFault: (error, subject) => faults.push([error, subject]) })
  return { ...events, faults }
}

test('an event reaches the subscribers of its type, one after the other, and nobody else', async () => {
  const { subscribe, publish } = someEvents()
  const received: string[] = []
  subscribe(['device_removed'], async ({ deviceId }) => {
    await Promise.resolve()
    received.push(`first ${deviceId}`)
  })
  subscribe(['device_removed', 'tick'], ({ type }) => received.push(`second ${type}`))
  subscribe(['maintenance'], () => received.push('maintenance'))

  await publish(removed)
  expect(received).toEqual(['first 5561', 'second device_removed'])
  await publish({ type: 'tick' })
  expect(received.at(-1)).toBe('second tick')
})

test('a subscriber that fails keeps no other from the event, and whoever waits learns of it', async () => {
  const { subscribe, publish, faults } = someEvents()
  const received: string[] = []
  const full = new Error('the disk is full')
  const other = new Error('another one')
  subscribe(['device_removed'], () => Promise.reject(full))
  subscribe(['device_removed'], () => {
    throw other
  })
  subscribe(['device_removed'], () => received.push('third'))

  await expect(publish(removed)).rejects.toBe(full)
  expect(received).toEqual(['third'])
  expect(faults).toEqual([[other, 'device_removed']])
})

test('an event that is not awaited reports its failure under its subject', async () => {
  const { subscribe, announce, faults } = someEvents()
  const broken = new Error('broken')
  subscribe(['slot'], () => Promise.reject(broken))

  announce({ type: 'slot', key: 'k1', campaignId: '7' })
  await expect.poll(() => faults).toEqual([[broken, '7']])
})

test('all events have been taken once the emitter says so, failed ones included', async () => {
  const { subscribe, announce, settled, faults } = someEvents()
  const received: string[] = []
  subscribe(['tick'], async () => {
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
    received.push('tick')
    if (received.length === 1) announce({ type: 'tick' })
    else throw new Error('broken')
  })
  announce({ type: 'tick' })
  await settled()
  expect(received).toEqual(['tick', 'tick'])
  await expect.poll(() => faults.length).toBe(1)
})

import { expect, test } from 'vitest'
import type { EventOf } from '../../../src/domain/engine-events.ts'
import { createConnectionEvents } from '../../../src/domain/webhooks/connection-events.ts'
import { createFakeClock } from '../../support/domain/fake-clock.ts'
import { eventually } from '../../support/eventually.ts'

const open = { status: 'connected', reason: null, phone: '5561988880000' } as const
const loggedOut = { status: 'disconnected', reason: 'logged_out', phone: null } as const
const MINUTE_MS = 60_000

test('a state that the disk does not take is told as soon as it does', async () => {
  const { heard, told, disk, clock } = someEvents()
  disk.isFull = true
  await heard(loggedOut)
  expect(told).toEqual([])
  clock.advance(MINUTE_MS)
  await eventually(() => clock.pendingTimers() === 1)
  disk.isFull = false
  clock.advance(MINUTE_MS)
  await eventually(() => told.length === 3)
  expect(told).toEqual(['status.instance', 'logout.instance', 'connection.update'])
  clock.advance(10 * MINUTE_MS)
  expect([told.length, clock.pendingTimers()]).toEqual([3, 0])
})

test('of a state that is over by then nothing is told', async () => {
  const { heard, told, disk, clock } = someEvents()
  disk.isFull = true
  await heard(loggedOut)
  disk.isFull = false
  await heard(open)
  clock.advance(10 * MINUTE_MS)
  expect([told, clock.pendingTimers()]).toEqual([['connection.update'], 0])
})

test('a state that lasts is told once', async () => {
  const { heard, told } = someEvents()
  await heard(open)
  await heard(open)
  expect(told).toEqual(['connection.update'])
})

function someEvents() {
  const clock = createFakeClock()
  const told: string[] = []
  const disk = { isFull: false }
  const events = createConnectionEvents({
    findOwner: () => ({ userId: 'ana', deviceId: 'loja' }),
    emit: async (_, { event }) => {
      if (disk.isFull) throw new Error('ENOSPC')
      told.push(event)
    },
    drawQr: async () => '',
    clock,
    onFault: () => undefined,
  })
  const heard = (state: Pick<EventOf<'state'>, 'status' | 'reason' | 'phone'>) =>
    events.heard({ type: 'state', key: 'k1', ...state })
  return { clock, told, disk, heard }
}

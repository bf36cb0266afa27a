import { expect, test } from 'vitest'
import type { EventOf } from '../../../src/domain/engine-events.ts'
import { createConnectionEvents } from '../../../src/domain/webhooks/connection-events.ts'
import { createFakeClock } from '../../support/domain/fake-clock.ts'
import { eventually } from '../../support/eventually.ts'
import { aPromise } from '../../support/promise.ts'

const open = { status: 'connected', reason: null, phone: '5561988880000' } as const
const loggedOut = { status: 'disconnected', reason: 'logged_out', phone: null } as const
const closed = { status: 'disconnected', reason: 'closed_by_user', phone: open.phone } as const
const pending = { status: 'pending', reason: null, phone: null } as const
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

test('of a state that was over before the disk refused it nothing is told', async () => {
  const { heard, told, disk, clock } = someEvents()
  const refused = aPromise()
  disk.hold = refused.promise
  const first = heard(loggedOut)
  disk.hold = undefined
  await heard(open)
  disk.isFull = true
  refused.keep()
  await first
  expect(clock.pendingTimers()).toBe(0)
  disk.isFull = false
  clock.advance(10 * MINUTE_MS)
  await heard(open)
  expect(told).toEqual(['connection.update'])
})

test('of a log-out that is over before all of it was told the state does not follow the newer one', async () => {
  const { heard, told, disk } = someEvents()
  const taken = aPromise()
  disk.hold = taken.promise
  const first = heard(loggedOut)
  disk.hold = undefined
  await heard(open)
  taken.keep()
  await first
  expect(told).toEqual(['connection.update', 'status.instance', 'logout.instance'])
})

test('a code to scan does not keep a log-out from being told', async () => {
  const { heard, told, disk, clock } = someEvents()
  disk.isFull = true
  await heard(loggedOut)
  disk.isFull = false
  await heard(pending)
  clock.advance(MINUTE_MS)
  await eventually(() => told.length === 3)
  expect(told).toEqual(['status.instance', 'logout.instance', 'connection.update'])
})

test('nothing is told of a connection that is gone', async () => {
  const { heard, told, disk, clock, owners } = someEvents()
  disk.isFull = true
  await heard(loggedOut)
  disk.isFull = false
  owners.clear()
  await heard(pending)
  expect([told, clock.pendingTimers()]).toEqual([[], 0])
})

test('a log-out of a connection that was closed before is told, and told once', async () => {
  const { heard, told } = someEvents()
  await heard(open)
  await heard(closed)
  expect(told).toEqual(['connection.update', 'connection.update'])
  await heard({ ...closed, phone: null })
  const ends = ['status.instance', 'logout.instance', 'connection.update']
  expect(told.slice(2)).toEqual(ends)
  for (const state of [loggedOut, closed, { ...closed, phone: null }]) await heard(state)
  expect(told.slice(2)).toEqual(ends)
  await heard(open)
  await heard(loggedOut)
  expect(told.slice(5)).toEqual(['connection.update', ...ends])
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
  const owners = new Set(['k1'])
  /** `hold`: what the next writes wait for before the disk takes or refuses them. */
  const disk: { isFull: boolean; hold: Promise<unknown> | undefined } = {
    isFull: false,
    hold: undefined,
  }
  const events = createConnectionEvents({
    findOwner: (key) => (owners.has(key) ? { userId: 'ana', deviceId: 'loja' } : undefined),
    emit: async (_, { event }) => {
      await disk.hold
      if (disk.isFull) throw new Error('ENOSPC')
      told.push(event)
    },
    drawQr: async () => '',
    clock,
    onFault: () => undefined,
  })
  const heard = (state: Pick<EventOf<'state'>, 'status' | 'reason' | 'phone'>) =>
    events.heard({ type: 'state', key: 'k1', ...state })
  return { clock, told, owners, disk, heard }
}

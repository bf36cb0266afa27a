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

test('a state that the disk refuses is published as soon as the disk takes it', async () => {
  const { onState, told, disk, clock } = someEvents()
  disk.isFull = true
  await onState(loggedOut)
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

test('a state that is over before the disk takes it is not published', async () => {
  const { onState, told, disk, clock } = someEvents()
  disk.isFull = true
  await onState(loggedOut)
  disk.isFull = false
  await onState(open)
  clock.advance(10 * MINUTE_MS)
  expect([told, clock.pendingTimers()]).toEqual([['connection.update'], 0])
})

test('a state that was over before the disk refused it is not published', async () => {
  const { onState, told, disk, clock } = someEvents()
  const refused = aPromise()
  disk.hold = refused.promise
  const first = onState(loggedOut)
  disk.hold = undefined
  await onState(open)
  disk.isFull = true
  refused.keep()
  await first
  expect(clock.pendingTimers()).toBe(0)
  disk.isFull = false
  clock.advance(10 * MINUTE_MS)
  await onState(open)
  expect(told).toEqual(['connection.update'])
})

test('a log-out that ends while it is published does not publish its state behind the newer one', async () => {
  const { onState, told, disk } = someEvents()
  const taken = aPromise()
  disk.hold = taken.promise
  const first = onState(loggedOut)
  disk.hold = undefined
  await onState(open)
  taken.keep()
  await first
  expect(told).toEqual(['connection.update', 'status.instance', 'logout.instance'])
})

test('a code to scan does not keep a log-out from being published', async () => {
  const { onState, told, disk, clock } = someEvents()
  disk.isFull = true
  await onState(loggedOut)
  disk.isFull = false
  await onState(pending)
  clock.advance(MINUTE_MS)
  await eventually(() => told.length === 3)
  expect(told).toEqual(['status.instance', 'logout.instance', 'connection.update'])
})

test('nothing is published of a connection that is gone', async () => {
  const { onState, told, disk, clock, owners } = someEvents()
  disk.isFull = true
  await onState(loggedOut)
  disk.isFull = false
  owners.clear()
  await onState(pending)
  expect([told, clock.pendingTimers()]).toEqual([[], 0])
})

test('a log-out of a connection that was closed before is published, and only once', async () => {
  const { onState, told } = someEvents()
  await onState(open)
  await onState(closed)
  expect(told).toEqual(['connection.update', 'connection.update'])
  await onState({ ...closed, phone: null })
  const ends = ['status.instance', 'logout.instance', 'connection.update']
  expect(told.slice(2)).toEqual(ends)
  for (const state of [loggedOut, closed, { ...closed, phone: null }]) await onState(state)
  expect(told.slice(2)).toEqual(ends)
  await onState(open)
  await onState(loggedOut)
  expect(told.slice(5)).toEqual(['connection.update', ...ends])
})

test('a state that lasts is published once', async () => {
  const { onState, told } = someEvents()
  await onState(open)
  await onState(open)
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
  const onState = (state: Pick<EventOf<'state'>, 'status' | 'reason' | 'phone'>) =>
    events.onEvent({ type: 'state', key: 'k1', ...state })
  return { clock, told, owners, disk, onState }
}

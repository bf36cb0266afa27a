import { expect, onTestFinished, test } from 'vitest'
import type { Fence } from '../../../src/domain/cluster/lease-store.ts'
import {
  createLeases,
  createOwnLeases,
  LEASE_MS,
  MARGIN_MS,
} from '../../../src/domain/cluster/leases.ts'
import { openLeases } from '../../../src/storage-postgres/leases.ts'
import { createFakeClock } from '../../support/domain/fake-clock.ts'
import { eventually } from '../../support/eventually.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'
import { openTestDatabase, stopPostgresAfterwards } from '../../support/storage/postgres.ts'

stopPostgresAfterwards()

const device = { userId: 'ana', deviceId: '5511987654321' }
const other = { userId: 'ana', deviceId: '5511987654322' }
const GOOD_MS = LEASE_MS - MARGIN_MS

/** A node over a database, on a clock that the test holds. */
async function aNode(dir: string, nodeId: string) {
  const db = await openTestDatabase(dir)
  onTestFinished(() => db.destroy())
  const clock = createFakeClock()
  const lost: Fence[] = []
  const faults: unknown[] = []
  let sleptMs = 0
  const store = openLeases(db)
  let renewalCount = 0
  let isHanging = false
  const renew = async (...asked: Parameters<typeof store.renew>) => {
    if (isHanging) {
      isHanging = false
      return new Promise<never>(() => undefined)
    }
    const renewed = await store.renew(...asked)
    renewalCount += 1
    return renewed
  }
  const leases = createLeases({
    ...{ store: { ...store, renew }, nodeId, after: clock.after },
    monotonicMs: () => clock.now() + sleptMs,
    onLost: (fence) => lost.push(fence),
    onFault: (error) => faults.push(error),
  })
  return {
    ...{ db, store, leases, lost, faults },
    renewalCount: () => renewalCount,
    /** As over a connection that went silent. */
    hangNextRenewal: () => {
      isHanging = true
    },
    advance: clock.advance,
    /** Time in which none of the process's timers ran. */
    sleep: (ms: number) => {
      sleptMs += ms
    },
  }
}

test('a device is one node’s, and the next one’s once it was given back', async () => {
  const dir = await aDataFolder()
  const [one, two] = [await aNode(dir, 'one'), await aNode(dir, 'two')]
  const fence = await one.leases.take(device)
  expect(fence).toMatchObject({ ...device, nodeId: 'one' })
  expect(await one.leases.take(device)).toBe(fence)
  expect(one.leases.fenceOf(device)).toBe(fence)
  expect(await two.leases.take(device)).toBeUndefined()
  expect(two.leases.fenceOf(device)).toBeUndefined()
  expect(two.leases.held()).toEqual([])
  await one.leases.giveBack(device)
  expect(one.leases.fenceOf(device)).toBeUndefined()
  expect(await two.leases.take(device)).toMatchObject({ nodeId: 'two' })
  expect(one.lost).toEqual([])
})

test('a lease that is renewed goes on', async () => {
  const { leases, advance, lost, renewalCount } = await aNode(await aDataFolder(), 'one')
  await leases.take(device)
  for (let times = 1; times < 8; times += 1) {
    const before = renewalCount()
    advance(GOOD_MS / 2)
    await eventually(() => renewalCount() > before)
    // The node has been told once all that waited for the answer has run.
    await new Promise(setImmediate)
  }
  expect(leases.fenceOf(device)).toBeDefined()
  expect(lost).toEqual([])
})

test('a renewal that is never answered costs no lease', async () => {
  const node = await aNode(await aDataFolder(), 'one')
  const fence = await node.leases.take(device)
  node.hangNextRenewal()
  node.advance(GOOD_MS / 2)
  node.advance(GOOD_MS / 2 - 1)
  await eventually(() => node.renewalCount() === 1)
  await new Promise(setImmediate)
  node.advance(GOOD_MS / 2)
  expect(node.leases.fenceOf(device)).toBe(fence)
  expect(node.lost).toEqual([])
})

test('who takes a device twice at once has one lease of it', async () => {
  const { leases, db } = await aNode(await aDataFolder(), 'one')
  const [first, second] = await Promise.all([leases.take(device), leases.take(device)])
  expect(second).toBe(first)
  const { epoch } = await db.selectFrom('leases').select('epoch').executeTakeFirstOrThrow()
  expect(Number(epoch)).toBe(first?.epoch)
})

test('a node that is cut off from the database ends its leases before they end there', async () => {
  const { db, leases, advance, lost, faults } = await aNode(await aDataFolder(), 'one')
  const fence = await leases.take(device)
  await db.destroy()
  advance(GOOD_MS - 1)
  await eventually(() => faults.length > 0)
  expect(leases.fenceOf(device)).toBe(fence)
  expect(lost).toEqual([])
  advance(1)
  expect(lost).toEqual([fence])
  expect(leases.held()).toEqual([])
})

test('a process that was stopped knows the moment it wakes that its leases are over', async () => {
  const { leases, sleep, lost } = await aNode(await aDataFolder(), 'one')
  const fence = await leases.take(device)
  sleep(GOOD_MS - 1)
  expect(leases.fenceOf(device)).toBe(fence)
  sleep(1)
  expect(leases.held()).toEqual([])
  expect(leases.fenceOf(device)).toBeUndefined()
  expect(leases.fenceOf(device)).toBeUndefined()
  expect(lost).toEqual([fence])
})

test('a node is told which of its leases is another’s by now', async () => {
  const dir = await aDataFolder()
  const [one, two] = [await aNode(dir, 'one'), await aNode(dir, 'two')]
  const fence = await one.leases.take(device)
  await one.leases.take(other)
  if (fence) await one.store.giveBack([fence])
  const taken = await two.leases.take(device)
  one.advance(5_000)
  await eventually(() => one.lost.length > 0)
  expect(one.lost).toEqual([fence])
  expect(one.leases.held()).toMatchObject([other])
  expect(two.leases.fenceOf(device)).toBe(taken)
})

test('a node that ends leaves its devices to the others at once', async () => {
  const dir = await aDataFolder()
  const [one, two] = [await aNode(dir, 'one'), await aNode(dir, 'two')]
  await one.leases.take(device)
  await one.leases.take(other)
  await one.leases.stop()
  expect(one.leases.fenceOf(device)).toBeUndefined()
  expect(await one.leases.take(device)).toBeUndefined()
  expect(await two.leases.take(device)).toBeDefined()
  expect(await two.leases.take(other)).toBeDefined()
  expect(one.lost).toEqual([])
})

test('a program that is alone has every device that it takes', async () => {
  const leases = createOwnLeases('alone')
  expect(leases.fenceOf(device)).toBeUndefined()
  const fence = await leases.take(device)
  expect(fence).toMatchObject({ ...device, nodeId: 'alone' })
  expect(leases.fenceOf(device)).toBe(fence)
  expect(leases.held()).toEqual([fence])
  await leases.giveBack(device)
  expect(leases.fenceOf(device)).toBeUndefined()
})

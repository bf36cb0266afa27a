import { expect, onTestFinished, test } from 'vitest'
import type { Fence } from '../../../src/domain/cluster/lease-store.ts'
import { createLeases, LEASE_MS, MARGIN_MS } from '../../../src/domain/cluster/leases.ts'
import { openLeases } from '../../../src/storage-postgres/leases.ts'
import { createFakeClock } from '../../support/domain/fake-clock.ts'
import { eventually } from '../../support/eventually.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'
import { openTestDatabase, stopPostgresAfterwards } from '../../support/storage/postgres.ts'

stopPostgresAfterwards()

const [account, other] = ['ana', 'bia'] as const
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

test('an account is one node’s, and the next one’s once it was given back', async () => {
  const dir = await aDataFolder()
  const [one, two] = [await aNode(dir, 'one'), await aNode(dir, 'two')]
  const fence = await one.leases.take(account)
  expect(fence).toMatchObject({ userId: account, nodeId: 'one' })
  expect(await one.leases.take(account)).toBe(fence)
  expect(one.leases.fenceOf(account)).toBe(fence)
  expect(await two.leases.take(account)).toBeUndefined()
  expect(two.leases.fenceOf(account)).toBeUndefined()
  expect(two.leases.held()).toEqual([])
  await one.leases.giveBack(account)
  expect(one.leases.fenceOf(account)).toBeUndefined()
  expect(await two.leases.take(account)).toMatchObject({ nodeId: 'two' })
  expect(one.lost).toEqual([])
})

test('a lease that is renewed goes on', async () => {
  const { leases, advance, lost, renewalCount } = await aNode(await aDataFolder(), 'one')
  await leases.take(account)
  for (let times = 1; times < 8; times += 1) {
    const before = renewalCount()
    advance(GOOD_MS / 2)
    await eventually(() => renewalCount() > before)
    // The node has been told once all that waited for the answer has run.
    await new Promise(setImmediate)
  }
  expect(leases.fenceOf(account)).toBeDefined()
  expect(lost).toEqual([])
})

test('a renewal that is never answered costs no lease', async () => {
  const node = await aNode(await aDataFolder(), 'one')
  const fence = await node.leases.take(account)
  node.hangNextRenewal()
  node.advance(GOOD_MS / 2)
  node.advance(GOOD_MS / 2 - 1)
  await eventually(() => node.renewalCount() === 1)
  await new Promise(setImmediate)
  node.advance(GOOD_MS / 2)
  expect(node.leases.fenceOf(account)).toBe(fence)
  expect(node.lost).toEqual([])
})

test('who takes an account twice at once has one lease of it', async () => {
  const { leases, db } = await aNode(await aDataFolder(), 'one')
  const [first, second] = await Promise.all([leases.take(account), leases.take(account)])
  expect(second).toBe(first)
  const { epoch } = await db.selectFrom('leases').select('epoch').executeTakeFirstOrThrow()
  expect(Number(epoch)).toBe(first?.epoch)
})

test('a node that is cut off from the database ends its leases before they end there', async () => {
  const { db, leases, advance, lost, faults } = await aNode(await aDataFolder(), 'one')
  const fence = await leases.take(account)
  await db.destroy()
  advance(GOOD_MS - 1)
  await eventually(() => faults.length > 0)
  expect(leases.fenceOf(account)).toBe(fence)
  expect(lost).toEqual([])
  advance(1)
  expect(lost).toEqual([fence])
  expect(leases.held()).toEqual([])
})

test('a process that was stopped knows the moment it wakes that its leases are over', async () => {
  const { leases, sleep, lost } = await aNode(await aDataFolder(), 'one')
  const fence = await leases.take(account)
  sleep(GOOD_MS - 1)
  expect(leases.fenceOf(account)).toBe(fence)
  sleep(1)
  expect(leases.held()).toEqual([])
  expect(leases.fenceOf(account)).toBeUndefined()
  expect(leases.fenceOf(account)).toBeUndefined()
  expect(lost).toEqual([fence])
})

test('a node is told which of its leases is another’s by now', async () => {
  const dir = await aDataFolder()
  const [one, two] = [await aNode(dir, 'one'), await aNode(dir, 'two')]
  const fence = await one.leases.take(account)
  await one.leases.take(other)
  if (fence) await one.store.giveBack([fence])
  const taken = await two.leases.take(account)
  one.advance(5_000)
  await eventually(() => one.lost.length > 0)
  expect(one.lost).toEqual([fence])
  expect(one.leases.held()).toMatchObject([{ userId: other }])
  expect(two.leases.fenceOf(account)).toBe(taken)
})

test('a node that ends leaves its accounts to the others at once', async () => {
  const dir = await aDataFolder()
  const [one, two] = [await aNode(dir, 'one'), await aNode(dir, 'two')]
  await one.leases.take(account)
  await one.leases.take(other)
  await one.leases.stop()
  expect(one.leases.fenceOf(account)).toBeUndefined()
  expect(await one.leases.take(account)).toBeUndefined()
  expect(await two.leases.take(account)).toBeDefined()
  expect(await two.leases.take(other)).toBeDefined()
  expect(one.lost).toEqual([])
})

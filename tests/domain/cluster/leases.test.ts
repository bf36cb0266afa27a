import { expect, onTestFinished, test } from 'vitest'
import { AppError } from '../../../src/contract/errors.ts'
import type { Fence, LeaseStore } from '../../../src/domain/cluster/lease-store.ts'
import { BEAT_MS, createLeases, GOOD_MS } from '../../../src/domain/cluster/leases.ts'
import { createFakeClock } from '../../support/domain/fake-clock.ts'
import { aPromise } from '../../support/promise.ts'
import { createMemoryLeases } from '../../support/storage/memory/memory-leases.ts'

const [account, other] = ['ana', 'bia'] as const

/** Lets everything happen that waits for no timer. */
const settled = () => new Promise(setImmediate)

function aStore() {
  const clock = createFakeClock()
  return { ...createMemoryLeases(clock.monotonicMs), clock }
}

/** A node over a store, whose clock the test holds. */
async function aNode(
  { store, clock }: Pick<ReturnType<typeof aStore>, 'store' | 'clock'>,
  id: string,
) {
  const lost: Fence[] = []
  const faults: unknown[] = []
  let stoppedMs = 0
  let asleepMs = 0
  let beatCount = 0
  let way: 'open' | 'cut' | 'silent' = 'open'
  let answers = Promise.resolve()
  const reach = async (): Promise<void> => {
    if (way === 'silent') await new Promise<never>(() => undefined)
    if (way === 'cut') throw new AppError('storage_unavailable', 'cut off')
  }
  const over = <Given extends readonly unknown[], Result>(
    method: (...given: Given) => Promise<Result>,
  ) => {
    return async (...given: Given) => {
      await reach()
      const result = await method(...given)
      await answers
      return result
    }
  }
  const reached: LeaseStore = {
    ...store,
    enter: over(store.enter),
    take: over(store.take),
    giveBack: over(store.giveBack),
    stay: (...given) => {
      beatCount += 1
      return over(store.stay)(...given)
    },
  }
  const leases = createLeases({
    ...{ store: reached, node: { id, url: `http://${id}` }, after: clock.after },
    moment: () => {
      const monotonicMs = clock.monotonicMs() + stoppedMs
      return { monotonicMs, uptimeMs: monotonicMs + asleepMs }
    },
    onLost: (fence) => lost.push(fence),
    onFault: (error) => faults.push(error),
  })
  onTestFinished(async () => {
    way = 'open'
    await leases.stop()
  })
  await settled()
  const advance = async (ms: number) => {
    clock.advance(ms)
    await settled()
  }
  return {
    ...{ leases, lost, faults, advance },
    beatCount: () => beatCount,
    /** @returns a function that lets through what the store has answered meanwhile */
    holdAnswers: () => {
      const { promise, keep } = aPromise()
      answers = promise
      return keep
    },
    setWay: (now: typeof way) => {
      way = now
    },
    /** Lets time pass in which none of the process's timers run. */
    freeze: (ms: number) => {
      stoppedMs += ms
    },
    /** Lets time pass in which the machine sleeps, which only one of its clocks counts. */
    sleep: (ms: number) => {
      asleepMs += ms
    },
  }
}

test('an account is one node’s, and the next one’s once it was given back', async () => {
  const shared = aStore()
  const [one, two] = [await aNode(shared, 'one'), await aNode(shared, 'two')]
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

test('a node that goes on keeps what it has, and tells how much that is', async () => {
  const shared = aStore()
  const { leases, advance, lost } = await aNode(shared, 'one')
  await leases.take(account)
  for (let times = 1; times < 20; times += 1) await advance(BEAT_MS)
  expect(leases.fenceOf(account)).toBeDefined()
  expect(await shared.store.holder(account)).toMatchObject({ id: 'one', load: 1, isAlive: true })
  expect(lost).toEqual([])
})

test('a beat that is never answered costs no lease, and many of them take no connection each', async () => {
  const node = await aNode(aStore(), 'one')
  const fence = await node.leases.take(account)
  node.setWay('silent')
  await node.advance(BEAT_MS)
  node.setWay('open')
  for (let times = 1; times < 10; times += 1) await node.advance(BEAT_MS)
  expect(node.leases.fenceOf(account)).toBe(fence)
  const before = node.beatCount()
  node.setWay('silent')
  for (let times = 1; times < 5; times += 1) await node.advance(BEAT_MS)
  expect(node.beatCount() - before).toBe(2)
  expect(node.lost).toEqual([])
})

test('who takes an account twice at once has one lease of it', async () => {
  const { leases } = await aNode(aStore(), 'one')
  const [first, second] = await Promise.all([leases.take(account), leases.take(account)])
  expect(second).toBe(first)
  expect(first).toBeDefined()
})

test('a node that is cut off from the store ends its leases before they end there', async () => {
  const shared = aStore()
  const node = await aNode(shared, 'one')
  const fence = await node.leases.take(account)
  node.setWay('cut')
  await node.advance(GOOD_MS - 1)
  expect(node.faults.length).toBeGreaterThan(0)
  expect(node.leases.fenceOf(account)).toBe(fence)
  expect(node.lost).toEqual([])
  await node.advance(1)
  expect(node.lost).toEqual([fence])
  expect(node.leases.held()).toEqual([])
  expect(await shared.store.holder(account)).toMatchObject({ id: 'one' })
  await expect(node.leases.take(account)).rejects.toMatchObject({ code: 'storage_unavailable' })
  node.setWay('open')
  const again = await node.leases.take(account)
  expect(again?.epoch).not.toBe(fence?.epoch)
})

test('a process that was stopped knows the moment it wakes that its leases are over', async () => {
  const { leases, freeze, lost, advance } = await aNode(aStore(), 'one')
  const fence = await leases.take(account)
  freeze(GOOD_MS - 1)
  expect(leases.fenceOf(account)).toBe(fence)
  freeze(1)
  expect(leases.held()).toEqual([])
  expect(leases.fenceOf(account)).toBeUndefined()
  expect(leases.fenceOf(account)).toBeUndefined()
  expect(lost).toEqual([fence])
  await advance(BEAT_MS)
  expect(await leases.take(account)).toBeDefined()
})

test('a machine that slept knows the moment it wakes that its leases are over', async () => {
  const { leases, sleep, lost, advance } = await aNode(aStore(), 'one')
  const fence = await leases.take(account)
  sleep(GOOD_MS - 1)
  expect(leases.fenceOf(account)).toBe(fence)
  sleep(1)
  expect(leases.fenceOf(account)).toBeUndefined()
  expect(lost).toEqual([fence])
  await advance(BEAT_MS)
  expect(await leases.take(account)).toBeDefined()
})

test('an answer that comes when the term is over for the node brings nothing back', async () => {
  const shared = aStore()
  const node = await aNode(shared, 'one')
  const fence = await node.leases.take(account)
  const letThrough = node.holdAnswers()
  const taking = node.leases.take(other)
  await settled()
  node.freeze(GOOD_MS)
  letThrough()
  expect(await taking).toBeUndefined()
  expect(node.lost).toEqual([fence])
  expect(node.leases.held()).toEqual([])
  const two = await aNode(shared, 'two')
  expect(await two.leases.take(other)).toBeDefined()
})

test('a node learns which of its leases is another’s by now', async () => {
  const shared = aStore()
  const [one, two] = [await aNode(shared, 'one'), await aNode(shared, 'two')]
  const fence = await one.leases.take(account)
  await one.leases.take(other)
  if (fence) await shared.store.giveBack([fence])
  const taken = await two.leases.take(account)
  await one.advance(BEAT_MS)
  expect(one.lost).toEqual([fence])
  expect(one.leases.held()).toMatchObject([{ userId: other }])
  expect(two.leases.fenceOf(account)).toBe(taken)
})

test('a lease whose grant did not reach the node, or that it could not give back, is given back', async () => {
  const shared = aStore()
  const [one, two] = [await aNode(shared, 'one'), await aNode(shared, 'two')]
  await one.leases.take(account)
  one.setWay('cut')
  await expect(one.leases.giveBack(account)).rejects.toMatchObject({ code: 'storage_unavailable' })
  one.setWay('open')
  expect(await two.leases.take(account)).toBeUndefined()
  await one.advance(BEAT_MS)
  expect(await two.leases.take(account)).toBeDefined()
  expect(one.lost).toEqual([])
})

test('a node that ends leaves its accounts to the others at once', async () => {
  const shared = aStore()
  const [one, two] = [await aNode(shared, 'one'), await aNode(shared, 'two')]
  await one.leases.take(account)
  await one.leases.take(other)
  await one.leases.stop()
  expect(one.leases.fenceOf(account)).toBeUndefined()
  expect(await one.leases.take(account)).toBeUndefined()
  expect(await two.leases.take(account)).toBeDefined()
  expect(await two.leases.take(other)).toBeDefined()
  expect((await shared.store.nodes()).map(({ id }) => id)).toEqual(['two'])
  expect(one.lost).toEqual([])
})

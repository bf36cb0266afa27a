import { describe, expect, test } from 'vitest'
import { AppError } from '../../../src/contract/errors.ts'
import { BEAT_MS, TERM_MS } from '../../../src/domain/cluster/leases.ts'
import { IDLE_MS, PRESSING_MS, STABLE_MS } from '../../../src/domain/cluster/sharing.ts'
import { aCluster, aClusterWith, accounts } from '../../support/domain/played-cluster.ts'

/** By then, other nodes have taken over the accounts of a node that died. */
const TAKEN_OVER_MS = 30_000

describe('accounts that need a home', () => {
  test('are shared evenly by nodes that start together', async () => {
    const needing = accounts(31)
    const { node, until, allAreAtHome } = await aClusterWith(needing)
    const nodes = ['one', 'two', 'three'].map(node)
    for (const { manner } of nodes) manner.startMs = () => 200
    await until(allAreAtHome, 15_000)
    const loads = nodes.map(({ engines }) => engines().length)
    expect(Math.max(...loads) - Math.min(...loads)).toBeLessThan(3)
    expect(nodes[0]?.homes.nodes()).toMatchObject([
      { id: 'one', url: 'http://one', isSelf: true },
      { id: 'three', isSelf: false },
      { id: 'two', isSelf: false },
    ])
  })

  test('are elsewhere within 30 seconds of the death of their node', async () => {
    const needing = accounts(30)
    const { node, pass, until, allAreAtHome } = await aClusterWith(needing)
    const [one, two, three] = [node('one'), node('two'), node('three')]
    for (const { manner } of [one, two, three]) manner.startMs = () => 200
    await pass(20_000)
    expect(allAreAtHome()).toBe(true)
    one.kill()
    expect(allAreAtHome()).toBe(false)
    expect(await until(allAreAtHome, TAKEN_OVER_MS)).toBeGreaterThan(TERM_MS - BEAT_MS - 100)
    const loads = [two, three].map(({ engines }) => engines().length)
    expect(Math.max(...loads) - Math.min(...loads)).toBeLessThan(3)
    two.kill()
    await until(allAreAtHome, TAKEN_OVER_MS)
    expect(three.engines()).toHaveLength(30)
  })

  test('move one by one to a node that joins, once the nodes have been the same for a while', async () => {
    const needing = accounts(12)
    const { node, pass, until, homesOf, monotonicMs } = await aClusterWith(needing)
    const one = node('one')
    await pass(15_000)
    expect(one.engines()).toHaveLength(12)
    one.manner.closeMs = () => 300
    const two = node('two')
    const joinedMs = monotonicMs()
    await until(() => one.engines().length < 12, 30_000)
    expect(monotonicMs() - joinedMs).toBeGreaterThan(STABLE_MS)
    await until(() => {
      const homeless = needing.filter((userId) => homesOf(userId).length === 0)
      expect(homeless.length).toBeLessThan(2)
      return two.engines().length === 6
    }, 60_000)
    const acts = [...one.acts, ...two.acts]
    await pass(60_000)
    expect([...one.acts, ...two.acts]).toEqual(acts)
  })

  test('stay while somebody calls them, who may be scanning a code, and go in the end all the same', async () => {
    const { node, pass, monotonicMs } = await aClusterWith(accounts(4))
    const one = node('one')
    await pass(15_000)
    const busy = one.engines()
    node('two')
    const joinedMs = monotonicMs()
    while (monotonicMs() - joinedMs < PRESSING_MS) {
      for (const userId of busy) void one.homes.find(userId)
      await pass(1_000)
      expect(one.engines()).toEqual(busy)
    }
    await pass(60_000)
    expect(one.engines()).toHaveLength(2)
  })

  test('stay where they are while nodes come and go', async () => {
    const { node, pass } = await aClusterWith(accounts(12))
    const one = node('one')
    await pass(15_000)
    for (const id of ['a', 'b', 'c', 'd']) {
      const passing = node(id)
      await pass(STABLE_MS - 2 * BEAT_MS)
      await Promise.all([passing.homes.stop(), pass(500)])
    }
    expect(one.engines()).toHaveLength(12)
    expect(one.acts.filter((act) => act.startsWith('close'))).toEqual([])
  })

  test('are tried again with growing pauses where they cannot be started, and reported once', async () => {
    const { node, pass, homesOf } = await aClusterWith(['ana', 'bia'])
    const one = node('one')
    one.manner.fails = (userId) => userId === 'ana'
    await pass(60_000)
    const tries = one.acts.filter((act) => act === 'start ana').length
    expect(tries).toBeGreaterThan(4)
    expect(tries).toBeLessThan(9)
    expect(one.faults).toHaveLength(1)
    expect(homesOf('bia')).toEqual(['one'])
    one.manner.fails = () => false
    await pass(35_000)
    expect(homesOf('ana')).toEqual(['one'])
    expect(one.homes.moves()).toMatchObject({ taken: 2, failed: tries })
  })

  test('go to another node where one cannot start them', async () => {
    const needing = accounts(6)
    const { node, until, allAreAtHome } = await aClusterWith(needing)
    const [one, two] = [node('one'), node('two')]
    one.manner.fails = () => true
    await until(allAreAtHome, TAKEN_OVER_MS)
    expect(two.engines()).toHaveLength(6)
  })

  test('get one also while the search for imported accounts fails', async () => {
    const { node, store, pass, until, allAreAtHome } = await aClusterWith(['ana'])
    await store.enlist()
    store.enlist = async () => {
      throw new AppError('storage_unavailable', 'it takes too long')
    }
    const one = node('one')
    await until(allAreAtHome, 10_000)
    await pass(60_000)
    expect(one.faults.length).toBeGreaterThan(1)
  })

  test('and never had one are found after the start', async () => {
    const { node, need, pass, until, homesOf } = aCluster()
    node('one')
    await pass(10_000)
    await need('imported')
    await until(() => homesOf('imported').length === 1, 11 * 60_000)
  })
})

test('an account that needs no home is let go of when nobody has called for long', async () => {
  const { node, need, pass, homesOf } = aCluster()
  const one = node('one')
  await pass(BEAT_MS)
  for (const userId of ['ana', 'bia', 'caio']) await one.homes.find(userId)
  await need('bia')
  await pass(IDLE_MS / 2)
  await one.homes.find('caio')
  await pass(IDLE_MS / 2 + 3_000)
  expect(['ana', 'bia', 'caio'].flatMap(homesOf)).toEqual(['one', 'one'])
  expect(one.acts).toContain('close ana')
  await pass(IDLE_MS)
  expect(one.engines()).toEqual(['bia'])
  expect(await one.homes.find('ana')).toMatchObject({ kind: 'here' })
})

import { describe, expect, test } from 'vitest'
import { FIND_MS, LAST_FIND_MS } from '../../../src/domain/cluster/homes.ts'
import { BEAT_MS, MARGIN_MS, TERM_MS } from '../../../src/domain/cluster/leases.ts'
import { IDLE_MS, PRESSING_MS, STABLE_MS } from '../../../src/domain/cluster/sharing.ts'
import { aCluster } from '../../support/domain/played-cluster.ts'

/** A node that died has lost its accounts to others by then. */
const TAKEN_OVER_MS = 30_000

function accounts(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `account-${index}`)
}

async function aClusterWith(needing: readonly string[]) {
  const cluster = aCluster()
  for (const userId of needing) await cluster.need(userId)
  const allAreAtHome = () => needing.every((userId) => cluster.homesOf(userId).length === 1)
  return { ...cluster, allAreAtHome }
}

describe('a call', () => {
  test('brings an account up where it is made, and finds it there from every node', async () => {
    const { node, pass } = aCluster()
    const [one, two] = [node('one'), node('two')]
    await pass(BEAT_MS)
    const home = await one.homes.find('ana')
    expect(home).toMatchObject({ kind: 'here', engine: { userId: 'ana', nodeId: 'one' } })
    expect(await one.homes.find('ana')).toEqual(home)
    expect(await two.homes.find('ana')).toMatchObject({
      kind: 'there',
      node: { id: 'one', url: 'http://one' },
    })
    expect(one.homes.engines()).toMatchObject([{ userId: 'ana', engine: { nodeId: 'one' } }])
    expect(one.homes.fenceOf('ana')).toMatchObject({ userId: 'ana', nodeId: 'one' })
    expect(one.homes.moves()).toEqual({ taken: 1, givenBack: 0, lost: 0, failed: 0 })
  })

  test('waits with the others for an engine that starts, which is one', async () => {
    const { node, pass } = aCluster()
    const [one, two] = [node('one'), node('two')]
    one.manner.startMs = () => 3_000
    await pass(BEAT_MS)
    const finding = [one.homes.find('ana'), one.homes.find('ana')]
    await pass(1_000)
    finding.push(one.homes.find('ana'))
    expect(await two.homes.find('ana')).toMatchObject({ kind: 'there' })
    await pass(2_000)
    for (const home of await Promise.all(finding)) expect(home).toMatchObject({ kind: 'here' })
    expect(one.acts).toEqual(['start ana'])
  })

  test('of many at once at several nodes lead to one home', async () => {
    const { node, pass } = aCluster()
    const nodes = ['one', 'two', 'three'].map(node)
    for (const { manner } of nodes) manner.startMs = () => 500
    await pass(BEAT_MS)
    const finding = nodes.flatMap(({ homes }) => [homes.find('ana'), homes.find('ana')])
    await pass(2_000)
    const found = await Promise.all(finding)
    const places = found.map((home) => (home.kind === 'here' ? home.engine.nodeId : home.node.id))
    expect(new Set(places).size).toBe(1)
    expect(nodes.flatMap(({ acts }) => acts)).toEqual(['start ana'])
  })

  test('is told at once where an account cannot be started, and tried again after a pause', async () => {
    const { node, pass } = aCluster()
    const one = node('one')
    await pass(BEAT_MS)
    one.manner.fails = () => true
    const refused = { code: 'no_home', retryAfterSeconds: 1 }
    await expect(one.homes.find('ana')).rejects.toMatchObject(refused)
    await expect(one.homes.find('ana')).rejects.toMatchObject(refused)
    expect(one.acts).toEqual(['start ana'])
    expect(one.faults).toMatchObject([{ code: 'ledger_damaged' }])
    one.manner.fails = () => false
    await pass(1_000)
    expect(await one.homes.find('ana')).toMatchObject({ kind: 'here' })
  })

  test('waits for the end of a node that it found dead, and takes the account up', async () => {
    const { node, pass, homesOf } = aCluster()
    const [one, two] = [node('one'), node('two')]
    await pass(BEAT_MS)
    await one.homes.find('ana')
    one.kill()
    expect(await two.homes.find('ana')).toMatchObject({ kind: 'there', node: { id: 'one' } })
    two.homes.forget('ana')
    const finding = two.homes.find('ana')
    await pass(TERM_MS + 500)
    expect(await finding).toMatchObject({ kind: 'here' })
    expect(homesOf('ana')).toEqual(['two'])
  })

  test('goes to a node again that gave a sign of life since it was found dead', async () => {
    const { node, pass } = aCluster()
    const [one, two] = [node('one'), node('two')]
    await pass(BEAT_MS)
    await one.homes.find('ana')
    await two.homes.find('ana')
    two.homes.forget('ana')
    const finding = two.homes.find('ana')
    await pass(BEAT_MS + 500)
    expect(await finding).toMatchObject({ kind: 'there', node: { id: 'one' } })
  })

  test('does not go to a node that was silent for a while', async () => {
    const { node, pass, homesOf } = aCluster()
    const [one, two] = [node('one'), node('two')]
    await pass(BEAT_MS)
    await one.homes.find('ana')
    one.freeze()
    await pass(4 * BEAT_MS)
    const finding = two.homes.find('ana')
    await pass(TERM_MS)
    expect(await finding).toMatchObject({ kind: 'here' })
    expect(homesOf('ana')).toEqual(['two'])
  })

  test('is refused where the account has no home in time', async () => {
    const { node, pass } = aCluster()
    const one = node('one')
    await pass(BEAT_MS)
    one.manner.startMs = () => 2 * FIND_MS
    const refused = expect(one.homes.find('ana')).rejects.toMatchObject({
      code: 'no_home',
      retryAfterSeconds: 2,
    })
    await pass(FIND_MS + 500)
    await refused
    one.cut()
    await expect(one.homes.find('bia')).rejects.toMatchObject({ code: 'storage_unavailable' })
  })
})

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

  test('are tried again with growing pauses where they cannot be started, and told of once', async () => {
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

  test('and never had one are found after the start', async () => {
    const { node, need, pass, until, homesOf } = aCluster()
    node('one')
    await pass(10_000)
    await need('imported')
    await until(() => homesOf('imported').length === 1, 11 * 60_000)
  })
})

test('a frozen node abandons its accounts the moment it wakes, before anything else', async () => {
  const needing = accounts(6)
  const { node, pass, homesOf, allAreAtHome } = await aClusterWith(needing)
  const [one, two] = [node('one'), node('two')]
  await pass(12_000)
  const had = one.engines()
  expect(had).toHaveLength(3)
  one.freeze()
  await pass(TAKEN_OVER_MS)
  expect(two.engines()).toHaveLength(6)
  one.acts.length = 0
  one.wake()
  expect([...one.acts].sort()).toEqual(had.map((userId) => `abandon ${userId}`).sort())
  for (const userId of needing) expect(homesOf(userId)).toEqual(['two'])
  expect(await one.homes.find(had[0] ?? '')).toMatchObject({ kind: 'there' })
  expect(one.homes.moves()).toMatchObject({ lost: 3 })
  await pass(60_000)
  expect(allAreAtHome()).toBe(true)
  expect(one.engines()).toHaveLength(3)
})

test('a node that is cut off from the store abandons its accounts, and has some again later', async () => {
  const needing = accounts(4)
  const { node, pass, until, allAreAtHome } = await aClusterWith(needing)
  const [one, two] = [node('one'), node('two')]
  await pass(12_000)
  const had = one.engines()
  one.cut()
  await pass(TERM_MS - MARGIN_MS)
  expect(one.engines()).toEqual([])
  await until(() => two.engines().length === 4, TAKEN_OVER_MS)
  one.heal()
  await until(() => one.engines().length === had.length, 60_000)
  expect(allAreAtHome()).toBe(true)
})

test('an engine whose lease was lost while it started is abandoned', async () => {
  const { node, pass, until, homesOf } = await aClusterWith(['ana'])
  const one = node('one')
  one.manner.startMs = () => 20_000
  await until(() => one.acts.length === 1, 10_000)
  one.cut()
  await pass(TERM_MS)
  one.heal()
  await until(() => one.acts.includes('abandon ana'), 20_000)
  one.manner.startMs = () => 0
  await until(() => homesOf('ana').length === 1, 20_000)
  expect(one.homes.moves()).toMatchObject({ taken: 1, failed: 0 })
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

test('a node that ends closes its engines, gives everything back and is known no more', async () => {
  const needing = accounts(8)
  const { node, pass, until, store, allAreAtHome } = await aClusterWith(needing)
  const [one, two] = [node('one'), node('two')]
  await pass(12_000)
  const [slow = '', quick = ''] = one.engines()
  one.manner.closeMs = (userId) => (userId === slow ? 10_000 : 500)
  one.manner.startMs = () => 5_000
  const late = expect(one.homes.find('late')).rejects.toMatchObject({ code: 'stopping' })
  await pass(BEAT_MS)
  const stopping = one.homes.stop()
  const calling = one.homes.find(quick)
  await pass(BEAT_MS + 1_000)
  expect(await calling).toMatchObject({ kind: 'there', node: { id: 'two' } })
  await Promise.all([stopping, pass(10_000)])
  await late
  expect(one.engines()).toEqual([])
  expect(one.acts.filter((act) => act.startsWith('abandon'))).toEqual([])
  expect(one.acts).toContain('close late')
  expect((await store.nodes()).map(({ id }) => id)).toEqual(['two'])
  await until(allAreAtHome, 6_000)
  expect(two.engines()).toHaveLength(8)
  const nowhere = expect(one.homes.find('new')).rejects.toMatchObject({ code: 'stopping' })
  await pass(LAST_FIND_MS + 500)
  await nowhere
})

test('an engine that cannot be closed is abandoned, and its account goes to another node', async () => {
  const { node, pass, until, homesOf } = await aClusterWith(['ana'])
  const one = node('one')
  await until(() => homesOf('ana').length === 1, 10_000)
  one.manner.closeMs = () => {
    throw new Error('cannot be closed')
  }
  const two = node('two')
  await Promise.all([one.homes.stop(), pass(1_000)])
  await until(() => two.engines().length === 1, 10_000)
  expect(one.acts).toEqual(['start ana', 'close ana', 'abandon ana'])
  expect(one.faults).toHaveLength(1)
})

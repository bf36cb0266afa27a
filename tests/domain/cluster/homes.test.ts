import { describe, expect, test } from 'vitest'
import { FIND_MS, LAST_FIND_MS } from '../../../src/domain/cluster/homes.ts'
import { BEAT_MS, GOOD_MS, TERM_MS } from '../../../src/domain/cluster/leases.ts'
import { aCluster, aClusterWith, accounts } from '../../support/domain/played-cluster.ts'

/** By then, other nodes have taken over the accounts of a node that died. */
const TAKEN_OVER_MS = 30_000

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

  test('fails at once where an account cannot be started, which is tried again after a pause', async () => {
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

  test('does not go to a node that was found dead while somebody looked', async () => {
    const { node, pass } = aCluster()
    const [one, two] = [node('one'), node('two')]
    await pass(BEAT_MS)
    await one.homes.find('ana')
    await two.homes.find('ana')
    one.kill()
    await pass(BEAT_MS)
    const finding = two.homes.find('ana')
    two.homes.forget('ana')
    await pass(TERM_MS)
    expect(await finding).toMatchObject({ kind: 'here' })
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

  test('is refused in time also where the store does not answer', async () => {
    const { node, store, pass } = aCluster()
    store.holder = () => new Promise(() => undefined)
    const one = node('one')
    await pass(BEAT_MS)
    const refused = expect(one.homes.find('ana')).rejects.toMatchObject({ code: 'no_home' })
    await pass(FIND_MS + 500)
    await refused
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
  await pass(GOOD_MS)
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

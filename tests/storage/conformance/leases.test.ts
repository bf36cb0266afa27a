import { describe, expect, onTestFinished, test } from 'vitest'
import { leaseEngines } from '../../support/storage/engines/lease-engines.ts'
import { dropDatabasesAfterwards } from '../../support/storage/postgres.ts'

dropDatabasesAfterwards()

/** What every implementation of `LeaseStore` promises. */

const LONG_MS = 10 * 60_000

describe.each(Object.entries(leaseEngines))('leases in %s', (_, openEngine) => {
  async function anEngine() {
    const engine = await openEngine()
    onTestFinished(engine.close)
    const { store } = engine
    const enter = (id: string) =>
      store.enter({ id, url: `http://${id}`, load: 0, isLeaving: false }, { termMs: LONG_MS })
    const stay = (id: string, term: number) =>
      store.stay({ id, url: `http://${id}`, load: 2, isLeaving: true }, { term, termMs: LONG_MS })
    return { ...engine, enter, stay }
  }

  async function epochOf(taking: Promise<number | undefined>): Promise<number> {
    const epoch = await taking
    if (epoch === undefined) throw new Error('another node has it')
    return epoch
  }

  test('of many nodes that want an account at once, one gets it, until it gives it back', async () => {
    const { store, enter } = await anEngine()
    const ids = ['a', 'b', 'c', 'd', 'e']
    const terms = await Promise.all(ids.map(enter))
    const epochs = await Promise.all(terms.map((term) => store.take('ana', term)))
    const winner = epochs.findIndex((epoch) => epoch !== undefined)
    expect(epochs.filter((epoch) => epoch !== undefined)).toHaveLength(1)
    const lease = { userId: 'ana', epoch: epochs[winner] ?? 0 }
    expect(await store.holder('ana')).toMatchObject({ id: ids[winner], isAlive: true })
    await store.giveBack([lease])
    expect(await store.holder('ana')).toBeUndefined()
    const next = await epochOf(store.take('ana', await enter('f')))
    expect(next).not.toBe(lease.epoch)
    // Given back too late: another node has the lease by now.
    await store.giveBack([lease])
    expect(await store.holder('ana')).toMatchObject({ id: 'f' })
  })

  test('a node that takes what it has gets another epoch', async () => {
    const { store, enter, stay } = await anEngine()
    const term = await enter('a')
    const first = await epochOf(store.take('ana', term))
    const second = await epochOf(store.take('ana', term))
    expect(second).not.toBe(first)
    await store.giveBack([{ userId: 'ana', epoch: first }])
    expect(await stay('a', term)).toEqual([{ userId: 'ana', epoch: second }])
  })

  test('a term that is prolonged tells its leases; one that is over has none, and gets none', async () => {
    const { store, enter, stay, endTerm } = await anEngine()
    const term = await enter('a')
    const epochs = [await epochOf(store.take('ana', term)), await epochOf(store.take('bia', term))]
    const told = await stay('a', term)
    expect(told?.map(({ epoch }) => epoch).sort()).toEqual([...epochs].sort())
    await endTerm('a')
    expect(await stay('a', term)).toBeUndefined()
    expect(await store.take('caio', term)).toBeUndefined()
    expect(await store.take('ana', term)).toBeUndefined()
    expect(await store.holder('ana')).toBeUndefined()
    const taken = await enter('b')
    await epochOf(store.take('ana', taken))
    expect(await store.holder('ana')).toMatchObject({ id: 'b' })
    expect(await store.unheld(9)).toEqual(['bia'])
  })

  test('a node that begins another term has nothing of the one before', async () => {
    const { store, enter, stay } = await anEngine()
    const before = await enter('a')
    await epochOf(store.take('ana', before))
    const term = await enter('a')
    expect(await store.unheld(9)).toEqual(['ana'])
    expect(await stay('a', before)).toBeUndefined()
    expect(await store.take('bia', before)).toBeUndefined()
    expect(await stay('a', term)).toEqual([])
    await epochOf(store.take('ana', term))
    expect(await store.holder('ana')).toMatchObject({ id: 'a' })
  })

  test('nodes know each other until they leave, and who did not say so for a while longer', async () => {
    const { store, enter, stay, endTerm } = await anEngine()
    const [term] = [await enter('b'), await enter('a'), await enter('c')]
    await epochOf(store.take('ana', term))
    await stay('b', term)
    await endTerm('c')
    expect(await store.nodes()).toMatchObject([
      { id: 'a', url: 'http://a', load: 0, isLeaving: false, isAlive: true },
      { id: 'b', url: 'http://b', load: 2, isLeaving: true, isAlive: true },
      { id: 'c', isAlive: false },
    ])
    const home = await store.holder('ana')
    expect(home).toMatchObject({
      id: 'b',
      url: 'http://b',
      load: 2,
      isLeaving: true,
      isAlive: true,
    })
    expect(home?.silentMs).toBeLessThan(LONG_MS)
    await store.leave('b')
    await store.leave('b')
    expect((await store.nodes()).map(({ id }) => id)).toEqual(['a', 'c'])
    expect(await store.holder('ana')).toBeUndefined()
    expect(await store.unheld(9)).toEqual(['ana'])
  })

  test('what needs a home waits for one when it is given back; what does not is forgotten', async () => {
    const { store, enter, need, needNoMore } = await anEngine()
    const term = await enter('a')
    const leases = []
    for (const userId of ['ana', 'bia', 'caio']) {
      leases.push({ userId, epoch: await epochOf(store.take(userId, term)) })
    }
    await need('ana')
    await need('caio')
    expect([...(await store.needing(['ana', 'bia', 'caio', 'davi']))].sort()).toEqual([
      'ana',
      'caio',
    ])
    expect(await store.needing([])).toEqual([])
    await needNoMore('caio')
    await store.giveBack(leases)
    await store.giveBack([])
    expect(await store.unheld(9)).toEqual(['ana'])
  })

  test('who never had a home and needs one is enlisted, once', async () => {
    const { store, enter, need } = await anEngine()
    const term = await enter('a')
    await epochOf(store.take('ana', term))
    for (const userId of ['ana', 'bia', 'caio']) await need(userId)
    expect(await store.unheld(9)).toEqual([])
    await Promise.all([store.enlist(), store.enlist()])
    expect([...(await store.unheld(9))].sort()).toEqual(['bia', 'caio'])
    expect(await store.unheld(1)).toHaveLength(1)
    await epochOf(store.take('bia', term))
    await store.enlist()
    expect(await store.unheld(9)).toEqual(['caio'])
    expect(await store.holder('bia')).toMatchObject({ id: 'a' })
  })
})

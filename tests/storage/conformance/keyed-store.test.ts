import { describe, expect, onTestFinished, test } from 'vitest'
import { OptOutSource } from '../../../src/contract/optouts/opt-out.ts'
import { TakenError } from '../../../src/domain/store.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'
import { type Kept, keyedEngines, type OpenKeyed } from '../../support/storage/engines/engines.ts'
import { dropDatabasesAfterwards } from '../../support/storage/postgres.ts'

dropDatabasesAfterwards()

/** What every implementation of `KeyedStore` promises. */

function person(id: string, phone: string | null, lid: string | null = null): Kept {
  return {
    ...{ id, name: id, phone, lid, reason: '', campaignId: null },
    ...{ source: OptOutSource.manual, createdAt: '2026-01-15T12:00:00.000Z' },
  }
}

async function aStore(open: OpenKeyed) {
  const dir = await aDataFolder()
  let { store, close } = await open(dir)
  onTestFinished(async () => {
    await close()
  })
  const idsBy = async (...query: Parameters<typeof store.findBy>) =>
    (await store.findBy(...query)).map(({ userId, record }) => `${userId}/${record.id}`).sort()
  const reopen = async (): Promise<void> => {
    await close()
    ;({ store, close } = await open(dir))
  }
  return { store: () => store, idsBy, reopen }
}

describe.each(Object.entries(keyedEngines))('a store with keys in %s', (_, open) => {
  test('finds records by their values, whoever owns them, also when it is opened again', async () => {
    const { store, idsBy, reopen } = await aStore(open)
    await store().create('ana', person('1', '11', 'a'))
    await store().create('ana', person('2', '11'))
    await store().create('bia', person('1', '22'))
    for (const prepare of [async () => undefined, reopen]) {
      await prepare()
      expect(await idsBy('phone', '11')).toEqual(['ana/1', 'ana/2'])
      expect(await idsBy('phone', '22')).toEqual(['bia/1'])
      expect(await idsBy('lid', 'a')).toEqual(['ana/1'])
      expect(await idsBy('lid', '11')).toEqual([])
      expect(await store().count('phone')).toBe(2)
      expect(await store().count('lid')).toBe(1)
    }
  })

  test('follows every change of a value, and forgets those of what was removed', async () => {
    const { store, idsBy, reopen } = await aStore(open)
    await store().create('ana', person('1', '11'))
    await store().update('ana', '1', (present) => ({ ...present, phone: '12', lid: 'a' }))
    expect(await idsBy('phone', '11')).toEqual([])
    expect(await idsBy('phone', '12')).toEqual(['ana/1'])
    expect(await idsBy('lid', 'a')).toEqual(['ana/1'])
    await store().update('ana', '1', () => undefined)
    expect(await idsBy('phone', '12')).toEqual(['ana/1'])
    await reopen()
    await store().remove('ana', '1')
    expect(await idsBy('phone', '12')).toEqual([])
    expect(await store().count('phone')).toBe(0)
    expect(await store().create('bia', person('1', '12'))).toBe(true)
  })

  test('refuses a value that belongs to another owner, and changes nothing then', async () => {
    const { store, idsBy } = await aStore(open)
    await store().create('ana', person('1', '11', 'a'))
    await store().create('bia', person('1', '22'))
    await expect(store().create('bia', person('2', '33', 'a'))).rejects.toThrow(TakenError)
    await expect(
      store().update('bia', '1', (present) => ({ ...present, phone: '11' })),
    ).rejects.toMatchObject({ key: 'phone' })
    expect(await idsBy('phone', '33')).toEqual([])
    expect(await idsBy('phone', '22')).toEqual(['bia/1'])
    expect(await idsBy('phone', '11')).toEqual(['ana/1'])
    expect(await store().find('bia', '2')).toBeUndefined()
  })

  test('of two owners who want one value at once, one gets it', async () => {
    const { store, idsBy } = await aStore(open)
    const results = await Promise.allSettled([
      store().create('ana', person('1', '11')),
      store().create('bia', person('1', '11')),
    ])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await idsBy('phone', '11')).toHaveLength(1)
  })

  test('an id that is taken takes no value', async () => {
    const { store, idsBy } = await aStore(open)
    await store().create('ana', person('1', '11'))
    expect(await store().create('ana', person('1', '12'))).toBe(false)
    expect(await idsBy('phone', '12')).toEqual([])
    expect(await idsBy('phone', '11')).toEqual(['ana/1'])
  })

  test('of many that want to be the first at once, one is', async () => {
    const { store } = await aStore(open)
    await store().create('caio', person('1', null))
    const all = ['ana', 'bia', 'davi', 'eva']
    const created = await Promise.all(
      all.map((userId) => store().createFirst(userId, person('1', userId), 'phone')),
    )
    expect(created.filter(Boolean)).toHaveLength(1)
    expect(await store().count('phone')).toBe(1)
    expect(await store().createFirst('fred', person('1', '99'), 'phone')).toBe(false)
    expect(await store().createFirst('fred', person('1', '99'), 'lid')).toBe(true)
  })
})

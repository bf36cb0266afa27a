import { describe, expect, onTestFinished, test } from 'vitest'
import { OptOutSource } from '../../../src/contract/optouts/opt-out.ts'
import { inPages, type OwnedStore } from '../../../src/domain/store.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'
import { engines, type Kept, type OpenStore } from '../../support/storage/engines/engines.ts'
import { dropDatabasesAfterwards } from '../../support/storage/postgres.ts'

dropDatabasesAfterwards()

/** What every implementation of `OwnedStore` promises. */

function thing(id: number | string, name = 'text'): Kept {
  return {
    ...{ id: String(id), name, phone: null, lid: null, reason: '', campaignId: null },
    ...{ source: OptOutSource.manual, createdAt: '2026-01-15T12:00:00.000Z' },
  }
}

async function aStore(open: OpenStore) {
  const dir = await aDataFolder()
  let { store, close } = await open(dir)
  onTestFinished(async () => {
    await close()
  })
  const reopen = async (): Promise<OwnedStore<Kept>> => {
    await close()
    ;({ store, close } = await open(dir))
    return store
  }
  return { store, reopen }
}

const added = (present: Kept): Kept => ({ ...present, name: `${present.name}+` })
const namesOf = async (store: OwnedStore<Kept>, userId: string) =>
  (await store.list(userId)).map(({ name }) => name)

async function pagesOf(store: OwnedStore<Kept>, limit: number): Promise<string[][]> {
  const pages: string[][] = []
  for await (const some of inPages(store, 'ana', limit)) pages.push(some.map(({ id }) => id))
  return pages
}

describe.each(Object.entries(engines))('a store in %s', (_, open) => {
  test('finds, changes and removes only the records of their owner', async () => {
    const { store } = await aStore(open)
    expect(await store.create('ana', thing(1, 'of ana'))).toBe(true)
    expect(await store.create('bia', thing(1, 'of bia'))).toBe(true)
    expect(await store.update('caio', '1', added)).toBeUndefined()
    expect(await store.remove('caio', '1')).toBeUndefined()
    expect(await store.find('caio', '1')).toBeUndefined()
    expect(await store.list('caio')).toEqual([])
    await store.update('bia', '1', added)
    expect(await store.find('ana', '1')).toMatchObject(thing(1, 'of ana'))
    expect(await store.find('bia', '1')).toMatchObject(thing(1, 'of bia+'))
    await store.remove('ana', '1')
    expect(await namesOf(store, 'bia')).toEqual(['of bia+'])
  })

  test('finds nothing under an id that nothing can have', async () => {
    const { store } = await aStore(open)
    await store.create('ana', thing(1))
    for (const id of ['\0', '1\0', '\ud83d', '\\', '../1', '']) {
      expect(await store.find('ana', id)).toBeUndefined()
      expect(await store.update('ana', id, added)).toBeUndefined()
      expect(await store.remove('ana', id)).toBeUndefined()
    }
  })

  test('lists the newest first; a change keeps the place', async () => {
    const { store } = await aStore(open)
    for (const id of [1, 2, 3]) await store.create('ana', thing(id, `${id}`))
    await store.save('ana', thing(2, 'two'))
    await store.update('ana', '1', added)
    expect(await namesOf(store, 'ana')).toEqual(['3', 'two', '1+'])
    expect(await store.size('ana')).toBe(3)
    expect(await store.size('bia')).toBe(0)
  })

  test('gives its list in pages, and one page to who asks for more than there is', async () => {
    const { store, reopen } = await aStore(open)
    expect(await store.page('ana', { before: null, limit: 2 })).toEqual({ records: [], next: null })
    for (const id of [1, 2, 3, 4]) await store.create('ana', thing(id))
    await store.create('bia', thing(9))
    for (const prepare of [async () => store, reopen]) {
      const opened = await prepare()
      expect(await pagesOf(opened, 3)).toEqual([['4', '3', '2'], ['1']])
      expect(await pagesOf(opened, 4)).toEqual([['4', '3', '2', '1']])
      expect(await pagesOf(opened, 9)).toEqual([['4', '3', '2', '1']])
    }
  })

  test('records that come, change or go between two pages move none of the others', async () => {
    const { store } = await aStore(open)
    for (const id of [1, 2, 3, 4, 5, 6]) await store.create('ana', thing(id))
    const first = await store.page('ana', { before: null, limit: 2 })
    await store.remove('ana', '5')
    await store.remove('ana', '3')
    await store.create('ana', thing(7))
    await store.update('ana', '6', added)
    await store.update('ana', '2', added)
    const second = await store.page('ana', { before: first.next, limit: 4 })
    expect(first.records.map(({ id }) => id)).toEqual(['6', '5'])
    expect(second.records.map(({ id, name }) => `${id} ${name}`)).toEqual([
      '4 text',
      '2 text+',
      '1 text',
    ])
    expect(second.next).toBeNull()
  })

  test('lists all records with their owners', async () => {
    const { store } = await aStore(open)
    await store.create('ana', thing(1))
    await store.create('bia', thing(2))
    const all = await store.listAll()
    expect(all.map(({ userId, record }) => [userId, record.id]).sort()).toEqual([
      ['ana', '1'],
      ['bia', '2'],
    ])
  })

  test('creates nothing where the id is taken, and says so', async () => {
    const { store, reopen } = await aStore(open)
    expect(await store.create('ana', thing(1, 'first'))).toBe(true)
    expect(await store.create('ana', thing(1, 'second'))).toBe(false)
    expect(await namesOf(await reopen(), 'ana')).toEqual(['first'])
  })

  test('of two that create one id at once, one does', async () => {
    const { store } = await aStore(open)
    const created = await Promise.all([
      store.create('ana', thing(1, 'one')),
      store.create('ana', thing(1, 'other')),
    ])
    expect(created.toSorted()).toEqual([false, true])
    expect(await namesOf(store, 'ana')).toEqual([created[0] ? 'one' : 'other'])
  })

  test('an update answers what now stands, changed or left as it was', async () => {
    const { store, reopen } = await aStore(open)
    await store.create('ana', thing(1, 'a'))
    expect(await store.update('ana', '1', added)).toMatchObject(thing(1, 'a+'))
    expect(await store.update('ana', '1', () => undefined)).toMatchObject(thing(1, 'a+'))
    expect(await store.find('ana', '1')).toMatchObject(thing(1, 'a+'))
    expect(await namesOf(await reopen(), 'ana')).toEqual(['a+'])
  })

  test('an update makes no record where there is none', async () => {
    const { store, reopen } = await aStore(open)
    expect(await store.update('ana', '1', () => thing(1))).toBeUndefined()
    await store.create('ana', thing(2))
    await store.remove('ana', '2')
    expect(await store.update('ana', '2', () => thing(2))).toBeUndefined()
    expect(await (await reopen()).list('ana')).toEqual([])
  })

  test('what a change throws reaches its caller, and leaves the record as it was', async () => {
    const { store } = await aStore(open)
    await store.create('ana', thing(1, 'a'))
    const refused = store.update('ana', '1', () => {
      throw new RangeError('refused')
    })
    await expect(refused).rejects.toThrow(RangeError)
    expect(await store.update('ana', '1', added)).toMatchObject(thing(1, 'a+'))
  })

  test('of many updates of one record at once, none is lost', async () => {
    const { store, reopen } = await aStore(open)
    await store.create('ana', thing(1, ''))
    await store.create('ana', thing(2, ''))
    const ids = Array.from({ length: 40 }, (_none, place) => String((place % 2) + 1))
    await Promise.all(ids.map((id) => store.update('ana', id, added)))
    const all = '+'.repeat(20)
    expect(await namesOf(store, 'ana')).toEqual([all, all])
    expect(await namesOf(await reopen(), 'ana')).toEqual([all, all])
  })

  test('an update beside a save is lost to it or comes after it', async () => {
    for (const isSaveFirst of [true, false]) {
      const { store, reopen } = await aStore(open)
      await store.create('ana', thing(1, 'old'))
      const save = () => store.save('ana', thing(1, 'new'))
      const update = () => store.update('ana', '1', added)
      await Promise.all(isSaveFirst ? [save(), update()] : [update(), save()])
      const [name] = await namesOf(store, 'ana')
      expect(['new', 'new+']).toContain(name)
      expect(await namesOf(await reopen(), 'ana')).toEqual([name])
    }
  })

  test('an update beside a removal never brings the record back, whichever comes first', async () => {
    for (const isRemovalFirst of [true, false]) {
      const { store, reopen } = await aStore(open)
      await store.create('ana', thing(1, 'a'))
      const remove = () => store.remove('ana', '1')
      const update = () => store.update('ana', '1', added)
      const [one, other] = await Promise.all(
        isRemovalFirst ? [remove(), update()] : [update(), remove()],
      )
      const [removed, updated] = isRemovalFirst ? [one, other] : [other, one]
      expect(removed?.name).toBe(updated?.name ?? 'a')
      expect(await store.find('ana', '1')).toBeUndefined()
      expect(await store.list('ana')).toEqual([])
      expect(await (await reopen()).list('ana')).toEqual([])
    }
  })

  test('of two that remove one record at once, one gets it as it was', async () => {
    const { store } = await aStore(open)
    await store.create('ana', thing(1, 'a'))
    const removed = await Promise.all([store.remove('ana', '1'), store.remove('ana', '1')])
    expect(removed.flatMap((record) => record?.name ?? [])).toEqual(['a'])
    expect(await store.remove('ana', '1')).toBeUndefined()
  })

  test('a removal that does not mean the record leaves it', async () => {
    const { store } = await aStore(open)
    await store.create('ana', thing(1, 'a'))
    expect(await store.remove('ana', '1', ({ name }) => name === 'b')).toBeUndefined()
    expect(await namesOf(store, 'ana')).toEqual(['a'])
    expect(await store.remove('ana', '1', ({ name }) => name === 'a')).toMatchObject({ id: '1' })
    expect(await store.list('ana')).toEqual([])
  })

  test('a removal beside a change that makes the record another comes first or leaves it', async () => {
    const { store } = await aStore(open)
    await store.create('ana', thing(1, 'a'))
    const [updated, removed] = await Promise.all([
      store.update('ana', '1', added),
      store.remove('ana', '1', ({ name }) => name === 'a'),
    ])
    expect([updated?.name, removed?.name]).toEqual(updated ? ['a+', undefined] : [undefined, 'a'])
    expect(await namesOf(store, 'ana')).toEqual(updated ? ['a+'] : [])
  })

  test('what was reported as done is there when the store is opened again', async () => {
    const { store, reopen } = await aStore(open)
    for (const id of [1, 2, 3, 4]) await store.create('ana', thing(id, `${id}`))
    await store.update('ana', '2', added)
    await store.remove('ana', '3')
    await store.save('ana', thing(4, 'four'))
    const again = await reopen()
    expect(await namesOf(again, 'ana')).toEqual(['four', '2+', '1'])
    await again.create('ana', thing(5, 'five'))
    expect(await namesOf(await reopen(), 'ana')).toEqual(['five', 'four', '2+', '1'])
  })
})

import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { REMOVED_KEPT_MS, withBin } from '../../src/domain/bin.ts'
import { openCollection } from '../../src/storage/collections/collection.ts'
import { createFakeClock } from '../support/domain/fake-clock.ts'
import { passes } from '../support/eventually.ts'
import { aDataFolder } from '../support/storage/data-folder.ts'
import { createMemoryStore } from '../support/storage/memory-store.ts'

type Thing = { readonly id: string; readonly name: string; readonly removedAt?: string | null }

async function aBin() {
  const clock = createFakeClock()
  const store = createMemoryStore<Thing>()
  const faults: unknown[] = []
  const open = () => withBin(store, { clock, onFault: (error) => faults.push(error) })
  return { clock, store, faults, open, bin: await open() }
}

const one = { id: '1', name: 'Um' }
const two = { id: '2', name: 'Dois' }

test('a removed record is out of every view, and comes back as it was', async () => {
  const { bin } = await aBin()
  await bin.save('ana', one)
  await bin.save('ana', two)
  expect(await bin.remove('ana', '1')).toEqual(one)
  expect(await bin.remove('ana', '1')).toBeUndefined()
  expect(await bin.find('ana', '1')).toBeUndefined()
  expect(await bin.list('ana')).toEqual([two])
  expect(await bin.list('ana')).toHaveLength(1)
  expect(await bin.listAll()).toEqual([{ userId: 'ana', record: two }])
  expect(await bin.removed('ana')).toMatchObject([one])
  expect(await bin.restore('bia', '1')).toBeUndefined()
  expect(await bin.restore('ana', '1')).toMatchObject(one)
  expect(await bin.restore('ana', '1')).toBeUndefined()
  expect(await bin.list('ana')).toMatchObject([two, one])
  expect(await bin.removed('ana')).toEqual([])
})

test('after its time it is gone, also where the daemon was away meanwhile', async () => {
  const { bin, clock, store, open } = await aBin()
  const gone: string[] = []
  bin.whenGone(async (_, { id }) => {
    gone.push(id)
  })
  await bin.save('ana', one)
  await bin.save('ana', two)
  await bin.remove('ana', '1')
  clock.advance(REMOVED_KEPT_MS - 1)
  expect(await store.find('ana', '1')).toBeDefined()
  clock.advance(1)
  await passes(() => expect(gone).toEqual(['1']))
  expect(await store.find('ana', '1')).toBeUndefined()

  await store.save('ana', { ...two, removedAt: new Date(clock.now()).toISOString() })
  const again = await open()
  expect(await again.list('ana')).toEqual([])
  expect(await again.restore('ana', '2')).toMatchObject(two)
  await again.remove('ana', '2')
  clock.advance(REMOVED_KEPT_MS)
  await passes(async () => expect(await store.find('ana', '2')).toBeUndefined())
})

test('one that came back, or was made anew, stays when the time of its removal is over', async () => {
  const { bin, clock } = await aBin()
  await bin.save('ana', one)
  await bin.save('ana', two)
  await bin.remove('ana', '1')
  await bin.remove('ana', '2')
  await bin.restore('ana', '1')
  await bin.save('ana', two)
  expect(await bin.removed('ana')).toEqual([])
  clock.advance(REMOVED_KEPT_MS)
  await bin.save('ana', { id: '3', name: 'Três' })
  expect((await bin.list('ana')).map(({ id }) => id)).toEqual(['3', '2', '1'])
})

test('a time ahead of the clock keeps nothing for longer', async () => {
  const { clock, store, open } = await aBin()
  await store.save('ana', { ...one, removedAt: new Date(clock.now() + 1e9).toISOString() })
  await open()
  clock.advance(REMOVED_KEPT_MS)
  await passes(async () => expect(await store.find('ana', '1')).toBeUndefined())
})

test('what ended while no daemon ran is told to who listens only later', async () => {
  const { clock, store, open } = await aBin()
  await store.save('ana', { ...one, removedAt: new Date(clock.now()).toISOString() })
  clock.advance(10 * REMOVED_KEPT_MS)
  const again = await open()
  clock.advance(1_000)
  await setImmediate()
  const gone: string[] = []
  again.whenGone(async (_, { id }) => {
    gone.push(id)
  })
  clock.advance(REMOVED_KEPT_MS)
  await passes(() => expect(gone).toEqual(['1']))
})

test('one whose return the disk refuses as its time ends is gone', async () => {
  const dir = await aDataFolder()
  const schema = z.object({ id: z.string(), name: z.string(), removedAt: z.string().nullable() })
  const store = await openCollection({ dir, name: 'things', schema })
  const clock = createFakeClock()
  const faults: unknown[] = []
  const bin = await withBin(store, { clock, onFault: (error) => faults.push(error) })
  const gone: string[] = []
  bin.whenGone(async (_, { id }) => {
    gone.push(id)
  })
  await bin.save('ana', { ...one, removedAt: null })
  await bin.remove('ana', '1')
  const blocked = join(dir, 'db', 'things', `1.json.${process.pid}.tmp`)
  mkdirSync(blocked)
  const restored = bin.restore('ana', '1').finally(() => rmSync(blocked, { recursive: true }))
  expect(await bin.find('ana', '1')).toMatchObject(one)
  clock.advance(REMOVED_KEPT_MS)
  await expect(restored).rejects.toMatchObject({ code: 'storage_unavailable' })
  await passes(() => expect(gone).toEqual(['1']))
  expect(faults).toEqual([])
  expect(await store.find('ana', '1')).toBeUndefined()
  expect(await bin.removed('ana')).toEqual([])
})

import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { REMOVED_KEPT_MS, withBin } from '../../src/domain/bin.ts'
import { openCollection } from '../../src/storage/collections/collection.ts'
import { createFakeClock } from '../support/domain/fake-clock.ts'
import { passes } from '../support/eventually.ts'
import { aDataFolder } from '../support/storage/data-folder.ts'

const one = { id: '1', name: 'Um' }

test('a removed record whose return the disk refuses as its time ends is gone', async () => {
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

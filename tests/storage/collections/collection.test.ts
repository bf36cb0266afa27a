import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { openCollection } from '../../../src/storage/collections/collection.ts'
import { encodeLine } from '../../../src/storage/files/lines.ts'
import { NewerFormatError } from '../../../src/storage/files/storage-errors.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'
import { createMemoryStore } from '../../support/storage/memory/memory-store.ts'
import { workUntilKilled } from '../../support/storage/storage-child.ts'
import { idsOf, openThings, Thing, thing, thingsOfTwoFiles } from '../../support/storage/things.ts'

/** Makes the next writes of a shard fail: its temporary file cannot be opened. */
async function blockShard(dir: string, number: number) {
  const path = join(dir, 'db', 'things', `${number}.json.${process.pid}.tmp`)
  await mkdir(path)
  return () => rm(path, { recursive: true })
}

test('a collection does what the store in memory does, over restarts and many at a time', async () => {
  const step = fc.oneof(
    fc.record({
      type: fc.constant('save' as const),
      user: fc.constantFrom('ana', 'bia'),
      ids: fc.uniqueArray(fc.nat(30), { maxLength: 12 }),
      text: fc.string({ maxLength: 3_000 }),
    }),
    fc.record({
      type: fc.constant('remove' as const),
      user: fc.constantFrom('ana', 'bia'),
      ids: fc.array(fc.nat(30), { maxLength: 5 }),
    }),
    fc.record({ type: fc.constant('reopen' as const) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const dir = await aDataFolder()
      const model = createMemoryStore<Thing>()
      let store = await openThings(dir)
      for (const given of steps) {
        if (given.type === 'reopen') store = await openThings(dir)
        else if (given.type === 'remove') {
          const { user, ids } = given
          const removed = await Promise.all(ids.map((id) => store.remove(user, String(id))))
          const expected = await Promise.all(ids.map((id) => model.remove(user, String(id))))
          expect(removed).toEqual(expected)
        } else {
          const { user, ids, text } = given
          await Promise.all(ids.map((id) => store.save(user, thing(id, text))))
          await Promise.all(ids.map((id) => model.save(user, thing(id, text))))
        }
      }
      for (const user of ['ana', 'bia']) {
        expect(await store.list(user)).toEqual(await model.list(user))
        expect(await (await openThings(dir)).list(user)).toEqual(await model.list(user))
      }
    }),
    { numRuns: 30 },
  )
})

test('never rewrites more than 128 KB for one save, however many records there are', async () => {
  const dir = await aDataFolder()
  const store = await openThings(dir)
  const text = 'ção'.repeat(300)
  await Promise.all(Array.from({ length: 2_000 }, (_, id) => store.save('ana', thing(id, text))))
  const folder = join(dir, 'db', 'things')
  const names = await readdir(folder)
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size))
  expect(Math.max(...sizes)).toBeLessThan(128 * 1024)
  expect(names.length).toBeGreaterThan(30)

  const before = await Promise.all(names.map((name) => stat(join(folder, name))))
  await store.save('ana', thing(1_000, 'changed'))
  const after = await Promise.all(names.map((name) => stat(join(folder, name))))
  const rewritten = after.filter(({ ino }, place) => ino !== before[place]?.ino)
  expect(rewritten).toHaveLength(1)
  expect(await idsOf(await openThings(dir), 'ana')).toEqual(
    Array.from({ length: 2_000 }, (_, id) => String(1_999 - id)),
  )
})

test('fills the room that removed records left', async () => {
  const dir = await aDataFolder()
  const store = await openThings(dir)
  for (let round = 0; round < 10; round += 1) {
    const ids = Array.from({ length: 100 }, (_, id) => `${round}-${id}`)
    await Promise.all(ids.map((id) => store.save('ana', thing(id))))
    await Promise.all(ids.map((id) => store.remove('ana', id)))
  }
  expect((await readdir(join(dir, 'db', 'things'))).length).toBeLessThan(5)
})

test('shows a change at once, and takes it back when the disk refuses it', async () => {
  const dir = await aDataFolder()
  const store = await openThings(dir)
  await store.save('ana', thing(1, 'old'))
  await store.save('ana', thing(2, 'old'))
  const unblock = await blockShard(dir, 1)
  const refused = [
    store.save('ana', thing(1, 'new')),
    store.save('ana', thing(3, 'new')),
    store.remove('ana', '2'),
    store.save('bia', thing(9, 'new')),
  ]
  expect(await store.list('ana')).toEqual([thing(3, 'new'), thing(1, 'new')])
  for (const result of await Promise.allSettled(refused)) {
    expect(result).toMatchObject({ status: 'rejected', reason: { code: 'storage_unavailable' } })
  }
  const held = [thing(2, 'old'), thing(1, 'old')]
  expect(await store.list('ana')).toEqual(held)
  expect(await store.list('bia')).toEqual([])
  expect(await (await openThings(dir).catch(() => store)).list('ana')).toEqual(held)

  await unblock()
  await store.save('ana', thing(1, 'later'))
  expect(await (await openThings(dir)).list('ana')).toEqual([thing(2, 'old'), thing(1, 'later')])
})

test('an update that the disk refuses is taken back, and no other update sees what it made', async () => {
  const dir = await aDataFolder()
  const store = await openThings(dir)
  await store.save('ana', thing(1, 'old'))
  const unblock = await blockShard(dir, 1)
  const seen: string[] = []
  const [refused, left, created] = await Promise.allSettled([
    store.update('ana', '1', (present) => ({ ...present, text: 'new' })),
    store.update('ana', '1', ({ text }) => {
      seen.push(text)
      return undefined
    }),
    store.create('ana', thing(1, 'other')),
  ])
  expect(refused).toMatchObject({ status: 'rejected', reason: { code: 'storage_unavailable' } })
  expect(left).toEqual({ status: 'fulfilled', value: thing(1, 'old') })
  expect(seen).toEqual(['new', 'old'])
  expect(created).toEqual({ status: 'fulfilled', value: false })
  await unblock()
  await store.update('ana', '1', (present) => ({ ...present, text: `${present.text}er` }))
  expect(await (await openThings(dir)).find('ana', '1')).toEqual(thing(1, 'older'))
})

test('who leaves a record as it is waits for that record alone, however much else is written', async () => {
  const store = await openThings(await aDataFolder())
  await store.save('ana', thing(1, 'old'))
  let isOver = false
  const others = [2, 3].map(async (id) => {
    for (let round = 0; !isOver && round < 2_000; round += 1) {
      await store.save('ana', thing(id, `${round}`))
    }
    return isOver
  })
  await store.update('ana', '1', (present) => ({ ...present, text: 'new' }))
  const changed = store.update('ana', '1', (present) => ({ ...present, text: 'newer' }))
  expect(await store.update('ana', '1', () => undefined)).toEqual(thing(1, 'newer'))
  expect(await store.create('ana', thing(1, 'other'))).toBe(false)
  isOver = true
  await changed
  expect(await Promise.all(others)).toEqual([true, true])
})

test('keeps a record from being changed in memory alone', async () => {
  const store = await openThings(await aDataFolder())
  const given = thing(1, 'saved')
  await store.save('ana', given)
  given.text = 'changed by the caller'
  const found = await store.find('ana', '1')
  expect(found).toEqual(thing(1, 'saved'))
  expect(() => Object.assign(found ?? {}, { text: 'changed' })).toThrow(TypeError)
})

test('refuses to save what it could not read again', async () => {
  const dir = await aDataFolder()
  const strict = z.object({ id: z.string(), count: z.int().min(0) })
  const store = await openCollection({ dir, name: 'things', schema: strict })
  await expect(store.save('ana', { id: '1', count: -1 })).rejects.toThrow(z.ZodError)
  expect(await store.list('ana')).toEqual([])
})

test('refuses a file of a newer program, and leaves it as it is', async () => {
  const dir = await aDataFolder()
  const newer = encodeLine({ format: 'things', version: 3, orders: [] })
  await (await openThings(dir)).save('ana', thing(1))
  const path = join(dir, 'db', 'things', '1.json')
  await writeFile(path, newer)
  await expect(openThings(dir)).rejects.toThrow(NewerFormatError)
  await expect(openThings(dir)).rejects.toThrow(
    /format 3 is newer than this program, which knows 2/,
  )
  expect(await readFile(path, 'utf8')).toBe(newer)
})

test('saves a record anew into the file that its removal is not out of yet', async () => {
  const dir = await aDataFolder()
  const store = await thingsOfTwoFiles(dir)
  const unblock = await blockShard(dir, 1)
  const results = await Promise.allSettled([
    store.remove('ana', '5'),
    store.save('ana', thing(5, 'new')),
  ])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await store.find('ana', '5')).toEqual(thing(5))
  await unblock()
  expect(await (await openThings(dir)).find('ana', '5')).toEqual(thing(5))
  await Promise.all([store.remove('ana', '5'), store.save('ana', thing(5, 'new'))])
  expect(await (await openThings(dir)).find('ana', '5')).toEqual(thing(5, 'new'))
})

test('brings records of an older format up to date, step by step', async () => {
  const dir = await aDataFolder()
  const folder = join(dir, 'db', 'things')
  await mkdir(folder, { recursive: true })
  const old = {
    version: 1,
    entries: [{ userId: 'ana', order: 1, record: { id: '1', nome: 'Oi' } }],
  }
  await writeFile(join(folder, '1.json'), JSON.stringify(old))
  const V1 = z.object({ id: z.string(), nome: z.string() })
  const V2 = z.object({ id: z.string(), name: z.string() })
  const migrations = [
    (record: unknown) => {
      const { id, nome } = V1.parse(record)
      return { id, name: nome }
    },
    (record: unknown) => {
      const { id, name } = V2.parse(record)
      return { id, text: `${name}!` }
    },
  ]
  const openNew = () => openCollection({ dir, name: 'things', schema: Thing, migrations })
  const store = await openNew()
  expect(await store.list('ana')).toEqual([thing(1, 'Oi!')])
  await store.save('ana', thing(2, 'new'))
  expect(await (await openNew()).list('ana')).toEqual([thing(2, 'new'), thing(1, 'Oi!')])
  await expect(openThings(dir)).rejects.toThrow(NewerFormatError)
})

test('keeps its files to the account that runs it', async () => {
  const dir = await aDataFolder()
  await (await openThings(dir)).save('ana', thing(1))
  expect((await stat(join(dir, 'db'))).mode & 0o777).toBe(0o700)
  expect((await stat(join(dir, 'db', 'things', '1.json'))).mode & 0o777).toBe(0o600)
})

test('loses no acknowledged save when it is killed', async () => {
  const dir = await aDataFolder()
  const versions = new Map<string, number>()
  const Versioned = z.object({ id: z.string(), version: z.int(), text: z.string() })
  for (let round = 0; round < 5; round += 1) {
    const told = await workUntilKilled(['collection', dir], { leastTold: 25 })
    for (const [, id = '', version] of told.filter(([word]) => word === 'saved')) {
      versions.set(id, Number(version))
    }
    const store = await openCollection({ dir, name: 'things', schema: Versioned })
    for (const [id, version] of versions) {
      expect((await store.find('user', id))?.version).toBeGreaterThanOrEqual(version)
    }
  }
  expect(versions.size).toBeGreaterThan(20)
})

import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { openCollection } from '../../../src/storage/collections/collection.ts'
import { openDamages } from '../../../src/storage/damage/damages.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'
import { idsOf, openThings, Thing, thing, thingsOfTwoFiles } from '../../support/storage/things.ts'

test.each([
  ['emptied', () => ''],
  ['cut in half', (text: string) => text.slice(0, text.length / 2)],
  ['cut behind its header', (text: string) => text.slice(0, text.indexOf('\n') + 1)],
  ['changed in its header', (text: string) => text.replace('"version":2', '"version":7')],
  ['changed in a record', (text: string) => text.replace('"id-2"', '"id-9"')],
  ['overwritten', (text: string) => `${text.slice(0, 300)}\0\0\0\0${text.slice(304)}`],
  ['taken away', () => undefined],
])('makes up for a file that was %s with the last good one', async (_, damage) => {
  const dir = await aDataFolder()
  const before = await openThings(dir)
  for (const id of [1, 2, 3, 4, 5]) await before.save('ana', thing(`id-${id}`))
  await before.save('ana', thing('id-4', 'changed'))
  await before.save('bia', thing('gone'))
  await before.save('ana', thing('id-1', 'changed'))
  await before.remove('bia', 'gone')
  await before.save('ana', thing('id-5', 'changed'))
  const path = join(dir, 'db', 'things', '1.json')
  const damaged = damage(await readFile(path, 'utf8'))
  if (damaged === undefined) await rm(path)
  else await writeFile(path, damaged)

  const damages = await openDamages({ dir })
  const store = await openCollection({ dir, damages, name: 'things', schema: Thing })
  expect([...(await idsOf(store, 'ana'))].sort()).toEqual(['id-1', 'id-2', 'id-3', 'id-4', 'id-5'])
  expect(await store.find('ana', 'id-4')).toEqual(thing('id-4', 'changed'))
  expect(await store.list('bia')).toEqual([])
  const [told] = damages.list()
  expect(told?.path).toBe('db/things/1.json')
  if (damaged !== undefined) {
    expect(await readFile(join(dir, told?.keptAs ?? ''), 'utf8')).toBe(damaged)
  }
  expect(await idsOf(await openThings(dir), 'ana')).toEqual(await idsOf(store, 'ana'))
  expect((await openDamages({ dir })).list()).toEqual(damages.list())
})

test('uses the other records where one is none, and tells which', async () => {
  const dir = await aDataFolder()
  const path = join(dir, 'db', 'things', '1.json')
  const damages = await openDamages({ dir })
  const odd = z.object({ id: z.string(), text: z.unknown() })
  const store = await openCollection({ dir, name: 'things', schema: odd })
  await store.save('ana', { id: 'bad', text: 5 })
  await store.save('ana', thing('good'))
  await openCollection({ dir, damages, name: 'things', schema: Thing })
  expect(damages.list()).toMatchObject([
    { path: 'db/things/1.json', detail: expect.stringContaining('record bad') },
  ])
  expect(await idsOf(await openThings(dir), 'ana')).toEqual(['good'])
  expect(await readFile(path, 'utf8')).not.toContain('bad')
})

test('starts without the records of a file that is broken and never had another version', async () => {
  const dir = await aDataFolder()
  await (await openThings(dir)).save('ana', thing(1))
  const path = join(dir, 'db', 'things', '1.json')
  await writeFile(path, 'nothing of ours')
  const damages = await openDamages({ dir })
  const store = await openCollection({ dir, damages, name: 'things', schema: Thing })
  expect(await store.list('ana')).toEqual([])
  expect(damages.count()).toBe(1)
  await store.save('ana', thing(2))
  expect(await idsOf(await openThings(dir), 'ana')).toEqual(['2'])
})

test('takes the later of two records that a crash left under one id', async () => {
  const dir = await aDataFolder()
  const store = await thingsOfTwoFiles(dir)
  const folder = join(dir, 'db', 'things')
  const first = await readFile(join(folder, '1.json'))
  await store.remove('ana', '5')
  for (let id = 70; id < 80; id += 1) await store.save('ana', thing(id))
  await store.save('ana', thing(5, 'new'))
  await writeFile(join(folder, '1.json'), first)

  const damages = await openDamages({ dir })
  const again = await openCollection({ dir, damages, name: 'things', schema: Thing })
  expect(await again.find('ana', '5')).toEqual(thing(5, 'new'))
  expect(damages.list()).toMatchObject([{ path: 'db/things/1.json' }])
  expect(await (await openThings(dir)).list('ana')).toEqual(await again.list('ana'))
  expect((await openDamages({ dir })).count()).toBe(1)
})

import { appendFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openContactLists } from '../../../src/storage/contacts/contact-lists.ts'
import { eventually } from '../../support/eventually.ts'
import {
  allOf,
  contact,
  contacts,
  keep,
  named,
  update,
} from '../../support/storage/contact-lists.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'
import { workUntilKilled } from '../../support/storage/storage-child.ts'

/** What lists in files promise beside what every implementation does. */

async function aList(dir: string) {
  const lists = await openContactLists({ dir })
  await lists.create('ana', named('list-1'))
  return lists
}

test('gives the first of two rows of a new list the name of the second where that is asked', async () => {
  const dir = await aDataFolder()
  const lists = await openContactLists({ dir })
  const renamed = contact(1, { name: 'Outra' })
  const list = named('list-1')
  const made = await lists.create('ana', list, update([...contacts(3), renamed]))
  expect(made).toEqual({ added: 3, updated: 1, duplicates: 0, total: 3 })
  const expected = contacts(3).with(1, renamed)
  expect(await allOf(lists)).toEqual(expected)
  expect(await allOf(await openContactLists({ dir }))).toEqual(expected)
  expect(await readdir(join(dir, 'lists'))).toHaveLength(1)
})

test('makes no list whose contacts cannot all be stored', async () => {
  const dir = await aDataFolder()
  const lists = await openContactLists({ dir })
  const list = named('list-1')
  async function* cutOff() {
    yield contacts(2_000)
    throw new Error('the upload broke off')
  }
  const breaking = lists.create('ana', list, { contacts: cutOff(), onDuplicate: 'keep' })
  await expect(breaking).rejects.toThrow('the upload broke off')
  const block = join(dir, 'db', 'lists', `1.json.${process.pid}.tmp`)
  await mkdir(block)
  const refused = lists.create('ana', list, keep(contacts(3)))
  await expect(refused).rejects.toMatchObject({ code: 'storage_unavailable' })
  await rm(block, { recursive: true, force: true })
  expect(await lists.list('ana')).toEqual([])
  expect(await readdir(join(dir, 'lists'))).toEqual([])
})

test('refuses an id that would be a path', async () => {
  const dir = await aDataFolder()
  const lists = await openContactLists({ dir })
  for (const id of ['../x', 'a/b', '', '.', 'a'.repeat(65)]) {
    await expect(lists.create('ana', named(id, ''))).rejects.toThrow()
    expect(await lists.find('ana', id)).toBeUndefined()
  }
  expect(await readdir(join(dir, 'lists'))).toEqual([])
})

test('a contact list is as before when the disk refuses to record a change', async () => {
  const dir = await aDataFolder()
  const lists = await aList(dir)
  await lists.append('ana', 'list-1', keep(contacts(5)))
  const block = join(dir, 'db', 'lists', `1.json.${process.pid}.tmp`)
  const changes = [
    () => lists.append('ana', 'list-1', keep(contacts(10))),
    () => lists.append('ana', 'list-1', update([contact(1, { name: 'Novo' })])),
    () => lists.replace('ana', 'list-1', { name: 'Novo', contacts: contacts(2) }),
  ]
  for (const change of changes) {
    await mkdir(block)
    await expect(change()).rejects.toMatchObject({ code: 'storage_unavailable' })
    await rm(block, { recursive: true, force: true })
    expect(await allOf(lists)).toEqual(contacts(5))
  }
  expect((await lists.append('ana', 'list-1', keep(contacts(6)))).added).toBe(1)
  expect(await allOf(await openContactLists({ dir }))).toEqual(contacts(6))
})

test('notes what a finished change wrote, and takes an unfinished one back', async () => {
  const dir = await aDataFolder()
  const lists = await aList(dir)
  await lists.append('ana', 'list-1', keep(contacts(3)))
  const record = join(dir, 'db', 'lists', '1.json')
  const before = await readFile(record)
  await lists.append('ana', 'list-1', keep(contacts(5)))
  // As if the power had gone before the record was written, and again in the middle of a batch.
  await writeFile(record, before)
  const file = join(dir, 'lists', 'list-1.1.ndjson')
  const whole = await readFile(file)
  await appendFile(file, `${whole.toString().split('\n')[2]}\n0a0b0c0d ["5511`)
  const unfinished: unknown[] = []
  const again = await openContactLists({ dir, onUnfinished: (lost) => unfinished.push(lost) })
  expect(await again.find('ana', 'list-1')).toMatchObject({ total: 5 })
  expect(await allOf(again)).toEqual(contacts(5))
  expect(unfinished).toEqual([{ listId: 'list-1', bytesLost: expect.any(Number) }])
  expect(await readFile(file)).toEqual(whole)
})

const zeros = (bytes: Buffer, from: number, to: number) => Buffer.from(bytes).fill(0, from, to)

test.each([
  ['its first line', (change: Buffer) => zeros(change, 0, 60)],
  ['the end of a line', (change: Buffer) => zeros(change, 90, 120)],
  ['half of it', (change: Buffer) => zeros(change, 100, Math.floor(change.length / 2))],
  ['some bytes that something older stood at', (change: Buffer) => change.fill('x', 30, 40)],
])('takes an unfinished change back of which a power cut lost %s', async (_, tear) => {
  const dir = await aDataFolder()
  const lists = await aList(dir)
  await lists.append('ana', 'list-1', keep(contacts(3)))
  const record = join(dir, 'db', 'lists', '1.json')
  const file = join(dir, 'lists', 'list-1.1.ndjson')
  const [before, written] = [await readFile(record), await readFile(file)]
  await lists.append('ana', 'list-1', keep(contacts(9)))
  const change = (await readFile(file)).subarray(written.length)
  await writeFile(record, before)
  await writeFile(file, Buffer.concat([written, tear(change)]))

  const again = await openContactLists({ dir, onDamaged: (error) => expect.fail(error.message) })
  expect(await allOf(again)).toEqual(contacts(3))
  expect(await readFile(file)).toEqual(written)
  expect((await again.append('ana', 'list-1', keep(contacts(5)))).total).toBe(5)
})

test('tells of a broken line behind the record that a later change shows to have been kept', async () => {
  const dir = await aDataFolder()
  const lists = await aList(dir)
  await lists.append('ana', 'list-1', keep(contacts(3)))
  const record = join(dir, 'db', 'lists', '1.json')
  const file = join(dir, 'lists', 'list-1.1.ndjson')
  const [before, { length }] = [await readFile(record), await readFile(file)]
  await lists.append('ana', 'list-1', keep(contacts(6)))
  await lists.append('ana', 'list-1', keep(contacts(9)))
  // As a folder into which an older backup's records were put.
  await writeFile(record, before)
  await writeFile(file, zeros(await readFile(file), length + 10, length + 90))

  const damaged: unknown[] = []
  const again = await openContactLists({ dir, onDamaged: (error) => damaged.push(error) })
  expect(damaged).toHaveLength(1)
  await expect(allOf(again)).rejects.toMatchObject({ code: 'list_damaged' })
})

test.each([
  ['is missing', (file: string) => rm(file)],
  ['is too short', (file: string) => writeFile(file, '')],
])('leaves a list alone whose file %s, and opens the others', async (_, damage) => {
  const dir = await aDataFolder()
  const lists = await aList(dir)
  await lists.create('ana', named('list-2', ''))
  await lists.append('ana', 'list-2', keep(contacts(2)))
  await damage(join(dir, 'lists', 'list-1.1.ndjson'))
  const damaged: unknown[] = []
  const again = await openContactLists({ dir, onDamaged: (error) => damaged.push(error) })
  expect(damaged).toHaveLength(1)
  await expect(allOf(again)).rejects.toMatchObject({ code: 'list_damaged' })
  expect((await again.countDistinctPhones('ana')).count).toBe(2)
  const appending = again.append('ana', 'list-1', keep(contacts(1)))
  await expect(appending).rejects.toMatchObject({ code: 'list_damaged' })
  expect((await again.append('ana', 'list-2', keep(contacts(3)))).added).toBe(1)
  expect(await again.remove('ana', 'list-1')).toBe(true)
})

test('takes the contacts of a list that is newer than its record', async () => {
  const dir = await aDataFolder()
  const lists = await aList(dir)
  await lists.append('ana', 'list-1', keep(contacts(3)))
  const records = join(dir, 'db', 'lists', '1.json')
  const before = await readFile(records)
  await lists.replace('ana', 'list-1', { name: 'Lista', contacts: contacts(5) })
  await lists.create('ana', named('list-2', ''))
  await writeFile(records, before)
  await rm(join(dir, 'db', 'lists', 'last'), { recursive: true })

  const again = await openContactLists({ dir })
  expect(await again.find('ana', 'list-1')).toMatchObject({ total: 5 })
  expect((await allOf(again)).map(({ phone }) => phone)).toEqual(
    contacts(5).map(({ phone }) => phone),
  )
  expect(await readdir(join(dir, 'lists'))).toEqual(['list-1.2.ndjson'])
  const [day = ''] = await readdir(join(dir, 'strays'))
  expect(await readdir(join(dir, 'strays', day, 'lists'))).toEqual(['list-2.1.ndjson'])
})

test('answers list_damaged for a list with a changed byte', async () => {
  const dir = await aDataFolder()
  const lists = await aList(dir)
  await lists.append('ana', 'list-1', keep(contacts(3)))
  const file = join(dir, 'lists', 'list-1.1.ndjson')
  await writeFile(file, (await readFile(file, 'utf8')).replace('Contato 1', 'Contato 2'))
  await expect(allOf(lists)).rejects.toMatchObject({ code: 'list_damaged' })
})

test('many phones are not counted again after a start, unless a list has changed', async () => {
  const dir = await aDataFolder()
  const many = Array.from({ length: 100_001 }, (_, place) => contact(place))
  const first = await aList(dir)
  await first.append('ana', 'list-1', keep(many))
  expect((await first.countDistinctPhones('ana')).count).toBe(100_001)

  const again = await openContactLists({ dir })
  const counted = await again.countDistinctPhones('ana')
  expect(counted).toEqual(await first.countDistinctPhones('ana'))
  // No phone was read: the union of all lists is not in memory.
  expect(await again.phonesHeld('ana')).toBe(0)
  await again.append('ana', 'list-1', keep(contacts(5, 200_000)))
  // While a recount is under way, the last count is near enough.
  expect((await again.countDistinctPhones('ana')).count).toBe(100_001)
  await eventually(async () => (await again.countDistinctPhones('ana')).count === 100_006)
})

test('a list has whole batches only, and every acknowledged one, when its process is killed', async () => {
  const dir = await aDataFolder()
  await aList(dir)
  const BATCH = 300
  let acknowledged = 0
  for (let round = 0; round < 6; round += 1) {
    const work = ['lists', dir, 'list-1', String(BATCH)]
    const told = await workUntilKilled(work, { leastTold: 1 })
    const totals = told.filter(([word]) => word === 'total').map(([, total]) => Number(total))
    acknowledged = Math.max(acknowledged, ...totals)
    const lists = await openContactLists({ dir })
    const all = await allOf(lists)
    expect(all.length).toBeGreaterThanOrEqual(acknowledged)
    expect(all.length % BATCH).toBe(0)
    expect(new Set(all.map(({ phone }) => phone)).size).toBe(all.length)
    expect((await lists.find('ana', 'list-1'))?.total).toBe(all.length)
  }
  expect(acknowledged).toBeGreaterThan(BATCH)
})

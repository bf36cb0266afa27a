import { appendFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type {
  AppendResult,
  StoredContact,
} from '../../../src/domain/contacts/contact-list-store.ts'
import type { ContactLists } from '../../../src/domain/contacts/contact-lists.ts'
import { contactSearch, isFound } from '../../../src/domain/contacts/contact-search.ts'
import { openContactLists } from '../../../src/storage/contacts/contact-lists.ts'
import { anyCharacter } from '../../support/domain/any-text.ts'
import { eventually } from '../../support/eventually.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'
import { workUntilKilled } from '../../support/storage/storage-child.ts'

const createdAt = '2026-11-21T13:00:00.000Z'
const contact = (number: number, change: Partial<StoredContact> = {}): StoredContact => ({
  name: `Contato ${number}`,
  phone: String(5_511_900_000_000 + number),
  createdAt,
  origin: 'api',
  ...change,
})
const contacts = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => contact(from + index))

async function aList(dir: string) {
  const lists = await openContactLists({ dir })
  await lists.create('ana', { id: 'list-1', name: 'Clientes', createdAt })
  return lists
}

async function allOf(lists: ContactLists, limit?: number): Promise<StoredContact[]> {
  const all: StoredContact[] = []
  const options = limit === undefined ? {} : { limit }
  for await (const each of lists.read('ana', 'list-1', options)) all.push(each)
  return all
}

const keep = (given: Iterable<StoredContact>) => ({ contacts: given, onDuplicate: 'keep' as const })
const update = (given: Iterable<StoredContact>) => ({
  contacts: given,
  onDuplicate: 'update' as const,
})

test('keeps contacts in the order they were added, over restarts', async () => {
  const dir = await aDataFolder()
  const lists = await aList(dir)
  const rich = contact(9, { name: 'José "Zé"\n', origin: 'csv', fields: { cidade: 'São Paulo' } })
  await lists.append('ana', 'list-1', keep(contacts(3)))
  expect(await lists.append('ana', 'list-1', keep([rich]))).toEqual({
    added: 1,
    updated: 0,
    duplicates: 0,
    total: 4,
  })
  const again = await openContactLists({ dir })
  expect(await allOf(again)).toEqual([...contacts(3), rich])
  expect(await allOf(again, 2)).toEqual(contacts(2))
  expect(await allOf(again, 0)).toEqual([])
  expect(await again.find('ana', 'list-1')).toEqual({
    id: 'list-1',
    name: 'Clientes',
    createdAt,
    total: 4,
  })
  expect(await again.fieldNames('ana', 'list-1')).toEqual(['cidade'])
})

test('shows a list that is made with its contacts, over restarts', async () => {
  const dir = await aDataFolder()
  const lists = await openContactLists({ dir })
  const list = { id: 'list-1', name: 'Clientes', createdAt }
  const twice = [...contacts(3), contact(1, { name: 'Outra' })]
  expect(await lists.create('ana', list, keep(twice))).toEqual({
    added: 3,
    updated: 0,
    duplicates: 1,
    total: 3,
  })
  expect(await allOf(lists)).toEqual(contacts(3))
  expect((await lists.append('ana', 'list-1', keep(contacts(4)))).added).toBe(1)
  expect(await allOf(await openContactLists({ dir }))).toEqual(contacts(4))
})

test('gives the first of two rows of a new list the name of the second where that is asked', async () => {
  const dir = await aDataFolder()
  const lists = await openContactLists({ dir })
  const renamed = contact(1, { name: 'Outra' })
  const list = { id: 'list-1', name: 'Clientes', createdAt }
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
  const list = { id: 'list-1', name: 'Clientes', createdAt }
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

test('keeps any name and any field as it was given', async () => {
  const text = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.string(),
    fc.constant('\ud800"\\\u2028'),
  )
  // No record of the contract has this one name: its schema leaves it out of what comes in.
  const field = text.filter((name) => name !== '__proto__')
  const any = fc.record({ name: text, fields: fc.dictionary(field, text, { maxKeys: 4 }) })
  await fc.assert(
    fc.asyncProperty(fc.array(any, { minLength: 1, maxLength: 20 }), async (given) => {
      const dir = await aDataFolder()
      const rows = given.map((each, index) => contact(index, each))
      const lists = await openContactLists({ dir })
      await lists.create('ana', { id: 'list-1', name: 'x', createdAt }, keep(rows))
      expect(await allOf(lists)).toEqual(rows)
    }),
    { numRuns: 60 },
  )
})

test('finds by name and phone what a look at every contact finds', async () => {
  const letter = fc.constantFrom(...'aÁãbçÇeÊ"\\\n ñß😀İ1'.normalize('NFC'), 'a\u0303')
  const name = fc.string({ unit: letter, maxLength: 12 })
  const query = fc.oneof(
    fc.string({ unit: letter, minLength: 1, maxLength: 3 }),
    fc.constant('0000 1'),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(name, { maxLength: 20 }), query, async (names, q) => {
      const search = contactSearch(q)
      fc.pre(search !== null)
      const dir = await aDataFolder()
      const rows = names.map((each, index) => contact(index, { name: each }))
      const lists = await openContactLists({ dir })
      await lists.create('ana', { id: 'list-1', name: 'x', createdAt }, keep(rows))
      const found: StoredContact[] = []
      for await (const each of lists.read('ana', 'list-1', { search })) found.push(each)
      expect(found).toEqual(rows.filter((row) => isFound(row, search)))
    }),
    { numRuns: 100 },
  )
})

test('looks for one contact through many pieces of a file, until nobody waits', async () => {
  const dir = await aDataFolder()
  const lists = await aList(dir)
  await lists.append(
    'ana',
    'list-1',
    keep([...contacts(5_000), contact(5_000, { name: 'Conceição' })]),
  )
  const search = contactSearch('CONCEICAO') ?? undefined
  const found: string[] = []
  for await (const { name } of lists.read('ana', 'list-1', { search })) found.push(name)
  expect(found).toEqual(['Conceição'])
  const given = { search, signal: AbortSignal.abort() }
  await expect(lists.read('ana', 'list-1', given)[Symbol.asyncIterator]().next()).rejects.toThrow(
    'abort',
  )
})

test('knows only the lists of their owner, newest first', async () => {
  const dir = await aDataFolder()
  const lists = await aList(dir)
  await lists.create('ana', { id: 'list-2', name: '', createdAt })
  await lists.create('bia', { id: 'list-3', name: '', createdAt })
  expect((await lists.list('ana')).map(({ id }) => id)).toEqual(['list-2', 'list-1'])
  expect(await lists.find('bia', 'list-1')).toBeUndefined()
  expect(await lists.remove('bia', 'list-1')).toBe(false)
  for (const refused of [
    lists.append('bia', 'list-1', keep(contacts(1))),
    lists.replace('bia', 'list-1', { name: 'x', contacts: contacts(1) }),
    lists.read('bia', 'list-1')[Symbol.asyncIterator]().next(),
  ]) {
    await expect(refused).rejects.toMatchObject({ code: 'list_not_found' })
  }
})

test('refuses an id that would be a path', async () => {
  const dir = await aDataFolder()
  const lists = await openContactLists({ dir })
  for (const id of ['../x', 'a/b', '', '.', 'a'.repeat(65)]) {
    await expect(lists.create('ana', { id, name: '', createdAt })).rejects.toThrow()
    expect(await lists.find('ana', id)).toBeUndefined()
  }
  expect(await readdir(join(dir, 'lists'))).toEqual([])
})

type Step =
  | {
      type: 'keep' | 'update' | 'replace'
      numbers: number[]
      fields: boolean
      tag: string
      hour: number
      origin: StoredContact['origin']
    }
  | { type: 'reopen' }

/** What a list holds, in a few lines and without files. */
function aModel() {
  let rows: StoredContact[] = []
  return { rows: () => rows, put }

  function put(type: 'keep' | 'update' | 'replace', given: readonly StoredContact[]): AppendResult {
    const old = rows
    if (type === 'replace') rows = []
    let [added, updated, duplicates] = [0, 0, 0]
    for (const each of given) {
      const place = rows.findIndex(({ phone }) => phone === each.phone)
      const before = rows[place]
      if (!before) {
        const known = old.find(({ phone }) => phone === each.phone)
        const fields = each.fields ?? known?.fields
        const came = known && { createdAt: known.createdAt, origin: known.origin }
        rows = [...rows, { ...each, ...came, ...(fields && { fields }) }]
        added += 1
      } else if (type === 'update') {
        const fields = each.fields ?? before.fields
        rows = rows.with(place, { ...before, name: each.name, ...(fields && { fields }) })
        updated += 1
      } else duplicates += 1
    }
    return { added, updated, duplicates, total: rows.length }
  }
}

test('adds, updates and replaces as a plain table would', async () => {
  const batch = {
    numbers: fc.array(fc.nat(20), { maxLength: 25 }),
    fields: fc.boolean(),
    tag: fc.string({ maxLength: 5 }),
    hour: fc.integer({ min: 10, max: 23 }),
    origin: fc.constantFrom('manual' as const, 'csv' as const, 'api' as const),
  }
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.record({
      type: fc.constantFrom('keep' as const, 'update' as const, 'replace' as const),
      ...batch,
    }),
    fc.record({ type: fc.constant('reopen' as const) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
      const dir = await aDataFolder()
      let lists = await aList(dir)
      const model = aModel()
      for (const given of steps) {
        if (given.type === 'reopen') {
          lists = await openContactLists({ dir })
          continue
        }
        const { type, tag, fields, hour, origin } = given
        const came = { createdAt: `2026-11-21T${hour}:00:00.000Z`, origin }
        const rows = given.numbers.map((number) =>
          contact(number, { name: tag, ...came, ...(fields && { fields: { tag } }) }),
        )
        const result =
          type === 'replace'
            ? await lists.replace('ana', 'list-1', { name: tag, contacts: rows })
            : await lists.append('ana', 'list-1', { contacts: rows, onDuplicate: type })
        expect(result).toEqual(model.put(type, rows))
        expect(await allOf(lists)).toEqual(model.rows())
      }
      const again = await openContactLists({ dir })
      expect(await allOf(again)).toEqual(model.rows())
      expect((await again.find('ana', 'list-1'))?.total).toBe(model.rows().length)
      expect(await readdir(join(dir, 'lists'))).toHaveLength(1)
    }),
    { numRuns: 40 },
  )
})

test('takes nothing of a batch whose source fails', async () => {
  const dir = await aDataFolder()
  const lists = await aList(dir)
  await lists.append('ana', 'list-1', keep(contacts(5)))
  async function* cutOff() {
    yield contacts(2_000, 100)
    throw new Error('the upload broke off')
  }
  for (const onDuplicate of ['keep', 'update'] as const) {
    const appending = lists.append('ana', 'list-1', { contacts: cutOff(), onDuplicate })
    await expect(appending).rejects.toThrow('the upload broke off')
  }
  expect(await allOf(lists)).toEqual(contacts(5))
  expect((await lists.append('ana', 'list-1', keep(contacts(6)))).total).toBe(6)
  expect(await allOf(await openContactLists({ dir }))).toEqual(contacts(6))
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

test('gives a reader the list as it was when they began', async () => {
  const dir = await aDataFolder()
  const lists = await aList(dir)
  await lists.append('ana', 'list-1', keep(contacts(5_000)))
  const reader = lists.read('ana', 'list-1')[Symbol.asyncIterator]()
  const first = await reader.next()
  await lists.append('ana', 'list-1', keep(contacts(10, 9_000)))
  await lists.replace('ana', 'list-1', { name: 'Outra', contacts: contacts(1, 7_000) })
  const seen = [first.value]
  for (let next = await reader.next(); !next.done; next = await reader.next()) seen.push(next.value)
  expect(seen).toEqual(contacts(5_000))
  expect(await allOf(lists)).toEqual(contacts(1, 7_000))
})

test('carries changes of one list out one after the other', async () => {
  const dir = await aDataFolder()
  const lists = await aList(dir)
  const results = await Promise.all(
    [1, 2, 3].map(() => lists.append('ana', 'list-1', keep(contacts(100)))),
  )
  expect(results.map(({ added }) => added)).toEqual([100, 0, 0])
  expect(await allOf(lists)).toEqual(contacts(100))
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
  await lists.create('ana', { id: 'list-2', name: '', createdAt })
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
  await lists.create('ana', { id: 'list-2', name: '', createdAt })
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

test('counts the different phones of all lists of a user', async () => {
  const dir = await aDataFolder()
  const lists = await aList(dir)
  await lists.create('ana', { id: 'list-2', name: '', createdAt })
  await lists.create('bia', { id: 'list-3', name: '', createdAt })
  const count = async () => (await lists.countDistinctPhones('ana')).count
  expect(await count()).toBe(0)
  await lists.append('ana', 'list-1', keep(contacts(10)))
  await lists.append('ana', 'list-2', keep(contacts(10, 5)))
  await lists.append('bia', 'list-3', keep(contacts(10, 500)))
  expect(await count()).toBe(15)
  await lists.append('ana', 'list-1', keep(contacts(3, 100)))
  expect(await count()).toBe(18)
  await lists.append('ana', 'list-1', update([contact(0, { name: 'Novo' })]))
  expect(await count()).toBe(18)
  await lists.replace('ana', 'list-2', { name: '', contacts: contacts(1, 5) })
  expect(await count()).toBe(13)
  await lists.remove('ana', 'list-1')
  expect(await count()).toBe(1)
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
  // The last answer is near enough while a recount is under way.
  expect((await again.countDistinctPhones('ana')).count).toBe(100_001)
  await eventually(async () => (await again.countDistinctPhones('ana')).count === 100_006)
})

test('has whole batches only, and every acknowledged one, when it is killed', async () => {
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

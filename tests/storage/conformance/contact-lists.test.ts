import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { FilterOp } from '../../../src/contract/campaigns/filter-op.ts'
import { toContactWire } from '../../../src/contract/contacts/contact-list.ts'
import {
  createKeyOrder,
  createRowFilter,
  createRowRank,
  foldRow,
  type ListView,
  sortKeyOf,
  wholeView,
} from '../../../src/contract/contacts/list-view.ts'
import { REMOVED_KEPT_MS } from '../../../src/domain/bin.ts'
import type {
  AppendInput,
  AppendResult,
  StoredContact,
} from '../../../src/domain/contacts/contact-list-store.ts'
import type { ContactLists } from '../../../src/domain/contacts/contact-lists.ts'
import { contactSearch, isFound } from '../../../src/domain/contacts/contact-search.ts'
import { anyCharacter } from '../../support/domain/any-text.ts'
import { createFakeClock } from '../../support/domain/fake-clock.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'
import { listEngines, type OpenLists } from '../../support/storage/engines/list-engines.ts'
import { dropDatabasesAfterwards } from '../../support/storage/postgres.ts'

dropDatabasesAfterwards()

/** What every implementation of `ContactLists` promises. */

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
const keep = (given: AppendInput['contacts']) => ({ contacts: given, onDuplicate: 'keep' as const })
const update = (given: AppendInput['contacts']) => ({
  contacts: given,
  onDuplicate: 'update' as const,
})
const named = (id: string, name = 'Clientes') => ({ id, name, createdAt })

/** More than any store reads or writes in one go. */
const MANY = 5_000

async function aStore(open: OpenLists, limits: { maxContacts?: number; maxLists?: number } = {}) {
  const dir = await aDataFolder()
  // What is no longer used keeps its time: its timers never end.
  let clock = createFakeClock()
  const opened = new Set<() => Promise<unknown>>()
  onTestFinished(async () => {
    for (const close of opened) await close()
  })
  const another = async (): Promise<ContactLists> => {
    const given = { maxContacts: 1_000_000, maxLists: 1_000, ...limits }
    const { lists, close } = await open({ dir, clock, ...given })
    opened.add(close)
    return lists
  }
  const reopen = async (): Promise<ContactLists> => {
    for (const close of opened) await close()
    opened.clear()
    clock = createFakeClock()
    return another()
  }
  const advance = (ms: number) => clock.advance(ms)
  return { lists: await another(), another, reopen, advance }
}

async function allOf(
  lists: ContactLists,
  options?: Parameters<ContactLists['read']>[2],
): Promise<StoredContact[]> {
  const all: StoredContact[] = []
  for await (const each of lists.read('ana', 'list-1', options)) all.push(each)
  return all
}

async function pagesOf(
  lists: ContactLists,
  query: Parameters<ContactLists['page']>[2],
): Promise<StoredContact[]> {
  const all: StoredContact[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await lists.page('ana', 'list-1', { ...query, ...(cursor && { cursor }) })
    expect(page.contacts.length).toBeLessThanOrEqual(query.limit)
    all.push(...page.contacts)
    if (page.next === null) return all
    cursor = page.next
  }
}

async function* inBatches(all: readonly StoredContact[], size: number) {
  for (let from = 0; from < all.length; from += size) yield all.slice(from, from + size)
}

/** What a list holds, in a few lines and without a store. */
function aModel() {
  let rows: readonly StoredContact[] = []
  let total = 0
  return { rows: () => rows, put, amend }

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
    total = rows.length
    return { added, updated, duplicates, total }
  }

  function amend(changes: ReadonlyMap<string, StoredContact | null>): { readonly total: number } {
    rows = rows.flatMap((row) => {
      const to = changes.get(row.phone)
      return to === undefined ? [row] : to === null ? [] : [to]
    })
    return { total: rows.length }
  }
}

const aText = fc.oneof(fc.string({ unit: anyCharacter }), fc.constant('\ud800"\\\u2028\u0000'))
/** No record of the contract has this one name: its schema leaves it out of what comes in. */
const fieldName = aText.filter((name) => name !== '__proto__')
const anyOrigin = fc.constantFrom('manual' as const, 'csv' as const, 'api' as const)
const someRows = fc.array(
  fc.record(
    {
      number: fc.nat(20),
      name: aText,
      hour: fc.integer({ min: 10, max: 23 }),
      origin: anyOrigin,
      fields: fc.dictionary(fieldName, aText, { maxKeys: 3 }),
    },
    { requiredKeys: ['number', 'name', 'hour', 'origin'] },
  ),
  { maxLength: 25 },
)
const aStep = fc.oneof(
  fc.record({
    type: fc.constantFrom('keep' as const, 'update' as const, 'replace' as const),
    rows: someRows,
  }),
  fc.record({
    type: fc.constant('amend' as const),
    changes: fc.dictionary(
      fc.nat(20).map(String),
      fc.option(fc.record({ name: aText, fields: fc.dictionary(fieldName, aText) })),
    ),
  }),
  fc.record({ type: fc.constant('reopen' as const) }),
)
type Step = typeof aStep extends fc.Arbitrary<infer Value> ? Value : never

describe.each(Object.entries(listEngines))('contact lists in %s', (_, { open, hasManyWriters }) => {
  test('adds, updates, replaces and amends as a plain table would, whatever people write', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(aStep, { maxLength: 6 }), async (steps) => {
        const { lists: first, reopen } = await aStore(open)
        let lists = first
        await lists.create('ana', named('list-1'))
        const model = aModel()
        for (const step of steps) {
          if (step.type === 'reopen') lists = await reopen()
          else expect(await apply(lists, step)).toEqual(expected(model, step))
          expect(await allOf(lists)).toEqual(model.rows())
        }
        expect(await lists.find('ana', 'list-1')).toMatchObject({ total: model.rows().length })
      }),
      { numRuns: 25 },
    )

    function rowsOf(step: Extract<Step, { rows: unknown }>): StoredContact[] {
      return step.rows.map(({ number, hour, ...same }) =>
        contact(number, { ...same, createdAt: `2026-11-21T${hour}:00:00.000Z` }),
      )
    }

    function changesOf(
      step: Extract<Step, { changes: unknown }>,
      current: readonly StoredContact[],
    ): Map<string, StoredContact | null> {
      const byPhone = new Map(current.map((row) => [row.phone, row]))
      return new Map(
        Object.entries(step.changes).flatMap(([number, to]) => {
          const before = byPhone.get(contact(Number(number)).phone)
          if (!before) return []
          return [[before.phone, to && { ...before, ...to }] as const]
        }),
      )
    }

    async function apply(lists: ContactLists, step: Exclude<Step, { type: 'reopen' }>) {
      if (step.type === 'amend') {
        const phones = Object.keys(step.changes).map((number) => contact(Number(number)).phone)
        return lists.amend('ana', 'list-1', phones, async (current) =>
          changesOf(step, [...current.values()]),
        )
      }
      const rows = rowsOf(step)
      return step.type === 'replace'
        ? lists.replace('ana', 'list-1', { name: 'Outra', contacts: rows })
        : lists.append('ana', 'list-1', { contacts: rows, onDuplicate: step.type })
    }

    function expected(model: ReturnType<typeof aModel>, step: Exclude<Step, { type: 'reopen' }>) {
      return step.type === 'amend'
        ? model.amend(changesOf(step, model.rows()))
        : model.put(step.type, rowsOf(step))
    }
  })

  test('of several rows with one phone the last gives the name, and the last with columns these', async () => {
    const { lists } = await aStore(open)
    const fields = { cidade: 'Recife' }
    const rows = [contact(1), contact(1, { name: 'Ana', fields }), contact(1, { name: 'Bia' })]
    await lists.create('ana', named('list-1'))
    await lists.append('ana', 'list-1', update(rows))
    expect(await allOf(lists)).toEqual([contact(1, { name: 'Bia', fields })])
  })

  test('makes a list with its contacts as they come in, once each', async () => {
    const { lists, reopen } = await aStore(open)
    const twice = [...contacts(MANY), contact(1, { name: 'Outra' })]
    const made = await lists.create('ana', named('list-1'), keep(inBatches(twice, 700)))
    expect(made).toEqual({ added: MANY, updated: 0, duplicates: 1, total: MANY })
    const renamed = await lists.create('ana', named('list-2'), update(twice))
    expect(renamed).toEqual({ added: MANY, updated: 1, duplicates: 0, total: MANY })
    const again = await reopen()
    expect(await allOf(again)).toEqual(contacts(MANY))
    expect(await again.find('ana', 'list-1')).toEqual({ ...named('list-1'), total: MANY })
    expect((await again.append('ana', 'list-1', keep(contacts(MANY + 3)))).added).toBe(3)
    expect(await allOf(again, { limit: 2 })).toEqual(contacts(2))
    expect(await allOf(again, { limit: 0 })).toEqual([])
  })

  test('knows the columns in the order they were first seen, whatever becomes of their contacts', async () => {
    const { lists } = await aStore(open)
    const names = () => lists.fieldNames('ana', 'list-1')
    const cells = (...all: string[]) => ({ fields: Object.fromEntries(all.map((x) => [x, x])) })
    const first = [contact(1, cells('z', 'b')), contact(2), contact(3, cells('a', 'b'))]
    await lists.create('ana', named('list-1'), keep(first))
    expect(await names()).toEqual(['z', 'b', 'a'])
    await lists.append('ana', 'list-1', keep([contact(1, cells('no')), contact(4, cells('c'))]))
    expect(await names()).toEqual(['z', 'b', 'a', 'c'])
    await lists.append('ana', 'list-1', update([contact(1, cells('yes'))]))
    expect(await names()).toEqual(['z', 'b', 'a', 'c', 'yes'])
    const { phone } = contact(2)
    const changed = new Map([[phone, contact(2, cells('new'))]])
    await lists.amend('ana', 'list-1', [phone], async () => changed)
    expect(await names()).toEqual(['z', 'b', 'a', 'c', 'yes', 'new'])
    await lists.replace('ana', 'list-1', { name: '', contacts: [contact(3), contact(9)] })
    expect(await names()).toEqual(['a', 'b'])
  })

  test('makes or changes nothing where the contacts break off', async () => {
    const { lists, reopen } = await aStore(open)
    async function* cutOff() {
      yield contacts(MANY, 100)
      throw new Error('the upload broke off')
    }
    const making = lists.create('ana', named('list-1'), keep(cutOff()))
    await expect(making).rejects.toThrow('the upload broke off')
    expect(await lists.list('ana')).toEqual([])
    await lists.create('ana', named('list-1'), keep(contacts(5)))
    for (const input of [keep(cutOff()), update(cutOff())]) {
      const appending = lists.append('ana', 'list-1', input)
      await expect(appending).rejects.toThrow('the upload broke off')
    }
    expect(await allOf(await reopen())).toEqual(contacts(5))
  })

  test('refuses contacts and lists beyond what a user may have, and keeps what there was', async () => {
    const { lists, another } = await aStore(open, { maxContacts: 3, maxLists: 2 })
    const tooLarge = { code: 'list_too_large' }
    const first = lists.create('ana', named('list-1'), keep(contacts(4)))
    await expect(first).rejects.toMatchObject(tooLarge)
    await lists.create('ana', named('list-1'), keep(contacts(2)))
    for (const change of [
      () => lists.append('ana', 'list-1', keep(contacts(4))),
      () => lists.append('ana', 'list-1', update(contacts(2, 2))),
      () => lists.replace('ana', 'list-1', { name: 'x', contacts: contacts(4, 9) }),
    ]) {
      await expect(change()).rejects.toMatchObject(tooLarge)
    }
    expect(await allOf(lists)).toEqual(contacts(2))
    const stores = hasManyWriters ? [lists, await another()] : [lists]
    const made = await Promise.allSettled(
      ['a', 'b', 'c', 'd'].map((id, at) => stores[at % stores.length]?.create('ana', named(id))),
    )
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(lists.create('ana', named('e'))).rejects.toMatchObject({ code: 'list_quota' })
    await lists.create('bia', named('f'))
    await lists.remove('ana', 'list-1')
    await lists.create('ana', named('e'))
  })

  test('finds no list under an id that none can have', async () => {
    const { lists } = await aStore(open)
    await lists.create('ana', named('list-1'))
    for (const id of ['list-1\0', '\0', '\ud83d', '../list-1']) {
      const unknown = { code: 'list_not_found' }
      expect(await lists.find('ana', id)).toBeUndefined()
      expect(await lists.remove('ana', id)).toBe(false)
      expect(await lists.restore('ana', id)).toBe(false)
      await expect(lists.append('ana', id, keep(contacts(1)))).rejects.toMatchObject(unknown)
      await expect(lists.fieldNames('ana', id)).rejects.toMatchObject(unknown)
    }
  })

  test('knows only the lists of their owner, newest first', async () => {
    const { lists } = await aStore(open)
    for (const id of ['list-1', 'list-2']) await lists.create('ana', named(id), keep(contacts(2)))
    await lists.create('bia', named('list-3'), keep(contacts(1)))
    expect((await lists.list('ana')).map(({ id }) => id)).toEqual(['list-2', 'list-1'])
    expect(await lists.find('bia', 'list-1')).toBeUndefined()
    expect(await lists.remove('bia', 'list-1')).toBe(false)
    expect(await lists.restore('bia', 'list-1')).toBe(false)
    const { phone } = contact(0)
    for (const refused of [
      () => lists.append('bia', 'list-1', keep(contacts(1))),
      () => lists.replace('bia', 'list-1', { name: 'x', contacts: contacts(1) }),
      () => lists.amend('bia', 'list-1', [phone], async () => new Map([[phone, null]])),
      () => lists.page('bia', 'list-1', { limit: 5 }),
      () => lists.viewRows('bia', 'list-1', { view: wholeView, from: 0, limit: 5 }),
      () => lists.viewPhones('bia', 'list-1', { view: wholeView, limit: 5 }),
      () => lists.fieldNames('bia', 'list-1'),
      () => lists.read('bia', 'list-1')[Symbol.asyncIterator]().next(),
    ]) {
      await expect(refused()).rejects.toMatchObject({ code: 'list_not_found' })
    }
    expect(await allOf(lists)).toEqual(contacts(2))
    await expect(lists.create('ana', named('../x'))).rejects.toThrow()
  })

  test('gives a reader the list as it was when they began, whatever becomes of it', async () => {
    const { lists } = await aStore(open)
    await lists.create('ana', named('list-1'), keep(contacts(MANY)))
    const readers = Array.from({ length: 2 }, () => lists.read('ana', 'list-1'))
    const seen: StoredContact[][] = []
    const begun = readers.map((reader) => reader[Symbol.asyncIterator]())
    for (const reader of begun) seen.push([(await reader.next()).value])
    const { phone } = contact(MANY - 1)
    await lists.append('ana', 'list-1', keep(contacts(10, 90_000)))
    await lists.append('ana', 'list-1', update([contact(MANY - 2, { name: 'Novo' })]))
    await lists.amend('ana', 'list-1', [phone], async () => new Map([[phone, null]]))
    await lists.replace('ana', 'list-1', { name: 'Outra', contacts: contacts(1, 70_000) })
    await lists.remove('ana', 'list-1')
    for (const [at, reader] of begun.entries()) {
      for (let next = await reader.next(); !next.done; next = await reader.next()) {
        seen[at]?.push(next.value)
      }
    }
    expect(seen).toEqual([contacts(MANY), contacts(MANY)])
  })

  test('of many changes at once none is lost, whoever makes them', async () => {
    const { lists, another } = await aStore(open)
    await lists.create('ana', named('list-1'), keep(contacts(50)))
    const stores = hasManyWriters ? [lists, await another(), await another()] : [lists]
    const store = (at: number) => stores[at % stores.length] ?? lists
    const grow = (at: number) => {
      const { phone } = contact(0)
      return store(at).amend('ana', 'list-1', [phone], async (current) => {
        const now = current.get(phone)
        return new Map(now && [[phone, { ...now, name: `${now.name}+` }]])
      })
    }
    const add = (at: number) => store(at).append('ana', 'list-1', keep(contacts(100)))
    const done = await Promise.all(
      Array.from({ length: 12 }, (_none, at) => (at % 2 === 0 ? grow(at) : add(at))),
    )
    const added = done.flatMap((each) => ('added' in each ? [Number(each.added)] : []))
    expect(added.filter((count) => count > 0)).toEqual([50])
    const [first, ...others] = await allOf(store(1))
    expect(first?.name).toBe(`Contato 0${'+'.repeat(6)}`)
    expect(others).toEqual(contacts(99, 1))
    expect(await lists.find('ana', 'list-1')).toMatchObject({ total: 100 })
  })

  test('what a decision throws reaches its caller, and leaves the list as it was', async () => {
    const { lists } = await aStore(open)
    await lists.create('ana', named('list-1'), keep(contacts(3)))
    const { phone } = contact(1)
    const refused = lists.amend('ana', 'list-1', [phone], async () => {
      throw new RangeError('refused')
    })
    await expect(refused).rejects.toThrow(RangeError)
    const none = await lists.amend('ana', 'list-1', [phone, 'x', ''], async (current) => {
      expect([...current]).toEqual([[phone, contact(1)]])
      return new Map()
    })
    expect(none).toEqual({ total: 3 })
    expect(await allOf(lists)).toEqual(contacts(3))
  })

  test('two contacts may change their phones with each other, and keep their places', async () => {
    const { lists } = await aStore(open)
    await lists.create('ana', named('list-1'), keep(contacts(3)))
    const [a, b] = [contact(0), contact(1)]
    const swapped = new Map([
      [a.phone, { ...a, phone: b.phone }],
      [b.phone, { ...b, phone: a.phone }],
    ])
    await lists.amend('ana', 'list-1', [a.phone, b.phone], async () => swapped)
    expect(await allOf(lists)).toEqual([...swapped.values(), contact(2)])
    expect((await lists.append('ana', 'list-1', keep(contacts(3)))).added).toBe(0)
  })

  test('pages lead through a list, also while contacts are added; a list written anew ends them', async () => {
    const { lists, reopen } = await aStore(open)
    await lists.create('ana', named('list-1'), keep(contacts(MANY)))
    expect(await pagesOf(lists, { limit: 999 })).toEqual(contacts(MANY))
    const { next, ...page } = await lists.page('ana', 'list-1', { limit: 10 })
    expect(page).toMatchObject({ list: { id: 'list-1', total: MANY }, contacts: contacts(10) })
    const cursor = next ?? ''
    await lists.append('ana', 'list-1', keep(contacts(3, MANY)))
    const again = await reopen()
    const rest = await again.page('ana', 'list-1', { limit: 5, cursor })
    expect(rest.contacts).toEqual(contacts(5, 10))
    for (const unknown of ['x', '1-999999999', '']) {
      const refused = again.page('ana', 'list-1', { limit: 5, cursor: unknown })
      await expect(refused).rejects.toMatchObject({ code: 'invalid' })
    }
    const { phone } = contact(20)
    await again.amend('ana', 'list-1', [phone], async () => new Map([[phone, null]]))
    const late = again.page('ana', 'list-1', { limit: 5, cursor })
    await expect(late).rejects.toMatchObject({ code: 'list_changed' })
  })

  test('finds by name and phone what a look at every contact finds, in a reading and in pages', async () => {
    const letter = fc.constantFrom(
      ...'aÁãbçÇeÊ"\\\n ñß😀İ1\u0000'.normalize('NFC'),
      'a\u0303',
      '\ud83d',
    )
    const name = fc.string({ unit: letter, maxLength: 12 })
    const query = fc.oneof(
      fc.string({ unit: letter, minLength: 1, maxLength: 3 }),
      fc.constant('0000 1'),
    )
    const { lists } = await aStore(open)
    await lists.create('ana', named('list-1'))
    await fc.assert(
      fc.asyncProperty(fc.array(name, { maxLength: 20 }), query, async (names, q) => {
        const search = contactSearch(q)
        fc.pre(search !== null)
        const rows = names.map((each, index) => contact(index, { name: each }))
        await lists.replace('ana', 'list-1', { name: 'x', contacts: rows })
        const wanted = rows.filter((row) => isFound(row, search))
        expect(await allOf(lists, { search })).toEqual(wanted)
        expect(await pagesOf(lists, { search, limit: 3 })).toEqual(wanted)
      }),
      { numRuns: 60 },
    )
  })

  test('ends a search after a bounded look, and goes on from there', async () => {
    const { lists } = await aStore(open)
    const last = contact(60_000, { name: 'Conceição' })
    await lists.create('ana', named('list-1'), keep([...contacts(60_000), last]))
    const search = contactSearch('CONCEICAO') ?? undefined
    const first = await lists.page('ana', 'list-1', { search, limit: 5, maxBytes: 100_000 })
    expect(first).toMatchObject({ contacts: [], next: expect.any(String) })
    expect(first.bytesRead).toBeGreaterThan(50_000)
    expect(await pagesOf(lists, { search, limit: 5, maxBytes: 100_000 })).toEqual([last])
    const stopped = { search, signal: AbortSignal.abort() }
    await expect(allOf(lists, stopped)).rejects.toThrow('abort')
  })

  test('shows the rows of a view as the console orders them', async () => {
    const word = fc.constantFrom(
      'Ávila',
      'avila',
      'Zé',
      'ze 10',
      '9',
      '10',
      '1,5',
      '',
      'ç',
      'd\u0000',
    )
    const row = fc.record({ name: word, cell: fc.option(word) })
    const column = fc.constantFrom(
      { kind: 'name' as const },
      { kind: 'phone' as const },
      { kind: 'field' as const, header: 'cidade' },
    )
    const view: fc.Arbitrary<ListView> = fc.record({
      search: fc.constantFrom('', 'a', 'ze', '11 9', 'ç'),
      sorting: fc.option(fc.record({ column, isDescending: fc.boolean() })),
      filter: fc.option(
        fc.record({ column, op: fc.constantFrom(...Object.values(FilterOp)), value: word }),
      ),
    })
    const { lists } = await aStore(open)
    await lists.create('ana', named('list-1'))
    // Contacts that come again without columns keep theirs: these are always others.
    let last = 0
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 30 }), view, async (given, asked) => {
        last += given.length
        const rows = given.map(({ name, cell }, at) =>
          contact(last - at, { name, ...(cell !== null && { fields: { cidade: cell } }) }),
        )
        await lists.replace('ana', 'list-1', { name: 'x', contacts: rows })
        const wanted = inOrder(rows, asked)
        const shown = await lists.viewRows('ana', 'list-1', { view: asked, from: 0, limit: 7 })
        const later = await lists.viewRows('ana', 'list-1', { view: asked, from: 7, limit: 100 })
        expect([...shown.contacts, ...later.contacts]).toEqual(wanted)
        expect(shown).toMatchObject({ foundCount: wanted.length, version: later.version })
        const { phones } = await lists.viewPhones('ana', 'list-1', { view: asked, limit: 5 })
        expect(phones).toEqual(wanted.slice(0, 5).map(({ phone }) => phone))
      }),
      { numRuns: 40 },
    )
    const { version } = await lists.viewRows('ana', 'list-1', {
      ...{ view: wholeView, from: 0, limit: 1 },
    })
    await lists.append('ana', 'list-1', keep(contacts(1, 99)))
    const next = await lists.viewRows('ana', 'list-1', { view: wholeView, from: 0, limit: 1 })
    expect(next.version).not.toBe(version)
  })

  test('brings back what was removed for two minutes, and not a moment longer', async () => {
    const { lists, reopen, advance } = await aStore(open)
    await lists.create('ana', named('list-1'), keep(contacts(3)))
    expect(await lists.restore('ana', 'list-1')).toBe(false)
    expect(await lists.remove('ana', 'list-1')).toBe(true)
    expect(await lists.remove('ana', 'list-1')).toBe(false)
    expect(await lists.list('ana')).toEqual([])
    await expect(lists.append('ana', 'list-1', keep([]))).rejects.toMatchObject({
      code: 'list_not_found',
    })
    const again = await reopen()
    expect(await again.restore('ana', 'list-1')).toBe(true)
    expect(await again.restore('ana', 'list-1')).toBe(false)
    expect(await allOf(again)).toEqual(contacts(3))
    expect((await again.append('ana', 'list-1', keep(contacts(4)))).added).toBe(1)
    await again.remove('ana', 'list-1')
    advance(REMOVED_KEPT_MS)
    await expect.poll(() => again.restore('ana', 'list-1')).toBe(false)
    expect(await (await reopen()).find('ana', 'list-1')).toBeUndefined()
  })

  test('removes all that a user has, also what could be brought back', async () => {
    const { lists, reopen } = await aStore(open)
    await lists.create('ana', named('list-1'), keep(contacts(3)))
    await lists.create('ana', named('list-2'), keep(contacts(3)))
    await lists.create('bia', named('list-3'), keep(contacts(2)))
    await lists.remove('ana', 'list-2')
    await lists.countDistinctPhones('ana')
    await lists.removeAll('ana')
    for (const prepare of [async () => lists, reopen]) {
      const opened = await prepare()
      expect(await opened.list('ana')).toEqual([])
      expect(await opened.restore('ana', 'list-2')).toBe(false)
      expect((await opened.countDistinctPhones('ana')).count).toBe(0)
      expect((await opened.countDistinctPhones('bia')).count).toBe(2)
    }
  })

  test('counts the different phones of all lists, each at the hour it was new', async () => {
    const { lists, another } = await aStore(open)
    const at = (hour: number) => ({ createdAt: `2026-11-21T${hour}:30:00.000Z` })
    const some = (count: number, from: number, hour: number) =>
      contacts(count, from).map((each) => ({ ...each, ...at(hour) }))
    const other = hasManyWriters ? await another() : lists
    const count = async () => {
      const { count: found, addedByHour } = await other.countDistinctPhones('ana')
      const byHour = [...addedByHour].filter(([, each]) => each > 0)
      return [found, Object.fromEntries(byHour.map(([hour, each]) => [hour.slice(11), each]))]
    }
    expect(await count()).toEqual([0, {}])
    await lists.create('ana', named('list-1'), keep(some(10, 0, 10)))
    await lists.create('ana', named('list-2'), keep(some(10, 5, 11)))
    await lists.create('bia', named('list-3'), keep(some(10, 500, 10)))
    expect(await count()).toEqual([15, { 10: 10, 11: 5 }])
    await lists.append('ana', 'list-1', keep(some(3, 100, 12)))
    await lists.append('ana', 'list-2', keep(some(4, 100, 13)))
    expect(await count()).toEqual([19, { 10: 10, 11: 5, 12: 3, 13: 1 }])
    await lists.append('ana', 'list-1', update([contact(0, { name: 'Novo' })]))
    expect(await count()).toEqual([19, { 10: 10, 11: 5, 12: 3, 13: 1 }])
    const { phone } = contact(0)
    await lists.amend('ana', 'list-1', [phone], async () => new Map([[phone, null]]))
    expect(await count()).toEqual([18, { 10: 9, 11: 5, 12: 3, 13: 1 }])
    await lists.replace('ana', 'list-2', { name: '', contacts: some(1, 5, 14) })
    expect(await count()).toEqual([12, { 10: 9, 12: 3 }])
    await lists.remove('ana', 'list-1')
    expect(await count()).toMatchObject([1, {}])
  })

  test('names people by their newest list, and finds the lists that they are in', async () => {
    const { lists } = await aStore(open)
    const [ana, anaShort, bia] = ['5561999990001', '556199990001', '5561999990002']
    const people = (names: Readonly<Record<string, string>>) =>
      Object.entries(names).map(([phone, name]) => contact(0, { phone, name }))
    const namesNow = async () =>
      Object.fromEntries(await lists.findNames('ana', [ana, bia, '0', 'x', '9'.repeat(16)]))
    const listsOf = async (...phones: string[]) =>
      (await lists.findLists('ana', phones)).map(({ id, total }) => `${id} ${total}`)
    expect([await namesNow(), await listsOf(ana)]).toEqual([{}, []])
    await lists.create('ana', named('a'), keep(people({ [ana]: 'Ana', [bia]: '' })))
    await lists.create('ana', named('b'), keep(people({ [anaShort]: 'Ana Lima' })))
    expect(await namesNow()).toEqual({ [ana]: 'Ana Lima' })
    expect(await listsOf(ana)).toEqual(['b 1', 'a 2'])
    expect(await listsOf('556199990002', '0')).toEqual(['a 2'])
    await lists.append('ana', 'b', keep(people({ [bia]: 'Bia' })))
    await lists.replace('ana', 'a', { name: 'a', contacts: people({ [bia]: 'Beatriz' }) })
    expect(await namesNow()).toEqual({ [ana]: 'Ana Lima', [bia]: 'Bia' })
    expect(await listsOf(ana)).toEqual(['b 2'])
    await lists.remove('ana', 'b')
    expect(await namesNow()).toEqual({ [bia]: 'Beatriz' })
    expect(await lists.findNames('bia', [ana, bia])).toEqual(new Map())
    expect(await lists.findLists('bia', [ana, bia])).toEqual([])
  })
})

/** A view by the rules of the contract, all at once. */
function inOrder(
  rows: readonly StoredContact[],
  { search, sorting, filter }: ListView,
): readonly StoredContact[] {
  const isMet = filter ? createRowFilter(filter) : () => true
  const rankOf = search.trim() === '' ? () => 0 : createRowRank(search)
  const byKey = sorting && createKeyOrder(sorting)
  return rows
    .flatMap((stored) => {
      const row = toContactWire(stored)
      const rank = rankOf(row, foldRow(row))
      if (rank === null || !isMet(row)) return []
      const key = sorting ? sortKeyOf(row, sorting.column) : null
      return [{ stored, rank, key }]
    })
    .sort((a, b) => a.rank - b.rank || (byKey && a.key && b.key ? byKey(a.key, b.key) : 0))
    .map(({ stored }) => stored)
}

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type {
  AppendResult,
  StoredContact,
} from '../../../../src/domain/contacts/contact-list-store.ts'
import type { ContactLists } from '../../../../src/domain/contacts/contact-lists.ts'
import { anyCharacter } from '../../../support/domain/any-text.ts'
import {
  allOf,
  aStore,
  contact,
  contacts,
  inBatches,
  keep,
  MANY,
  named,
  update,
} from '../../../support/storage/contact-lists.ts'
import { listEngines } from '../../../support/storage/engines/list-engines.ts'
import { dropDatabasesAfterwards } from '../../../support/storage/postgres.ts'

/** How every implementation of `ContactLists` changes a list. */

dropDatabasesAfterwards()

/** A model of what a list holds, in a few lines and without a store. */
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
/** Without the one name that the contract's schema leaves out of every record. */
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

describe.each(Object.entries(listEngines))(
  'a store of contact lists in %s',
  (_, { open, hasManyWriters }) => {
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
      expect(await allOf(lists)).toEqual(contacts(5))
      expect((await lists.append('ana', 'list-1', keep(contacts(6)))).total).toBe(6)
      expect(await allOf(await reopen())).toEqual(contacts(6))
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
  },
)

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FilterOp } from '../../../../src/contract/campaigns/filter-op.ts'
import { toContactWire } from '../../../../src/contract/contacts/contact-list.ts'
import {
  createKeyOrder,
  createRowFilter,
  createRowRank,
  foldRow,
  type ListView,
  sortKeyOf,
  wholeView,
} from '../../../../src/contract/contacts/list-view.ts'
import type { StoredContact } from '../../../../src/domain/contacts/contact-list-store.ts'
import { contactSearch, isFound } from '../../../../src/domain/contacts/contact-search.ts'
import {
  allOf,
  aStore,
  contact,
  contacts,
  keep,
  MANY,
  named,
  pagesOf,
  update,
} from '../../../support/storage/contact-lists.ts'
import { listEngines } from '../../../support/storage/engines/list-engines.ts'
import { dropDatabasesAfterwards } from '../../../support/storage/postgres.ts'

/** How every implementation of `ContactLists` reads a list. */

dropDatabasesAfterwards()

describe.each(Object.entries(listEngines))('reading contact lists in %s', (_, { open }) => {
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
    // Every run has other phones, since contacts that come again without columns keep theirs.
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
})

/** The rows of a view by the rules of the contract, in one piece. */
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

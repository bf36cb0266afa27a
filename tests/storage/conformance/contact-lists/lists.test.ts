import { describe, expect, test } from 'vitest'
import { wholeView } from '../../../../src/contract/contacts/list-view.ts'
import { REMOVED_KEPT_MS } from '../../../../src/domain/bin.ts'
import {
  allOf,
  aStore,
  contact,
  contacts,
  keep,
  named,
  update,
} from '../../../support/storage/contact-lists.ts'
import { listEngines } from '../../../support/storage/engines/list-engines.ts'
import { dropDatabasesAfterwards } from '../../../support/storage/postgres.ts'

/** What every implementation of `ContactLists` keeps for an account. */

dropDatabasesAfterwards()

describe.each(Object.entries(listEngines))(
  'an account’s store of contact lists in %s',
  (_, { open, hasManyWriters }) => {
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
  },
)

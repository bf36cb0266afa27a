import { describe, expect, onTestFinished, test } from 'vitest'
import type { StoredContact } from '../../../src/domain/contacts/contact-list-store.ts'
import type { ContactLists } from '../../../src/domain/contacts/contact-lists.ts'
import { createSeveralLists } from '../../../src/domain/contacts/several-lists.ts'
import { createPauses } from '../../../src/storage/files/pauses.ts'
import { createFakeClock } from '../../support/domain/fake-clock.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'
import { listEngines, type OpenLists } from '../../support/storage/engines/list-engines.ts'
import { dropDatabasesAfterwards } from '../../support/storage/postgres.ts'

dropDatabasesAfterwards()

const createdAt = '2026-11-21T13:00:00.000Z'
/** More rows than one statement writes, and than one batch brings. */
const MANY = 12_000

const contact = (number: number, change: Partial<StoredContact> = {}): StoredContact => ({
  ...{ name: `Contato ${number}`, phone: String(5_511_900_000_000 + number) },
  ...{ createdAt, origin: 'api' as const },
  ...change,
})
const contacts = (count: number, from: number, fields?: Record<string, string>) =>
  Array.from({ length: count }, (_, index) => contact(from + index, fields && { fields }))

async function aStore(open: OpenLists, maxContacts = 1_000_000) {
  const dir = await aDataFolder()
  const { lists, close } = await open({
    ...{ dir, clock: createFakeClock(), maxContacts, maxLists: 1_000 },
  })
  onTestFinished(async () => {
    await close()
  })
  const severalOf = (changes: Partial<ContactLists> = {}) =>
    createSeveralLists({
      lists: { ...lists, ...changes },
      publish: () => undefined,
      newId: () => 'nova',
      now: () => Date.parse(createdAt),
      pause: createPauses(1_000),
    })
  const put = (id: string, given: readonly StoredContact[]) =>
    lists.create('ana', { id, name: id, createdAt }, { contacts: given, onDuplicate: 'keep' })
  const read = async (id: string) => {
    const found: StoredContact[] = []
    for await (const each of lists.read('ana', id)) found.push(each)
    return found
  }
  return { lists, several: severalOf(), severalOf, put, read }
}

describe.each(Object.entries(listEngines))('several lists in %s', (_name, { open }) => {
  test('become a new one, with each phone once and what all know of it', async () => {
    const { lists, several, put, read } = await aStore(open)
    await put('a', contacts(MANY, 0, { turma: 'A', mãe: '' }))
    await put('b', contacts(MANY, MANY / 2, { Turma: 'Z', mãe: 'Rosa "\0" 🎈', sala: '3' }))
    const report = await several.merge('ana', { ids: ['a', 'b'], to: { name: 'Todos' } })
    expect(report).toEqual({
      ...{ id: 'nova', name: 'Todos', total: MANY * 1.5, added: MANY * 1.5 },
      ...{ duplicates: MANY / 2, invalid: [] },
    })
    const found = await read('nova')
    expect(found).toHaveLength(MANY * 1.5)
    expect(found[0]).toEqual(contact(0, { fields: { turma: 'A', mãe: '' } }))
    expect(found[MANY - 1]).toEqual(
      contact(MANY - 1, { fields: { turma: 'A', mãe: 'Rosa "\0" 🎈', sala: '3' } }),
    )
    expect(found.at(-1)?.fields).toEqual({ turma: 'Z', mãe: 'Rosa "\0" 🎈', sala: '3' })
    expect(await lists.fieldNames('ana', 'nova')).toEqual(['turma', 'mãe', 'sala'])
    expect((await lists.find('ana', 'b'))?.total).toBe(MANY)
  })

  test('fill a list that takes them in: its own rows stay, and once more changes nothing', async () => {
    const { lists, several, put, read } = await aStore(open)
    await put('a', contacts(MANY, 0, { turma: 'A', mãe: '' }))
    await put('b', contacts(MANY, 1, { Turma: 'Z', mãe: 'Rosa', sala: '3' }))
    const merge = () => several.merge('ana', { ids: ['b'], to: { listId: 'a' } })
    expect(await merge()).toMatchObject({ total: MANY + 1, added: 1, duplicates: MANY - 1 })
    const found = await read('a')
    expect(found[0]).toEqual(contact(0, { fields: { turma: 'A', mãe: '' } }))
    for (const at of [1, MANY - 1]) {
      expect(found[at]).toEqual(contact(at, { fields: { turma: 'A', mãe: 'Rosa', sala: '3' } }))
    }
    expect(found[MANY]).toEqual(contact(MANY, { fields: { turma: 'Z', mãe: 'Rosa', sala: '3' } }))
    expect(await lists.fieldNames('ana', 'a')).toEqual(['turma', 'mãe', 'sala'])
    expect(await merge()).toMatchObject({ total: MANY + 1, added: 0, duplicates: MANY })
    expect(await read('a')).toEqual(found)
  })

  test('that were joined halfway are joined whole by the same call once more', async () => {
    const { severalOf, several, put, read } = await aStore(open)
    await put('a', [contact(1, { fields: { turma: '' } })])
    await put('b', [contact(1, { fields: { turma: 'B' } }), contact(2)])
    const breaking = severalOf({
      amend: async () => {
        throw new Error('the process ends here')
      },
    })
    const input = { ids: ['b'], to: { listId: 'a' } }
    await expect(breaking.merge('ana', input)).rejects.toThrow('the process ends here')
    expect(await read('a')).toEqual([contact(1, { fields: { turma: '' } }), contact(2)])
    expect(await read('b')).toHaveLength(2)
    expect(await several.merge('ana', input)).toMatchObject({ added: 0, total: 2 })
    expect(await read('a')).toEqual([contact(1, { fields: { turma: 'B' } }), contact(2)])
  })

  test('that are too many for one change nothing of it', async () => {
    const { several, lists, put, read } = await aStore(open, 3)
    await put('a', [contact(1, { fields: { turma: '' } })])
    await put('b', [contact(1, { fields: { turma: 'B' } }), contact(2), contact(3)])
    await put('c', [contact(4)])
    for (const to of [{ listId: 'a' }, { name: 'Todos' }]) {
      const merging = several.merge('ana', { ids: ['a', 'b', 'c'], to })
      await expect(merging).rejects.toMatchObject({ code: 'list_too_large' })
    }
    expect(await read('a')).toEqual([contact(1, { fields: { turma: '' } })])
    expect(await lists.list('ana')).toHaveLength(3)
  })

  test('go into one from two sides at once, and each person is there once', async () => {
    const { several, put, read } = await aStore(open)
    await put('a', [contact(0)])
    await put('b', contacts(3_000, 0, { b: 'sim' }))
    await put('c', contacts(3_000, 1_500, { c: 'sim' }))
    await Promise.all(
      ['b', 'c'].map((id) => several.merge('ana', { ids: [id], to: { listId: 'a' } })),
    )
    const found = await read('a')
    expect(new Set(found.map(({ phone }) => phone)).size).toBe(4_500)
    expect(found).toHaveLength(4_500)
    expect(found[0]?.fields).toEqual({ b: 'sim' })
  })

  test('are read as one, list by list, in one writing of their columns', async () => {
    const { several, put } = await aStore(open)
    await put('a', contacts(2, 0, { Série: '1º' }))
    await put('b', contacts(2, 1, { serie: '2º', sala: '3' }))
    const { columns, contacts: all } = await several.readAll('ana', ['b', 'a'])
    const found: unknown[] = []
    for await (const { list, contact: each } of all) found.push([list.id, each.phone, each.fields])
    expect(columns).toEqual(['serie', 'sala'])
    expect(found).toEqual([
      ['b', contact(1).phone, { serie: '2º', sala: '3' }],
      ['b', contact(2).phone, { serie: '2º', sala: '3' }],
      ['a', contact(0).phone, { serie: '1º' }],
      ['a', contact(1).phone, { serie: '1º' }],
    ])
    await expect(several.readAll('bia', ['a'])).rejects.toMatchObject({ code: 'list_not_found' })
  })
})

import { expect, test } from 'vitest'
import { openContactLists } from '../../../src/storage/contacts/contact-lists.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'

const ANA = '5561999990001'
const BIA = '5561999990002'

function contacts(names: Readonly<Record<string, string>>) {
  return Object.entries(names).map(([phone, name]) => ({
    ...{ phone, name, createdAt: '2026-01-15T12:00:00.000Z' },
    origin: 'manual' as const,
  }))
}

test('people go by the newest list’s names, which follow every change of the lists', async () => {
  const lists = await openContactLists({ dir: await aDataFolder() })
  const names = async () => Object.fromEntries(await lists.findNames('loja', [ANA, BIA, '0']))
  const create = (id: string, minute: number, people: Readonly<Record<string, string>>) =>
    lists.create(
      'loja',
      { id, name: id, createdAt: `2026-01-15T12:0${minute}:00.000Z` },
      { contacts: contacts(people), onDuplicate: 'keep' },
    )
  expect(await names()).toEqual({})
  await create('a', 1, { [ANA]: 'Ana' })
  // A number written without the ninth digit is the same person's.
  await create('b', 2, { '556199990001': 'Ana Lima', [BIA]: '' })
  expect(await names()).toEqual({ [ANA]: 'Ana Lima' })
  await lists.append('loja', 'b', { contacts: contacts({ [BIA]: 'Bia' }), onDuplicate: 'update' })
  expect(await names()).toEqual({ [ANA]: 'Ana Lima', [BIA]: 'Bia' })
  await lists.replace('loja', 'b', { name: 'b', contacts: contacts({ [BIA]: 'Beatriz' }) })
  expect(await names()).toEqual({ [ANA]: 'Ana', [BIA]: 'Beatriz' })
  await lists.remove('loja', 'b')
  expect(await names()).toEqual({ [ANA]: 'Ana' })
  expect(await lists.findNames('outra', [ANA])).toEqual(new Map())
})

test('people are found in all lists that they are in, however those change', async () => {
  const lists = await openContactLists({ dir: await aDataFolder() })
  const listsOf = async (phone: string) =>
    (await lists.findLists('loja', [phone])).map(({ name, total }) => `${name} ${total}`)
  const create = (id: string, minute: number, people: Readonly<Record<string, string>>) =>
    lists.create(
      'loja',
      { id, name: id, createdAt: `2026-01-15T12:0${minute}:00.000Z` },
      { contacts: contacts(people), onDuplicate: 'keep' },
    )
  expect(await listsOf(ANA)).toEqual([])
  await create('a', 1, { [ANA]: 'Ana', [BIA]: '' })
  await create('b', 2, { '556199990001': '' })
  expect(await listsOf(ANA)).toEqual(['b 1', 'a 2'])
  expect(await listsOf('556199990002')).toEqual(['a 2'])
  await lists.append('loja', 'b', { contacts: contacts({ [BIA]: '' }), onDuplicate: 'keep' })
  expect(await listsOf(BIA)).toEqual(['b 2', 'a 2'])
  await lists.replace('loja', 'a', { name: 'a', contacts: contacts({ [BIA]: '' }) })
  expect(await listsOf(ANA)).toEqual(['b 2'])
  await lists.remove('loja', 'b')
  expect([await listsOf(ANA), await listsOf(BIA)]).toEqual([[], ['a 1']])
  expect(await listsOf('0')).toEqual([])
  expect(await lists.findLists('outra', [BIA])).toEqual([])
})

import { expect, test } from 'vitest'
import { AppError } from '../../../src/contract/errors.ts'
import { contactSearch } from '../../../src/domain/contacts/contact-search.ts'
import { createPeopleSearch, type SearchPlace } from '../../../src/domain/people/people-search.ts'
import { openContactLists } from '../../../src/storage/contacts/contact-lists.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'

const LIST_SIZE = 6_000
/** About twice the size of a piece that is read at once. */
const BYTES_A_CALL = 128 * 1024

function* people(listNumber: number) {
  for (let place = 0; place < LIST_SIZE; place += 1) {
    const phone = `5561${listNumber}${String(90_000_000 + place)}`
    const createdAt = '2026-01-15T12:00:00.000Z'
    yield { phone, name: `Pessoa ${listNumber}-${place}`, createdAt, origin: 'csv' as const }
  }
}

async function twoLists() {
  const lists = await openContactLists({ dir: await aDataFolder() })
  for (const number of [1, 2]) {
    const list = { id: `l${number}`, name: '', createdAt: `2026-01-0${number}T12:00:00.000Z` }
    await lists.create('loja', list, { contacts: people(number), onDuplicate: 'keep' })
  }
  let bytesRead = 0
  const counted: Parameters<typeof createPeopleSearch>[0]['lists'] = {
    list: lists.list,
    page: async (...asked) => {
      const page = await lists.page(...asked)
      bytesRead += page.bytesRead
      return page
    },
  }
  const search = createPeopleSearch({ lists: counted, bytesACall: BYTES_A_CALL })
  const { signal } = new AbortController()
  const find = async (q: string, from: SearchPlace | null) => {
    bytesRead = 0
    const wanted = contactSearch(q)
    if (!wanted) throw new Error('nothing to search for')
    const found = await search.find('loja', { search: wanted, limit: 8, from, signal })
    return { ...found, bytesRead }
  }
  return { lists, find }
}

test('each call looks at a bounded part, and together they find whoever is there', async () => {
  const { find } = await twoLists()
  const names: string[] = []
  const costs: number[] = []
  let from: SearchPlace | null = null
  do {
    const page = await find('pessoa 1-5999', from)
    names.push(...page.matches.map(({ name, list }) => `${name} · ${list.name}`))
    costs.push(page.bytesRead)
    from = page.next
  } while (from !== null)
  expect(names).toEqual(['Pessoa 1-5999 · Lista #l1'])
  expect(costs.length).toBeGreaterThan(4)
  expect(Math.max(...costs)).toBeLessThan(2 * BYTES_A_CALL)
})

test('a search goes on where its list was deleted or written anew meanwhile', async () => {
  const { lists, find } = await twoLists()
  const first = await find('pessoa 2-5999', null)
  expect(first.next).toMatchObject({ listId: 'l2' })
  await lists.replace('loja', 'l2', { name: '', contacts: [...people(2)].slice(-1) })
  expect((await find('pessoa 2-5999', first.next)).matches).toMatchObject([
    { name: 'Pessoa 2-5999' },
  ])
  await lists.remove('loja', 'l2')
  expect((await find('pessoa 1-0', first.next)).matches).toMatchObject([{ name: 'Pessoa 1-0' }])
})

test('a list that cannot be read at the moment is not one in which nobody is', async () => {
  const { lists } = await twoLists()
  const busy = new AppError('storage_unavailable', 'too many open files')
  const search = createPeopleSearch({
    lists: {
      list: lists.list,
      page: async () => {
        throw busy
      },
    },
  })
  const wanted = contactSearch('pessoa')
  if (!wanted) throw new Error('nothing to search for')
  const { signal } = new AbortController()
  const asked = search.find('loja', { search: wanted, limit: 8, from: null, signal })
  await expect(asked).rejects.toBe(busy)
})

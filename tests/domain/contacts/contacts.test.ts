import { describe, expect, test } from 'vitest'
import type {
  ContactListStore,
  StoredContact,
} from '../../../src/domain/contacts/contact-list-store.ts'
import { createContacts } from '../../../src/domain/contacts/contacts.ts'
import type { Publish } from '../../../src/domain/events.ts'
import { openContactLists } from '../../../src/storage/contacts/contact-lists.ts'
import { createPauses } from '../../../src/storage/files/pauses.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'

const now = () => Date.UTC(2026, 0, 15, 12)

async function someContacts(
  changes: Partial<ContactListStore> = {},
  publish: Publish = () => undefined,
) {
  const store = await openContactLists({ dir: await aDataFolder() })
  const lists = { ...store, ...changes }
  const ids = ['a', 'b', 'c'].values()
  const newId = () => ids.next().value ?? 'more'
  const pause = createPauses(100)
  const isListInUse = async () => false
  return createContacts({ lists, isListInUse, publish, newId, now, pause })
}

const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, number) => ({
    name: `Cliente ${number}`,
    phone: `6199${1_000_000 + number}`,
  }))

async function all(contacts: AsyncIterable<StoredContact>): Promise<StoredContact[]> {
  const found: StoredContact[] = []
  for await (const contact of contacts) found.push(contact)
  return found
}

describe('contacts', () => {
  test('let the process go on while thousands of them are checked', async () => {
    const contacts = await someContacts()
    let looked = 0
    const rows = {
      *[Symbol.iterator]() {
        for (const row of rowsOf(20_000)) {
          looked += 1
          yield row
        }
      },
    }
    const steps: number[] = []
    let isOver = false
    const watch = () => {
      steps.push(looked)
      if (!isOver) setImmediate(watch)
    }
    setImmediate(watch)
    const { added } = await contacts.create('ana', { name: '', rows, origin: 'api' })
    isOver = true
    expect(added).toBe(20_000)
    const longest = Math.max(...steps.map((at, index) => at - (steps[index - 1] ?? 0)))
    expect(longest).toBeLessThanOrEqual(1_000)
    // Each contact is looked at once.
    expect(looked).toBe(20_000)
  })

  test('are kept with where they came from and when', async () => {
    const contacts = await someContacts()
    const input = { name: '', rows: rowsOf(1), origin: 'api' } as const
    const { id, name } = await contacts.create('ana', input)
    expect(name).toBe('Lista de 15/01/2026')
    expect(await all(contacts.read('ana', id))).toEqual([
      {
        name: 'Cliente 0',
        phone: '5561991000000',
        createdAt: '2026-01-15T12:00:00.000Z',
        origin: 'api',
      },
    ])
  })

  test('publish each change of a list once it can be read, and none that came to nothing', async () => {
    const published: unknown[] = []
    const contacts = await someContacts({}, (userId, event) => published.push([userId, event]))
    const told = () => published.splice(0)
    const event = (id: string) => ['ana', { type: 'contact_list', id }]
    const input = { name: 'Lista', rows: rowsOf(2), origin: 'api' } as const
    await contacts.create('ana', input)
    expect(told()).toEqual([event('a')])
    await contacts.append('ana', 'a', input)
    expect(told()).toEqual([event('a')])
    await contacts.replace('ana', 'a', input)
    expect(told()).toEqual([event('a')])
    const imported = { name: '', rows: rowsOf(3), onDuplicate: 'keep' } as const
    await contacts.importRows('ana', { ...imported, listId: 'a' })
    await contacts.importRows('ana', { ...imported, listId: null })
    expect(told()).toEqual([event('a'), event('b')])
    await expect(contacts.append('ana', 'a', { ...input, rows: [] })).rejects.toThrow()
    await expect(contacts.append('bia', 'a', input)).rejects.toThrow()
    expect(told()).toEqual([])
    await contacts.remove('ana', 'a', { force: false })
    await expect(contacts.remove('ana', 'a', { force: false })).rejects.toThrow()
    expect(told()).toEqual([event('a')])
  })

  test('are imported without ever being held together', async () => {
    const contacts = await someContacts()
    let asked = 0
    let mostAhead = 0
    async function* rows() {
      for (const row of rowsOf(20_000)) {
        asked += 1
        yield [row]
      }
    }
    let taken = 0
    const counting = await someContacts({
      append: async (_userId, _id, { contacts: given }) => {
        for await (const batch of given) {
          taken += Array.isArray(batch) ? batch.length : 1
          mostAhead = Math.max(mostAhead, asked - taken)
        }
        return { added: taken, updated: 0, duplicates: 0, total: taken }
      },
    })
    const input = { rows: rows(), name: '', listId: null, onDuplicate: 'keep' } as const
    const { report, isNew } = await counting.importRows('ana', input)
    expect([report.added, isNew]).toEqual([20_000, true])
    expect(mostAhead).toBeLessThanOrEqual(1)
    expect(await contacts.list('ana')).toEqual([])
  })
})

import { describe, expect, test } from 'vitest'
import type { ContactLists } from '../../../src/domain/contacts/contact-lists.ts'
import { createSeveralLists } from '../../../src/domain/contacts/several-lists.ts'
import { openContactLists } from '../../../src/storage/contacts/contact-lists.ts'
import { createPauses } from '../../../src/storage/files/pauses.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'

const COUNT = 3_000
const createdAt = '2026-01-15T12:00:00.000Z'

async function someLists(changes: Partial<ContactLists> = {}) {
  const store = await openContactLists({ dir: await aDataFolder() })
  const everyHundred = createPauses(100)
  const published: string[] = []
  let pauses = 0
  const several = createSeveralLists({
    lists: { ...store, ...changes },
    publish: (_userId, event) => void published.push('id' in event ? String(event.id) : ''),
    newId: () => 'nova',
    now: () => Date.UTC(2026, 0, 15, 12),
    pause: () => {
      const pausing = everyHundred()
      if (pausing !== undefined) pauses += 1
      return pausing
    },
  })
  const make = async (id: string, from: number, fields?: Record<string, string>) => {
    const contacts = Array.from({ length: COUNT }, (_, index) => ({
      ...{ name: `Cliente ${from + index}`, phone: `556199${1_000_000 + from + index}` },
      ...{ createdAt, origin: 'api' as const, ...(fields && { fields }) },
    }))
    await store.create('ana', { id, name: id, createdAt }, { contacts, onDuplicate: 'keep' })
  }
  return { store, several, make, published, pauses: () => pauses }
}

describe('several lists', () => {
  test('are joined while the process goes on, and published as one change', async () => {
    const { several, make, published, pauses } = await someLists()
    await make('a', 0)
    await make('b', COUNT / 2, { turma: 'B' })
    const to = { name: 'Todos' }
    expect(await several.merge('ana', { ids: ['a', 'b'], to })).toMatchObject({
      ...{ id: 'nova', added: COUNT * 1.5, duplicates: COUNT / 2 },
    })
    expect(published).toEqual(['nova'])
    // Read three times: for who is in both, for what is known of them, and to write.
    expect(pauses()).toBe((3 * 2 * COUNT) / 100)
  })

  test('fill a contact as it is once it is changed, whoever changed it meanwhile', async () => {
    const { store } = await someLists()
    const { several } = await someLists({
      ...store,
      amend: (userId, id, phones, decide) =>
        store.amend(userId, id, phones, async (current) => {
          const first = phones[0] ?? ''
          const now = current.get(first)
          if (!now) return expect.unreachable('the first of them is in the list')
          const edited = { ...now, name: 'Outro nome', fields: { turma: 'de outra pessoa' } }
          return await decide(new Map([...current, [first, edited]]))
        }),
    })
    const contacts = (fields: Record<string, string>) => [
      { name: 'Ana', phone: '5561999990001', fields, createdAt, origin: 'api' as const },
    ]
    for (const [id, fields] of [
      ['a', {}],
      ['b', { turma: 'B', sala: '3' }],
    ] as const) {
      const input = { contacts: contacts(fields), onDuplicate: 'keep' as const }
      await store.create('ana', { id, name: id, createdAt }, input)
    }
    await several.merge('ana', { ids: ['b'], to: { listId: 'a' } })
    const found = []
    for await (const { name, fields } of store.read('ana', 'a')) found.push({ name, fields })
    expect(found).toEqual([{ name: 'Outro nome', fields: { turma: 'de outra pessoa', sala: '3' } }])
  })

  test('write a column in one way, but for those of one list that differ in nothing else', async () => {
    const { several, store } = await someLists()
    const put = (id: string, fields: Record<string, string>) =>
      store.create(
        'ana',
        { id, name: id, createdAt },
        {
          contacts: [
            { name: id, phone: `556199999000${id}`, fields, createdAt, origin: 'api' as const },
          ],
          onDuplicate: 'keep',
        },
      )
    await put('1', { Série: '1º' })
    await put('2', { serie: '2º', SÉRIE: 'segunda' })
    await put('3', { serie: '3º' })
    const { columns, contacts } = await several.readAll('ana', ['1', '2', '3'])
    const fields: unknown[] = []
    for await (const { contact } of contacts) fields.push(contact.fields)
    expect(columns).toEqual(['Série', 'serie', 'SÉRIE'])
    expect(fields).toEqual([{ Série: '1º' }, { serie: '2º', SÉRIE: 'segunda' }, { Série: '3º' }])
  })
})

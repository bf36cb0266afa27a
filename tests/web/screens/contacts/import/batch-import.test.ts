import { describe, expect, test } from 'vitest'
import type {
  ContactList,
  ContactReport,
} from '../../../../../src/contract/contacts/contact-list.ts'
import { createBatchImport } from '../../../../../web/screens/contacts/import/batch-import.ts'

const contacts = Array.from({ length: 1_200 }, (_, index) => ({
  name: `Pessoa ${index}`,
  phone: `55619${70_000_000 + index}`,
  line: index + 2,
}))
const reading = { validCount: 1_200, duplicateCount: 3, invalidCount: 0, invalid: [] }
const forever = new AbortController().signal
const quiet = { signal: forever, onProgress: () => undefined }

/** A server that keeps each phone once, and whose answers may be lost. */
function aServer(options: { readonly losesAnswersOf?: readonly number[] } = {}) {
  const lists: (ContactList & { phones: Set<string> })[] = []
  let callCount = 0

  const answer = (list: (typeof lists)[number], sent: readonly { phone: string }[]) => {
    const before = list.phones.size
    for (const { phone } of sent) list.phones.add(phone)
    const total = list.phones.size
    callCount += 1
    if (options.losesAnswersOf?.includes(callCount)) throw new Error('lost')
    const added = total - before
    const { id, name } = list
    const report: ContactReport = {
      ...{ id, name, total, added },
      duplicates: sent.length - added,
      invalid: [],
    }
    return report
  }
  return {
    lists,
    batches: () => callCount,
    calls: {
      create: async (list: { name: string; contacts: readonly { phone: string }[] }) => {
        const made = {
          id: `l${lists.length + 1}`,
          name: list.name,
          createdAt: '2026-01-01T00:00:00.000Z',
          total: 0,
          phones: new Set<string>(),
        }
        lists.unshift(made)
        return answer(made, list.contacts)
      },
      append: async (id: string, sent: readonly { phone: string }[]) => {
        const list = lists.find((each) => each.id === id)
        if (!list) throw new Error('no such list')
        return answer(list, sent)
      },
      newestLists: async (limit: number) => lists.slice(0, limit),
      isUnanswered: () => true,
    },
  }
}

describe('an import in batches', () => {
  test('makes the list with the first 500 contacts and appends the others, 500 a call', async () => {
    const server = aServer()
    const told: number[] = []
    const run = createBatchImport({
      ...{ reading, contacts, target: { name: 'Clientes' }, calls: server.calls },
    })
    const imported = await run.proceed({
      signal: forever,
      onProgress: (progress) => told.push(progress.kind === 'contacts' ? progress.sent : -1),
    })
    expect(told).toEqual([500, 1_000, 1_200])
    expect(imported).toMatchObject({ id: 'l1', added: 1_200, duplicates: 3, total: 1_200 })
  })

  test('goes on with the call that failed, and counts nobody twice', async () => {
    const server = aServer({ losesAnswersOf: [2] })
    const target = { name: 'Clientes' }
    const run = createBatchImport({ reading, contacts, target, calls: server.calls })
    await expect(run.proceed(quiet)).rejects.toThrow('lost')
    expect(run.progress()).toMatchObject({ sent: 500 })
    expect(run.saved()).toEqual({ id: 'l1', added: 500 })
    expect(await run.proceed(quiet)).toMatchObject({ added: 1_200, duplicates: 3 })
    expect(server.lists).toHaveLength(1)
    expect(server.batches()).toBe(4)
  })

  test('finds the list whose creation was never answered instead of making a second one', async () => {
    const server = aServer({ losesAnswersOf: [2] })
    await server.calls.create({ name: 'Clientes', contacts: [{ phone: '1' }] })
    const target = { name: 'Clientes' }
    const run = createBatchImport({ reading, contacts, target, calls: server.calls })
    await expect(run.proceed(quiet)).rejects.toThrow('lost')
    expect(await run.proceed(quiet)).toMatchObject({ id: 'l2', added: 1_200 })
    expect(server.lists.map(({ id, phones }) => [id, phones.size])).toEqual([
      ['l2', 1_200],
      ['l1', 1],
    ])
  })

  test('stops between two calls and can be taken up again', async () => {
    const server = aServer()
    const controller = new AbortController()
    const target = { name: 'Clientes' }
    const run = createBatchImport({ reading, contacts, target, calls: server.calls })
    const stopped = run.proceed({ signal: controller.signal, onProgress: () => controller.abort() })
    await expect(stopped).rejects.toMatchObject({ name: 'AbortError' })
    expect(server.batches()).toBe(1)
    expect(await run.proceed(quiet)).toMatchObject({ added: 1_200 })
  })

  test('tells how many of an existing list were there already', async () => {
    const server = aServer()
    await server.calls.create({ name: 'Antiga', contacts: contacts.slice(0, 10) })
    const target = { listId: 'l1', name: 'Antiga', total: 10 }
    const run = createBatchImport({ reading, contacts, target, calls: server.calls })
    expect(await run.proceed(quiet)).toMatchObject({ added: 1_190, duplicates: 13, total: 1_200 })
  })
})

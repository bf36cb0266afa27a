import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { withBin } from '../../../src/domain/bin.ts'
import type { StoredContact } from '../../../src/domain/contacts/contact-list-store.ts'
import type { ContactLists } from '../../../src/domain/contacts/contact-lists.ts'
import { openContactLists } from '../../../src/storage/contacts/contact-lists.ts'
import type { ListRecord } from '../../../src/storage/contacts/contact-recovery.ts'
import {
  storageUnavailable,
  UnsettledNameError,
} from '../../../src/storage/files/storage-errors.ts'
import { createFakeClock } from '../../support/domain/fake-clock.ts'
import { aDataFolder } from '../../support/storage/data-folder.ts'

const createdAt = '2026-11-21T13:00:00.000Z'
const contact = (number: number, name = `Contato ${number}`): StoredContact => ({
  name,
  phone: String(5_511_900_000_000 + number),
  createdAt,
  origin: 'api',
})
const contacts = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) => contact(from + index))
const keep = (given: Iterable<StoredContact>) => ({ contacts: given, onDuplicate: 'keep' as const })
const update = (given: Iterable<StoredContact>) => ({
  contacts: given,
  onDuplicate: 'update' as const,
})

async function allOf(lists: ContactLists): Promise<StoredContact[]> {
  const all: StoredContact[] = []
  for await (const each of lists.read('ana', 'list-1')) all.push(each)
  return all
}

/** Lists on a disk that, when asked to, keeps a record but answers its save as refused. */
async function listsOnAnUnsureDisk(dir: string) {
  const shown = new Map<string, ListRecord | undefined>()
  let isUnsure = false
  const lists = await openContactLists({
    dir,
    keepRemoved: (store) =>
      withBin<ListRecord>(
        {
          ...store,
          find: async (userId, id) => (shown.has(id) ? shown.get(id) : store.find(userId, id)),
          save: async (userId, record) => {
            const before = await store.find(userId, record.id)
            await store.save(userId, record)
            shown.delete(record.id)
            if (!isUnsure) return
            shown.set(record.id, before)
            throw storageUnavailable(
              'not kept',
              new UnsettledNameError(record.id, new Error('EIO')),
            )
          },
        },
        { clock: createFakeClock(), onFault: (error) => expect.unreachable(String(error)) },
      ),
  })
  const unsure = async (change: () => Promise<unknown>) => {
    isUnsure = true
    await expect(change()).rejects.toMatchObject({ code: 'storage_unsettled' })
    isUnsure = false
  }
  return { lists, unsure }
}

test.each<readonly [string, (lists: ContactLists) => Promise<unknown>, readonly StoredContact[]]>([
  ['an addition', (lists) => lists.append('ana', 'list-1', keep(contacts(5))), contacts(5)],
  [
    'an update',
    (lists) => lists.append('ana', 'list-1', update([contact(1, 'Novo')])),
    [contact(0), contact(1, 'Novo'), contact(2)],
  ],
  [
    'a replacement',
    (lists) => lists.replace('ana', 'list-1', { name: 'Novo', contacts: contacts(2, 1) }),
    contacts(2, 1),
  ],
])(
  '%s that the disk may hold is whole after a power cut, whatever is tried meanwhile',
  async (_name, change, changed) => {
    const dir = await aDataFolder()
    const { lists, unsure } = await listsOnAnUnsureDisk(dir)
    await lists.create('ana', { id: 'list-1', name: 'Clientes', createdAt }, keep(contacts(3)))
    await unsure(() => change(lists))
    expect(await allOf(lists)).toEqual(contacts(3))
    const block = join(dir, 'db', 'lists', `1.json.${process.pid}.tmp`)
    await mkdir(block)
    for (const further of [
      () => lists.append('ana', 'list-1', keep(contacts(9, 5))),
      () => lists.append('ana', 'list-1', update([contact(2, 'Outro')])),
      () => lists.replace('ana', 'list-1', { name: 'Outra', contacts: contacts(1, 8) }),
    ]) {
      await expect(further()).rejects.toMatchObject({ code: 'storage_unavailable' })
    }
    await rm(block, { recursive: true, force: true })
    expect(await allOf(await openContactLists({ dir }))).toEqual(changed)
  },
)

test('a change that the disk may hold is gone once the next one is on the disk', async () => {
  const dir = await aDataFolder()
  const { lists, unsure } = await listsOnAnUnsureDisk(dir)
  await lists.create('ana', { id: 'list-1', name: 'Clientes', createdAt }, keep(contacts(3)))
  await unsure(() => lists.append('ana', 'list-1', keep(contacts(5))))
  expect((await lists.append('ana', 'list-1', keep(contacts(1, 7)))).total).toBe(4)
  const all = [...contacts(3), contact(7)]
  expect(await allOf(lists)).toEqual(all)
  expect(await allOf(await openContactLists({ dir }))).toEqual(all)
})

test('a new list that the disk may hold has its contacts after a power cut', async () => {
  const dir = await aDataFolder()
  const { lists, unsure } = await listsOnAnUnsureDisk(dir)
  const id = { id: 'list-1', name: 'Clientes', createdAt }
  await unsure(() => lists.create('ana', id, keep(contacts(3))))
  expect(await lists.find('ana', 'list-1')).toBeUndefined()
  expect(await allOf(await openContactLists({ dir }))).toEqual(contacts(3))
})

test('a refused change that cannot be undone is answered as one that may be there', async () => {
  const dir = await aDataFolder()
  const lists = await openContactLists({ dir })
  await lists.create('ana', { id: 'list-1', name: 'Clientes', createdAt }, keep(contacts(3)))
  const block = join(dir, 'db', 'lists', `1.json.${process.pid}.tmp`)
  await mkdir(block)
  const path = join(dir, 'lists', 'list-1.1.ndjson')
  async function* inTheWay() {
    yield contacts(5)
    await rename(path, `${path}.away`)
    await mkdir(path)
  }
  const adding = { contacts: inTheWay(), onDuplicate: 'keep' as const }
  await expect(lists.append('ana', 'list-1', adding)).rejects.toMatchObject({
    code: 'storage_unsettled',
  })
  for (const folder of [path, block]) await rm(folder, { recursive: true })
  await rename(`${path}.away`, path)
  expect(await allOf(lists)).toEqual(contacts(3))
  expect(await allOf(await openContactLists({ dir }))).toEqual(contacts(5))
})

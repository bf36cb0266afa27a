import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ContactList } from '../../contract/contacts/contact-list.ts'
import { AppError } from '../../contract/errors.ts'
import type { Bin } from '../../domain/bin.ts'
import type {
  AppendInput,
  AppendResult,
  ContactListStore,
  ReadOptions,
  StoredContact,
} from '../../domain/contacts/contact-list-store.ts'
import type { ContactLists } from '../../domain/contacts/contact-lists.ts'
import { isFound } from '../../domain/contacts/contact-search.ts'
import { createPhoneSet, type PhoneSet, phoneNumber } from '../../domain/contacts/phone-set.ts'
import { createQuota } from '../../domain/quotas.ts'
import { createSerial } from '../../domain/serial.ts'
import type { OwnedStore } from '../../domain/store.ts'
import { openCollection } from '../collections/collection.ts'
import { type Damages, openDamages } from '../damage/damages.ts'
import { makeFolder } from '../files/durable-write.ts'
import {
  type DamagedFileError,
  isMissing,
  mayBeStored,
  storageUnavailable,
} from '../files/storage-errors.ts'
import { createContactChange } from './contact-change.ts'
import { writeNewList } from './contact-creation.ts'
import { contactFilePath, readContacts } from './contact-file.ts'
import { createContactNames } from './contact-names.ts'
import { createContactParts } from './contact-parts.ts'
import { ListRecord, recoverLists, toList, toListError } from './contact-recovery.ts'
import { createDistinctPhones, KeptCount } from './distinct-phones.ts'
import { keptBatches, keptContacts } from './kept-contacts.ts'
import { amendList } from './list-amendment.ts'
import { createListChanges } from './list-changes.ts'
import { createPhoneCache, PHONES_IN_MEMORY } from './phone-cache.ts'

/**
 * Stores contact lists: a record each, and a file each with the contacts below `lists` of the data
 * folder. A change is first in the file and then in the record; after a crash in between the file
 * is right.
 */
export async function openContactLists({
  dir,
  damages: given,
  onUnfinished = () => undefined,
  onDamaged = () => undefined,
  maxContacts = Number.POSITIVE_INFINITY,
  maxLists = Number.POSITIVE_INFINITY,
  keepRemoved,
}: {
  /** The data folder. */
  readonly dir: string
  readonly damages?: Damages
  /** Called when a change that a crash cut off has been undone. */
  readonly onUnfinished?: (lost: { readonly listId: string; readonly bytesLost: number }) => void
  /** Called when a list can be read or changed no more. */
  readonly onDamaged?: (error: DamagedFileError) => void
  /** How many contacts a list may have. */
  readonly maxContacts?: number
  /** How many lists a user may have. */
  readonly maxLists?: number
  /** Keeps removed lists for a while; left out, they go at once. */
  readonly keepRemoved?: (store: OwnedStore<ListRecord>) => Promise<Bin<ListRecord>>
}): Promise<ContactLists> {
  const folder = join(dir, 'lists')
  const damages = given ?? (await openDamages({ dir }))
  await makeFolder(folder)
  const whole = await openCollection({ dir, damages, name: 'lists', schema: ListRecord })
  const damaged = await recoverLists({
    folder,
    records: whole,
    strays: damages,
    onUnfinished,
    onDamaged,
  })
  const bin = await keepRemoved?.(whole)
  const records = bin ?? whole
  bin?.whenGone(async (_userId, record) => removeFile(record))
  const cache = createPhoneCache<PhoneSet>(PHONES_IN_MEMORY)
  const serially = createSerial()
  const change = createListChanges({ folder, records, cache, serially, getWhole })
  const kept = await openCollection({ dir, damages, name: 'phone-counts', schema: KeptCount })
  const distinct = createDistinctPhones({ folder, records, damaged, kept })
  const names = createContactNames({ folder, records, damaged })
  const parts = createContactParts({ openForReading, damages })
  const quota = createQuota({
    limit: maxLists,
    code: 'list_quota',
    used: records.size,
  })

  return {
    create: (userId, list, input) => quota.within(userId, () => create(userId, list, input)),
    find,
    list,
    append,
    replace,
    read,
    ...parts,
    amend,
    remove,
    restore: (userId, id) =>
      serially(id, async () => (await bin?.restore(userId, id)) !== undefined),
    removeAll,
    fieldNames,
    countDistinctPhones: distinct.count,
    ...names,
    phonesHeld,
  }

  async function phonesHeld(userId: string): Promise<number> {
    const sizes = (await records.list(userId)).map(({ id }) => cache.peek(id)?.size ?? 0)
    return sizes.reduce((sum, size) => sum + size, distinct.held(userId))
  }

  async function create(
    userId: string,
    { id, name, createdAt }: Parameters<ContactListStore['create']>[1],
    input: AppendInput = { contacts: [], onDuplicate: 'keep' },
  ): Promise<AppendResult> {
    const { noted, result, phones } = await writeNewList({ ...input, folder, id, maxContacts })
    try {
      await records.save(userId, { id, name, createdAt, ...noted })
    } catch (error) {
      // The next start may find the refused record after all, and needs its contacts then.
      if (!mayBeStored(error))
        await rm(contactFilePath(folder, id, noted.generation), { force: true })
      throw error
    }
    cache.put(id, phones)
    return result
  }

  async function find(userId: string, id: string): Promise<ContactList | undefined> {
    const record = await records.find(userId, id)
    return record && toList(record)
  }

  async function list(userId: string): Promise<readonly ContactList[]> {
    return (await records.list(userId)).map(toList)
  }

  async function fieldNames(userId: string, id: string): Promise<readonly string[]> {
    return (await getWhole(userId, id)).fieldNames
  }

  function append(
    userId: string,
    id: string,
    { contacts, onDuplicate }: AppendInput,
  ): Promise<AppendResult> {
    return change(userId, id, async (record, draft) => {
      const phones = await phonesOf(userId, record)
      const work = createContactChange({ draft, phones, before: record, maxContacts })
      await (onDuplicate === 'update' ? work.update(contacts) : work.keep(contacts))
      const result = work.result()
      const isChanged = result.added + result.updated > 0
      return { result, noted: isChanged ? await work.finish() : null, phones }
    })
  }

  function replace(
    userId: string,
    id: string,
    { name, contacts }: Parameters<ContactListStore['replace']>[2],
  ): Promise<AppendResult> {
    return change(userId, id, async (_record, draft) => {
      const given = [...contacts]
      const kept = await keptContacts(read(userId, id), given)
      await draft.startOver()
      const phones = createPhoneSet()
      const before = { total: 0, fieldNames: [] }
      const work = createContactChange({ draft, phones, before, maxContacts })
      await work.keep(keptBatches(given, kept))
      const result = work.result()
      return { result, noted: { name, ...(await work.finish()) }, phones }
    })
  }

  function amend(
    userId: string,
    id: string,
    phones: readonly string[],
    decide: Parameters<ContactListStore['amend']>[3],
  ): Promise<{ readonly total: number }> {
    return change(userId, id, async (record, draft) => {
      const wanted = new Set(phones)
      const current = new Map<string, StoredContact>()
      for await (const contact of read(userId, id)) {
        if (wanted.has(contact.phone)) current.set(contact.phone, contact)
      }
      return amendList({ record, draft, changes: await decide(current) })
    })
  }

  async function* read(
    userId: string,
    id: string,
    { limit = Number.POSITIVE_INFINITY, search, signal }: ReadOptions = {},
  ): AsyncGenerator<StoredContact, void, undefined> {
    if (limit <= 0) return
    let left = limit
    const { file, path, record } = await openForReading(userId, id)
    try {
      for await (const contacts of readContacts(file, { path, to: record.bytes, search })) {
        signal?.throwIfAborted()
        for (const contact of contacts) {
          if (search && !isFound(contact, search)) continue
          yield contact
          left -= 1
          if (left <= 0) return
        }
      }
    } catch (error) {
      throw await toListError(error, damages)
    } finally {
      await file.close()
    }
  }

  async function remove(userId: string, id: string): Promise<boolean> {
    return serially(id, async () => {
      const record = await records.find(userId, id)
      if (!record || !(await records.remove(userId, id))) return false
      cache.drop(id)
      if (!bin) await removeFile(record)
      return true
    })
  }

  async function removeAll(userId: string): Promise<void> {
    for (const record of await whole.list(userId)) {
      await serially(record.id, async () => {
        cache.drop(record.id)
        // The file goes before its record, without which nobody would know its owner. The record is
        // marked first, so that a missing file is no damage.
        await whole.update(userId, record.id, asRemoved)
        await removeFile(record)
        await whole.remove(userId, record.id)
      })
    }
    for (const { id } of await kept.list(userId)) await kept.remove(userId, id)
  }

  async function removeFile(record: ListRecord): Promise<void> {
    damaged.delete(record.id)
    await rm(pathOf(record), { force: true })
  }

  async function phonesOf(userId: string, { id }: ListRecord): Promise<PhoneSet> {
    const known = cache.take(id)
    if (known) return known
    const phones = createPhoneSet()
    for await (const contact of read(userId, id)) phones.add(phoneNumber(contact))
    return phones
  }

  /**
   * Opens a list for reading; one that is being rewritten moves to another file, which is then
   * opened.
   */
  async function openForReading(userId: string, id: string) {
    for (;;) {
      const record = await getWhole(userId, id)
      const path = pathOf(record)
      try {
        return { record, path, file: await open(path, 'r') }
      } catch (error) {
        const isStillIt = (await records.find(userId, id))?.generation === record.generation
        if (!isMissing(error) || isStillIt) throw storageUnavailable(`cannot read ${path}`, error)
      }
    }
  }

  /** @throws AppError `list_not_found`, `list_damaged` */
  async function getWhole(userId: string, id: string): Promise<ListRecord> {
    const record = await records.find(userId, id)
    if (!record) throw new AppError('list_not_found', id)
    const damage = damaged.get(id)
    if (damage) throw await toListError(damage, damages)
    return record
  }

  function pathOf({ id, generation }: ListRecord): string {
    return contactFilePath(folder, id, generation)
  }
}

function asRemoved(record: ListRecord): ListRecord {
  return { ...record, removedAt: record.removedAt ?? new Date().toISOString() }
}

import type { ContactList, ContactReport } from '../../contract/contacts/contact-list.ts'
import { AppError } from '../../contract/errors.ts'
import { CONTACT_COLUMNS_MAX } from '../../contract/limits.ts'
import { toIso } from '../clock.ts'
import type { Publish } from '../events.ts'
import { type Respell, spellColumns } from './column-spelling.ts'
import type { AppendResult, ContactListStore, StoredContact } from './contact-list-store.ts'
import type { Pause } from './contact-rows.ts'
import { createPhoneSet, type PhoneSet, phoneNumber } from './phone-set.ts'

export type SeveralLists = ReturnType<typeof createSeveralLists>

const BATCH_CONTACTS = 500

/** A list that is read, and how its columns are written among those of the others. */
type Source = { readonly list: ContactList; readonly respell: Respell }

/** Reads several lists as one, and makes one list of them. */
export function createSeveralLists({
  lists,
  publish,
  newId,
  now,
  pause,
}: {
  readonly lists: Pick<
    ContactListStore,
    'find' | 'read' | 'create' | 'append' | 'amend' | 'fieldNames'
  >
  readonly publish: Publish
  readonly newId: () => string
  /** Epoch milliseconds. */
  readonly now: () => number
  /** Awaited for each contact: there may be hundreds of thousands. */
  readonly pause: Pause
}) {
  return { readAll, merge }

  /**
   * Reads the contacts of lists one list after the other.
   * @throws AppError `list_not_found`, `list_damaged`
   */
  async function readAll(userId: string, ids: readonly string[]) {
    const { sources, names } = await sourcesOf(userId, [...new Set(ids)], 'list_not_found')
    return { columns: names, contacts: contactsOf(userId, sources) }
  }

  /**
   * Puts the contacts of lists into another one, each phone once. Of one that is in several of them
   * the first name stays, and each column's first value; the lists themselves stay as they are.
   *
   * An existing list changes in two steps: contacts that are new to it are added, all or none, and
   * then the empty cells of the others are filled, all or none. Adding comes first because it alone
   * can be refused, which must leave the list as it was. After a crash between the two the sources
   * are unchanged, and the same call once more fills what is left.
   * @throws AppError `list_unknown`, `list_damaged`, `list_quota`, `list_too_large`,
   * `no_valid_contacts`
   */
  async function merge(
    userId: string,
    {
      ids,
      to,
    }: {
      readonly ids: readonly string[]
      readonly to: { readonly listId: string } | { readonly name: string }
    },
  ): Promise<ContactReport> {
    const targetId = 'listId' in to ? [to.listId] : []
    const all = await sourcesOf(userId, [...new Set([...targetId, ...ids])], 'list_unknown')
    const [target, sources] =
      'listId' in to ? [all.sources[0], all.sources.slice(1)] : [undefined, all.sources]
    if (sources.every(({ list }) => list.total === 0)) {
      throw new AppError('no_valid_contacts', 'the lists are empty')
    }
    const present = target ? await phonesOf(userId, target.list.id) : createPhoneSet()
    const several = await phonesOfSeveral(userId, sources, present)
    const whole = await wholeOf(userId, sources, several)
    const input = { contacts: inBatches(userId, sources, whole), onDuplicate: 'keep' as const }
    const { list, result } = target
      ? { list: target.list, result: await lists.append(userId, target.list.id, input) }
      : await create(userId, 'name' in to ? to.name : '', input)
    // Published before `complete`, which may fail: the new contacts are in the list.
    publish(userId, { type: 'contact_list', id: list.id })
    if (target) await complete(userId, target.list.id, { whole, present })
    return reportOf(list, result)
  }

  async function create(
    userId: string,
    name: string,
    input: Parameters<ContactListStore['append']>[2],
  ) {
    const list = { id: newId(), name, createdAt: toIso(now()) }
    return { list, result: await lists.create(userId, list, input) }
  }

  /** Fills empty cells of contacts that the target had, unless another change just has. */
  async function complete(
    userId: string,
    id: string,
    {
      whole,
      present,
    }: { readonly whole: ReadonlyMap<number, StoredContact>; readonly present: PhoneSet },
  ): Promise<void> {
    const others = [...whole.values()].filter((contact) => present.has(phoneNumber(contact)))
    if (others.length === 0) return
    await lists.amend(
      userId,
      id,
      others.map(({ phone }) => phone),
      async (current) => {
        const changes = new Map<string, StoredContact>()
        for (const other of others) {
          const contact = current.get(other.phone)
          const filled = contact && filledFrom(contact, other)
          if (filled && filled !== contact) changes.set(other.phone, filled)
          await pause()
        }
        return changes
      },
    )
    publish(userId, { type: 'contact_list', id })
  }

  async function sourcesOf(
    userId: string,
    ids: readonly string[],
    missing: 'list_unknown' | 'list_not_found',
  ): Promise<{ readonly sources: readonly Source[]; readonly names: readonly string[] }> {
    const found = await Promise.all(
      ids.map(async (id) => {
        const list = await lists.find(userId, id)
        if (!list) throw new AppError(missing, id)
        return { list, columns: await lists.fieldNames(userId, id) }
      }),
    )
    const { names, respell } = spellColumns(found.map(({ columns }) => columns))
    const asIs: Respell = (contact) => contact
    return {
      names,
      sources: found.map(({ list }, place) => ({ list, respell: respell[place] ?? asIs })),
    }
  }

  async function* contactsOf(
    userId: string,
    sources: readonly Source[],
  ): AsyncGenerator<{ readonly list: ContactList; readonly contact: StoredContact }> {
    for (const { list, respell } of sources) {
      for await (const contact of lists.read(userId, list.id)) {
        yield { list, contact: respell(contact) }
        const pausing = pause()
        if (pausing !== undefined) await pausing
      }
    }
  }

  async function phonesOf(userId: string, id: string): Promise<PhoneSet> {
    const phones = createPhoneSet()
    for await (const contact of lists.read(userId, id)) {
      phones.add(phoneNumber(contact))
      const pausing = pause()
      if (pausing !== undefined) await pausing
    }
    return phones
  }

  /** Phones that more than one of the lists has. */
  async function phonesOfSeveral(
    userId: string,
    sources: readonly Source[],
    present: PhoneSet,
  ): Promise<PhoneSet> {
    const seen = createPhoneSet()
    const several = createPhoneSet()
    for await (const { contact } of contactsOf(userId, sources)) {
      const phone = phoneNumber(contact)
      if (!seen.add(phone) || present.has(phone)) several.add(phone)
    }
    return several
  }

  /** Contacts with these phones, filled from all sources; only these are held in memory. */
  async function wholeOf(
    userId: string,
    sources: readonly Source[],
    several: PhoneSet,
  ): Promise<ReadonlyMap<number, StoredContact>> {
    const whole = new Map<number, StoredContact>()
    if (several.size === 0) return whole
    for await (const { contact } of contactsOf(userId, sources)) {
      const phone = phoneNumber(contact)
      if (!several.has(phone)) continue
      const known = whole.get(phone)
      whole.set(phone, known ? filledFrom(known, contact) : contact)
    }
    return whole
  }

  async function* inBatches(
    userId: string,
    sources: readonly Source[],
    whole: ReadonlyMap<number, StoredContact>,
  ): AsyncGenerator<readonly StoredContact[]> {
    let batch: StoredContact[] = []
    for await (const { contact } of contactsOf(userId, sources)) {
      batch.push(whole.get(phoneNumber(contact)) ?? contact)
      if (batch.length < BATCH_CONTACTS) continue
      yield batch
      batch = []
    }
    if (batch.length > 0) yield batch
  }
}

/** Fills a contact's empty name and cells from another's; returns the same where nothing is new. */
function filledFrom(contact: StoredContact, other: StoredContact): StoredContact {
  const fields = new Map(Object.entries(contact.fields ?? {}))
  let isFilled = false
  for (const [column, cell] of Object.entries(other.fields ?? {})) {
    const hasRoom = fields.has(column) || fields.size < CONTACT_COLUMNS_MAX
    if (cell === '' || (fields.get(column) ?? '') !== '' || !hasRoom) continue
    fields.set(column, cell)
    isFilled = true
  }
  const name = contact.name || other.name
  if (!isFilled && name === contact.name) return contact
  return { ...contact, name, ...(fields.size > 0 && { fields: Object.fromEntries(fields) }) }
}

function reportOf(
  { id, name }: Pick<ContactList, 'id' | 'name'>,
  { total, added, duplicates }: AppendResult,
): ContactReport {
  return { id, name, total, added, duplicates, invalid: [] }
}

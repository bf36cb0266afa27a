import {
  type ContactList,
  type ContactReport,
  type ImportCheck,
  listName,
} from '../../contract/contacts/contact-list.ts'
import { AppError } from '../../contract/errors.ts'
import { foldText } from '../../contract/fold.ts'
import { toIso } from '../clock.ts'
import type { Publish } from '../events.ts'
import { dayLabel, dayOfHour, hourOf } from '../stats/calendar.ts'
import type {
  AppendInput,
  AppendResult,
  ContactListStore,
  StoredContact,
} from './contact-list-store.ts'
import {
  checkRows,
  createRowReport,
  type GivenRows,
  type Pause,
  type RowReport,
} from './contact-rows.ts'
import type { ContactSearch } from './contact-search.ts'
import { checkImportOf, refusedDetails } from './import-check.ts'

export type Contacts = ReturnType<typeof createContacts>

/** Contact lists: checks what comes in, and finds and reads what is stored. */
export function createContacts({
  lists,
  isListInUse,
  publish,
  newId,
  now,
  pause,
}: {
  readonly lists: ContactListStore
  /** Whether a campaign that has not started yet needs the list. */
  readonly isListInUse: (userId: string, listId: string) => Promise<boolean>
  readonly publish: Publish
  readonly newId: () => string
  /** Epoch milliseconds. */
  readonly now: () => number
  /** Awaited once per row: a call may bring a quarter of a million of them. */
  readonly pause: Pause
}) {
  return {
    list,
    holds,
    get,
    read,
    fieldNames,
    create,
    append,
    replace,
    importRows,
    checkImport,
    remove,
    restore,
  }

  /** Newest first. */
  function list(userId: string): Promise<readonly ContactList[]> {
    return lists.list(userId)
  }

  /** Whether the name of a list, or a contact in it, matches the search. */
  async function holds(
    userId: string,
    found: ContactList,
    { search, signal }: { readonly search: ContactSearch; readonly signal: AbortSignal },
  ): Promise<boolean> {
    if (foldText(listName(found)).includes(search.text)) return true
    try {
      const options = { limit: 1, search, signal }
      for await (const _contact of lists.read(userId, found.id, options)) return true
    } catch (error) {
      // A list that is damaged or was deleted in the meantime must not hide the others.
      if (!(error instanceof AppError)) throw error
    }
    return false
  }

  /** @throws AppError `list_not_found` */
  async function get(userId: string, id: string): Promise<ContactList> {
    const found = await lists.find(userId, id)
    if (!found) throw new AppError('list_not_found', id)
    return found
  }

  /** Streams the contacts of a list, in the order they were added. */
  function read(
    userId: string,
    id: string,
    options: { readonly limit?: number } = {},
  ): AsyncIterable<StoredContact> {
    return lists.read(userId, id, options)
  }

  /** Lists the headers of the list's further columns. */
  function fieldNames(userId: string, id: string): Promise<readonly string[]> {
    return lists.fieldNames(userId, id)
  }

  /** @throws AppError `no_valid_contacts`, `list_quota`, `list_too_large`: nothing was created */
  async function create(
    userId: string,
    input: GivenRows & { readonly name: string },
  ): Promise<ContactReport> {
    const { report, contacts } = await firstValid(input)
    return createList(userId, { name: input.name, report, contacts, onDuplicate: 'keep' })
  }

  /** @throws AppError `list_not_found`, or `no_valid_contacts`: nothing was added */
  async function append(userId: string, id: string, input: GivenRows): Promise<ContactReport> {
    const found = await get(userId, id)
    const { report, contacts } = await firstValid(input)
    const appending = lists.append(userId, id, { contacts, onDuplicate: 'keep' })
    const result = await published(userId, id, appending)
    return toReport(found, result, report)
  }

  /**
   * Replaces a list's contacts, and its name unless the new one is empty.
   * @throws AppError `list_not_found`, or `no_valid_contacts`: the list is as before
   */
  async function replace(
    userId: string,
    id: string,
    input: GivenRows & { readonly name: string },
  ): Promise<ContactReport> {
    const found = await get(userId, id)
    const { report, contacts } = await firstValid(input)
    const name = input.name.trim() || found.name
    const all: StoredContact[] = []
    for await (const batch of contacts) all.push(...batch)
    const result = await published(userId, id, lists.replace(userId, id, { name, contacts: all }))
    return toReport({ id, name }, result, report)
  }

  /**
   * Streams rows into a list: `listId` names one, otherwise a new one is created. Where reading the
   * rows fails further on, nothing is stored.
   * @throws AppError `list_not_found`, `no_valid_contacts`, `list_quota`, `list_too_large`
   */
  async function importRows(
    userId: string,
    input: Omit<GivenRows, 'origin'> & {
      readonly name: string
      readonly listId: string | null
      readonly onDuplicate: 'keep' | 'update'
    },
  ): Promise<{ readonly report: ContactReport; readonly isNew: boolean }> {
    const { listId, onDuplicate } = input
    const existing = listId === null ? undefined : await get(userId, listId)
    const { report, contacts } = await firstValid({ ...input, origin: 'csv' })
    if (existing) {
      const appending = lists.append(userId, existing.id, { contacts, onDuplicate })
      const result = await published(userId, existing.id, appending)
      const withUpdates = onDuplicate === 'update' ? { updated: result.updated } : {}
      return { report: { ...toReport(existing, result, report), ...withUpdates }, isNew: false }
    }
    const list = { name: input.name, report, contacts, onDuplicate }
    return { report: await createList(userId, list), isNew: true }
  }

  /**
   * Says what an import of these rows would do; stores nothing.
   * @throws AppError `list_not_found`
   */
  async function checkImport(
    userId: string,
    { listId, ...input }: Omit<GivenRows, 'origin'> & { readonly listId: string | null },
  ): Promise<ImportCheck> {
    const existing = listId === null ? null : lists.read(userId, (await get(userId, listId)).id)
    const given = { ...input, origin: 'csv' as const }
    return await checkImportOf(given, { existing, pause, createdAt: toIso(now()) })
  }

  /** @throws AppError `list_not_found`, or `list_in_use` unless forced */
  async function remove(
    userId: string,
    id: string,
    { force }: { readonly force: boolean },
  ): Promise<void> {
    await get(userId, id)
    if (!force && (await isListInUse(userId, id))) throw new AppError('list_in_use', id)
    const isRemoved = await published(userId, id, lists.remove(userId, id))
    if (!isRemoved) throw new AppError('list_not_found', id)
  }

  /** @throws AppError `list_not_found` where it was not removed, or too long ago */
  async function restore(userId: string, id: string): Promise<void> {
    const isRestored = await published(userId, id, lists.restore(userId, id))
    // On a repeated call it is there already.
    if (!isRestored) await get(userId, id)
  }

  /** Publishes that a list has changed: what is read from now on shows it. */
  async function published<Result>(
    userId: string,
    id: string,
    change: Promise<Result>,
  ): Promise<Result> {
    const result = await change
    publish(userId, { type: 'contact_list', id })
    return result
  }

  /** Reads as far as the first valid row, so that nothing is stored where there is none. */
  async function firstValid(given: GivenRows) {
    const report = createRowReport()
    const createdAt = toIso(now())
    const checked = checkRows(given, { report, createdAt, pause })
    const first = await checked.next()
    if (first.done) throw noValidContacts(report)
    return { report, contacts: withFirst(first.value, checked) }
  }

  async function createList(
    userId: string,
    { report, name, ...input }: AppendInput & { readonly report: RowReport; readonly name: string },
  ): Promise<ContactReport> {
    const createdAt = toIso(now())
    const created = { id: newId(), name: name.trim() || defaultListName(now()), createdAt }
    const result = await published(userId, created.id, lists.create(userId, created, input))
    return toReport(created, result, report)
  }
}

async function* withFirst(
  first: readonly StoredContact[],
  rest: AsyncIterable<readonly StoredContact[]>,
) {
  yield first
  yield* rest
}

function toReport(
  { id, name }: Pick<ContactList, 'id' | 'name'>,
  { total, added, duplicates }: AppendResult,
  { invalid, foreign, warnings }: RowReport,
): ContactReport {
  const notes = warnings()
  const abroad = foreign()
  return {
    id,
    name,
    total,
    added,
    duplicates,
    invalid,
    ...(abroad && { foreign: abroad }),
    ...(notes.length > 0 && { warnings: notes }),
  }
}

function noValidContacts({ invalid }: RowReport): AppError {
  const details = refusedDetails(invalid)
  return new AppError('no_valid_contacts', `${invalid.length} rows refused`, { details })
}

/** Name of a list that is created without one. */
function defaultListName(nowMs: number): string {
  const day = dayOfHour(hourOf(nowMs))
  return `Lista de ${dayLabel(day)}/${day.slice(0, 4)}`
}

import { AppError } from '../../contract/errors.ts'
import { foldText } from '../../contract/fold.ts'
import { isLidJid } from '../../contract/jid.ts'
import { type OptOut, type OptOutSource, optOutId } from '../../contract/optouts/opt-out.ts'
import type { ReturnSource } from '../../contract/people/timeline.ts'
import { type PersonNames, personKeys } from '../../contract/phones/person.ts'
import { parsePhone } from '../../contract/phones/phone-number.ts'
import type { Bin } from '../bin.ts'
import type { Clock } from '../clock.ts'
import { toIso } from '../clock.ts'
import type { Publish } from '../events.ts'
import { createSerial } from '../serial.ts'

/** A person on a user's list as it is stored; the id is the first name that was known. */
export type OptOutRecord = OptOut & { readonly id: string; readonly removedAt?: string | null }

export type OptOutStore = Bin<OptOutRecord>

export type OptOuts = Awaited<ReturnType<typeof createOptOuts>>

/** Whether a person, by any of these names, is to get no campaigns. */
export type IsOptedOut = OptOuts['has']

/** A person who is to get no campaigns any more. */
export type NewOptOut = Omit<OptOut, 'createdAt'>

/**
 * Keeps the lists of people who get no campaigns any more. Who is on it is answered from memory, by
 * every name of the person, before each send.
 */
export async function createOptOuts({
  store,
  clock,
  publish,
  onAdded = () => undefined,
  onRemoved = async () => undefined,
  onRestored = async () => undefined,
}: {
  readonly store: OptOutStore
  readonly clock: Pick<Clock, 'now'>
  readonly publish: Publish
  /** Called once somebody who was added to a list is on the disk. */
  readonly onAdded?: (userId: string, optOut: OptOut) => void
  /** Called once a removal from a list is on the disk, with who made it; never rejects. */
  readonly onRemoved?: (userId: string, optOut: OptOut, by: ReturnSource) => Promise<void>
  /** Called once such a removal was taken back; never rejects. */
  readonly onRestored?: (userId: string, optOut: OptOut) => Promise<void>
}) {
  /** By user and key of a name. */
  const known = new Map<string, Map<string, OptOutRecord>>()
  const serially = createSerial()
  for (const { userId, record } of (await store.listAll()).toReversed()) index(userId, record)

  return { has, find, list, search, add, addAll, remove, removePerson, removeAll, restore }

  function has(userId: string, names: PersonNames): boolean {
    return find(userId, names) !== undefined
  }

  /** Finds a person by any of the names. */
  function find(userId: string, names: PersonNames): OptOutRecord | undefined {
    const own = known.get(userId)
    for (const key of own ? personKeys(names) : []) {
      const found = own?.get(key)
      if (found) return found
    }
    return undefined
  }

  /** Newest first. */
  function list(userId: string): Promise<readonly OptOutRecord[]> {
    return store.list(userId)
  }

  /** Matches part of a name, phone or reason, and the origin; undefined where everybody matches. */
  function search(query: string, source?: OptOutSource): ((optOut: OptOut) => boolean) | undefined {
    const text = foldText(query.trim())
    if (text === '') return source && ((optOut) => optOut.source === source)
    const digits = /^[\d\s()+.-]+$/.test(text) ? text.replace(/\D/g, '') : ''
    return (optOut) =>
      (source === undefined || optOut.source === source) &&
      (foldText(`${optOut.name}\n${optOut.reason}`).includes(text) ||
        (digits !== '' && optOut.phone !== null && optOut.phone.includes(digits)))
  }

  /** Puts a person on the list; one who is there already gets the names that were not known. */
  async function add(
    userId: string,
    person: NewOptOut,
  ): Promise<{ readonly optOut: OptOut; readonly isNew: boolean }> {
    const added = await serially(userId, () => put(userId, person))
    if (added.isChanged) publish(userId, { type: 'opt_out' })
    return added
  }

  /** Puts many people on the list, and publishes the change once. @returns how many are new */
  async function addAll(userId: string, people: readonly NewOptOut[]): Promise<number> {
    const once = new Map(people.map((person) => [personKeys(person).join(), person]))
    const added = await serially(userId, () =>
      Promise.all([...once.values()].map((person) => put(userId, person))),
    )
    if (added.some(({ isChanged }) => isChanged)) publish(userId, { type: 'opt_out' })
    return added.filter(({ isNew }) => isNew).length
  }

  async function put(userId: string, person: NewOptOut) {
    const before = find(userId, person)
    const isCovered = personKeys(person).every((key) => known.get(userId)?.has(key))
    if (before && isCovered) return { optOut: before, isNew: false, isChanged: false }
    const record = before && !hasOtherPhone(before, person) ? merge(before, person) : fresh(person)
    await keep(userId, record)
    if (before === undefined) onAdded(userId, record)
    return { optOut: record, isNew: before === undefined, isChanged: true }
  }

  function fresh(person: NewOptOut): OptOutRecord {
    return { ...person, id: optOutId(person), createdAt: toIso(clock.now()) }
  }

  async function keep(userId: string, record: OptOutRecord): Promise<void> {
    await store.save(userId, record)
    index(userId, record)
  }

  /**
   * Takes a person off the list, by the phone as people write it, or by the LID.
   * @throws AppError `optout_not_found`
   */
  async function remove(
    userId: string,
    written: string,
    by: ReturnSource = 'manual',
  ): Promise<void> {
    if (!(await removePerson(userId, namesIn(written), by))) {
      throw new AppError('optout_not_found', 'nobody of this name')
    }
  }

  /** Returns false where the person was not on the list. */
  async function removePerson(
    userId: string,
    names: PersonNames,
    by: ReturnSource = 'resposta',
  ): Promise<boolean> {
    const isRemoved = await serially(userId, async () => {
      const found = new Set(personKeys(names).flatMap((key) => known.get(userId)?.get(key) ?? []))
      for (const record of found) {
        await store.remove(userId, record.id)
        forget(userId, record)
        await onRemoved(userId, record, by)
      }
      return found.size > 0
    })
    if (isRemoved) publish(userId, { type: 'opt_out' })
    return isRemoved
  }

  /**
   * Forgets all of a user's people for good, also those whose removal could still be taken back.
   */
  async function removeAll(userId: string): Promise<void> {
    await serially(userId, async () => {
      for (const { id } of await store.whole.list(userId)) await store.whole.remove(userId, id)
      known.delete(userId)
    })
  }

  /**
   * Puts a person back on the list who was taken off it by mistake, with reason, origin and date as
   * they were.
   * @throws AppError `optout_not_found` where that is too long ago
   */
  async function restore(userId: string, written: string): Promise<OptOut> {
    const names = namesIn(written)
    const keys = new Set(personKeys(names))
    await serially(userId, async () => {
      for (const { id, ...person } of await store.removed(userId)) {
        if (!personKeys(person).some((key) => keys.has(key))) continue
        const restored = await store.restore(userId, id)
        if (!restored) continue
        index(userId, restored)
        await onRestored(userId, restored)
      }
    })
    const found = find(userId, names)
    if (!found) throw new AppError('optout_not_found', 'nobody of this name was removed of late')
    publish(userId, { type: 'opt_out' })
    return found
  }

  function index(userId: string, record: OptOutRecord): void {
    const own = known.get(userId) ?? new Map<string, OptOutRecord>()
    known.set(userId, own)
    for (const key of personKeys(record)) own.set(key, record)
  }

  function forget(userId: string, record: OptOutRecord): void {
    const own = known.get(userId)
    for (const key of personKeys(record)) own?.delete(key)
  }
}

/** A person who was known by one name, and now by more of them. */
function merge(before: OptOutRecord, { phone, lid, name }: NewOptOut): OptOutRecord {
  return {
    ...before,
    phone: before.phone ?? phone,
    lid: lid ?? before.lid,
    name: before.name || name,
  }
}

/** Whether the same account has moved to another number: both numbers stay on the list. */
function hasOtherPhone(before: OptOutRecord, { phone }: NewOptOut): boolean {
  if (before.phone === null || phone === null) return false
  const [one] = personKeys({ phone: before.phone, lid: null })
  return !personKeys({ phone, lid: null }).includes(one ?? '')
}

function namesIn(written: string): PersonNames {
  if (isLidJid(written)) return { phone: null, lid: written }
  const parsed = parsePhone(written)
  return { phone: parsed.ok ? parsed.phone : written, lid: null }
}

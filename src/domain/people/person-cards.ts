import { AppError } from '../../contract/errors.ts'
import { NOTED_PEOPLE_MAX_COUNT, PERSON_NOTES_MAX_COUNT } from '../../contract/limits.ts'
import type { OptOut } from '../../contract/optouts/opt-out.ts'
import type { PersonNote } from '../../contract/people/person-note.ts'
import type { ReturnSource } from '../../contract/people/timeline.ts'
import { personKeys } from '../../contract/phones/person.ts'
import { REMOVED_KEPT_MS } from '../bin.ts'
import { type Clock, toIso } from '../clock.ts'
import type { Publish } from '../events.ts'
import { createLaterWork } from '../later-work.ts'
import { createSerial } from '../serial.ts'
import type { OwnedStore } from '../store.ts'
import type { AllNames } from './person-names.ts'

/** An opt-out that ended, and by whom. */
export type PastOptOut = Pick<OptOut, 'source' | 'reason' | 'campaignId'> & {
  readonly leftAt: string
  readonly returnedAt: string
  readonly returnedBy: ReturnSource
}

/** What is left out stays as it is. */
type NoteChange = {
  readonly id: string
  readonly text: string | undefined
  readonly isPinned: boolean | undefined
}

type KeptNote = PersonNote & { readonly removedAt: string | null }

/** What is kept of a person and nowhere else; the id is the first of their names that was known. */
export type PersonCard = {
  readonly id: string
  readonly notes: readonly KeptNote[]
  readonly pastOptOuts: readonly PastOptOut[]
}

export type PersonCards = Awaited<ReturnType<typeof createPersonCards>>

/** Past opt-outs that are kept of one person: the newest. */
const PAST_KEPT = 20
/** Puts notes that are not pinned behind all that are. */
const DAWN = toIso(0)

/** Keeps notes about people, and that they came back to campaigns. */
export async function createPersonCards({
  store,
  newId,
  clock,
  publish,
  onFault,
}: {
  readonly store: OwnedStore<PersonCard>
  readonly newId: () => string
  readonly clock: Clock
  readonly publish: Publish
  readonly onFault: (error: unknown, subject: string) => void
}) {
  const serially = createSerial()
  const endings = createLaterWork(clock)
  for (const { userId, record } of await store.listAll()) {
    if (record.notes.some(isRemoved)) forgetLater(userId, record.id)
  }

  return {
    find,
    list,
    listNotes,
    addNote,
    changeNote,
    removeNote,
    restoreNote,
    cameBack,
    leftAgain,
    /** Deletes no more removed notes until the next start; resolves once none is being deleted. */
    close: endings.close,
  }

  /** What is known by any of a person's names. */
  async function find(userId: string, names: AllNames): Promise<Omit<PersonCard, 'id'>> {
    const cards = await cardsOf(userId, names)
    return {
      notes: cards.flatMap(({ notes }) => notes).filter((note) => !isRemoved(note)),
      pastOptOuts: cards.flatMap(({ pastOptOuts }) => pastOptOuts),
    }
  }

  /** The pinned ones first, by when they were; the others behind them, both the newest first. */
  async function listNotes(userId: string, names: AllNames): Promise<readonly PersonNote[]> {
    const { notes } = await find(userId, names)
    const newestFirst = (a: string, b: string) => Date.parse(b) - Date.parse(a)
    return notes
      .map(({ removedAt: _, ...note }) => note)
      .sort(
        (a, b) =>
          newestFirst(a.pinnedAt ?? DAWN, b.pinnedAt ?? DAWN) ||
          newestFirst(a.createdAt, b.createdAt),
      )
  }

  /** Everybody of whom something is kept. */
  async function list(userId: string): Promise<readonly PersonCard[]> {
    return (await store.list(userId)).map((card) => ({
      ...card,
      notes: card.notes.filter((note) => !isRemoved(note)),
    }))
  }

  /** @throws AppError `note_quota`, `storage_unavailable` */
  async function addNote(userId: string, names: AllNames, text: string): Promise<PersonNote> {
    const at = toIso(clock.now())
    const note = { id: newId(), text, createdAt: at, editedAt: null, pinnedAt: null }
    const [key] = keysOf(names)
    if (key === undefined) throw new AppError('invalid', 'nobody')
    const isKnown = (await store.find(userId, key)) !== undefined
    if (!isKnown && (await store.size(userId)) >= NOTED_PEOPLE_MAX_COUNT) {
      throw new AppError('note_quota', `${NOTED_PEOPLE_MAX_COUNT} people`)
    }
    await change(userId, key, (card) => {
      const present = card.notes.filter((each) => !isRemoved(each))
      if (present.length >= PERSON_NOTES_MAX_COUNT) throw new AppError('note_quota', key)
      return { ...card, notes: [{ ...note, removedAt: null }, ...card.notes] }
    })
    publish(userId, { type: 'person' })
    return note
  }

  /**
   * Changes a note's words, or whether it is pinned.
   * @throws AppError `note_not_found`, `storage_unavailable`
   */
  function changeNote(
    userId: string,
    names: AllNames,
    { id, text, isPinned }: NoteChange,
  ): Promise<PersonNote> {
    const at = toIso(clock.now())
    return updateNote(userId, names, id, (note) => {
      if (isRemoved(note)) return undefined
      const written = text === undefined ? note : { ...note, text, editedAt: at }
      if (isPinned === undefined) return written
      // What is pinned already keeps its place.
      return { ...written, pinnedAt: isPinned ? (note.pinnedAt ?? at) : null }
    })
  }

  /**
   * Takes a note out of sight, and off the disk once it can no longer be brought back.
   * @throws AppError `note_not_found`, `storage_unavailable`
   */
  async function removeNote(userId: string, names: AllNames, id: string): Promise<void> {
    const removedAt = toIso(clock.now())
    await updateNote(userId, names, id, (note) =>
      isRemoved(note) ? undefined : { ...note, removedAt },
    )
  }

  /** @throws AppError `note_not_found` where that is too long ago, `storage_unavailable` */
  function restoreNote(userId: string, names: AllNames, id: string): Promise<PersonNote> {
    return updateNote(userId, names, id, (note) =>
      isRemoved(note) ? { ...note, removedAt: null } : undefined,
    )
  }

  async function updateNote(
    userId: string,
    names: AllNames,
    id: string,
    make: (note: KeptNote) => KeptNote | undefined,
  ): Promise<PersonNote> {
    for (const { id: key } of await cardsOf(userId, names)) {
      const made: { note?: KeptNote } = {}
      await store.update(userId, key, (card) => {
        const before = card.notes.find((note) => note.id === id)
        const note = before && make(before)
        delete made.note
        if (!note) return undefined
        made.note = note
        return { ...card, notes: card.notes.map((each) => (each.id === id ? note : each)) }
      })
      if (!made.note) continue
      if (isRemoved(made.note)) forgetLater(userId, key)
      publish(userId, { type: 'person' })
      const { removedAt: _, ...note } = made.note
      return note
    }
    throw new AppError('note_not_found', id)
  }

  /** Notes the past opt-out of a person who was taken off the list. */
  async function cameBack(userId: string, optOut: OptOut, by: ReturnSource): Promise<void> {
    const [key] = personKeys(optOut)
    if (key === undefined) return
    const { source, reason, campaignId, createdAt } = optOut
    const ended = { leftAt: createdAt, returnedAt: toIso(clock.now()), returnedBy: by }
    const past = { source, reason, campaignId, ...ended }
    await change(userId, key, (card) => ({
      ...card,
      pastOptOuts: [past, ...card.pastOptOuts].slice(0, PAST_KEPT),
    }))
    publish(userId, { type: 'person' })
  }

  /** Takes `cameBack` back: the removal was a mistake, and the opt-out goes on as it was. */
  async function leftAgain(userId: string, optOut: OptOut): Promise<void> {
    for (const key of personKeys(optOut)) {
      await store.update(userId, key, (card) => {
        const left = card.pastOptOuts.filter(({ leftAt }) => leftAt !== optOut.createdAt)
        return left.length < card.pastOptOuts.length ? { ...card, pastOptOuts: left } : undefined
      })
    }
    publish(userId, { type: 'person' })
  }

  async function cardsOf(userId: string, names: AllNames): Promise<readonly PersonCard[]> {
    const cards = await Promise.all(keysOf(names).map((key) => store.find(userId, key)))
    return cards.filter((card) => card !== undefined)
  }

  /** Changes a person's card, or makes the first one. */
  async function change(
    userId: string,
    key: string,
    make: (card: PersonCard) => PersonCard,
  ): Promise<void> {
    await serially(`${userId} ${key}`, async () => {
      if (await store.update(userId, key, make)) return
      await store.create(userId, make({ id: key, notes: [], pastOptOuts: [] }))
    })
  }

  function forgetLater(userId: string, key: string): void {
    endings.later(REMOVED_KEPT_MS, () =>
      forget(userId, key).catch((error) => onFault(error, 'a note that was removed')),
    )
  }

  async function forget(userId: string, key: string): Promise<void> {
    const untilIso = toIso(clock.now() - REMOVED_KEPT_MS)
    const isKept = ({ removedAt }: KeptNote) => removedAt === null || removedAt > untilIso
    const isEmpty = ({ notes, pastOptOuts }: PersonCard) =>
      notes.length === 0 && pastOptOuts.length === 0
    await serially(`${userId} ${key}`, async () => {
      await store.update(userId, key, (card) => ({ ...card, notes: card.notes.filter(isKept) }))
      await store.remove(userId, key, isEmpty)
    })
  }
}

function isRemoved({ removedAt }: KeptNote): boolean {
  return removedAt !== null
}

/** The phones first, each in one form. */
function keysOf({ phones, lids }: AllNames): readonly string[] {
  const keys = [
    ...phones.flatMap((phone) => personKeys({ phone, lid: null })),
    ...lids.flatMap((lid) => personKeys({ phone: null, lid })),
  ]
  return [...new Set(keys)]
}

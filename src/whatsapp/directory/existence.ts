import { z } from 'zod'
import { lidJid, phoneJid, userOfJid } from '../../contract/jid.ts'
import { numberCandidates } from '../../contract/phones/brazil.ts'
import type { LookupRequest } from '../../domain/messenger.ts'
import { RATE_LIMITED, SERVER_ERROR_MIN } from '../../domain/whatsapp-codes.ts'
import { isStorageFailure } from '../connection/failure.ts'
import type { AuthStore } from '../keys/auth-store.ts'
import { readJson } from '../keys/note.ts'
import { userOf } from './people.ts'
import type { QueryPace } from './query-pace.ts'
import {
  askByPhone,
  type ContactForm,
  type DirectoryEntry,
  DirectoryError,
  type QuerySocket,
} from './usync.ts'

/** What is known of a number. */
export type Presence =
  | { readonly result: 'found'; readonly phoneJid: string; readonly lid: string | null }
  | { readonly result: 'absent' }
  /** Null where the directory answered, but not about this number. */
  | { readonly result: 'unknown'; readonly error: unknown }

/** Larger queries are watched more closely, and block the host for too long at a stretch. */
const NUMBERS_PER_QUERY = 50
const DAY_MS = 24 * 3_600_000
const FOUND_KEPT_DAYS = 30
const ABSENT_KEPT_DAYS = 7

/**
 * Knows which numbers are on WhatsApp. Answers are kept with the device's keys, since asking about
 * strangers is itself watched.
 */
export function createExistence({
  sock,
  store,
  pace,
  timeoutMs,
}: {
  readonly sock: QuerySocket
  readonly store: Pick<AuthStore, 'readNote' | 'saveNotes'>
  readonly pace: Pick<QueryPace, 'contact'>
  readonly timeoutMs: number
}) {
  let form: ContactForm = 'lid'
  return { lookUp, forget }

  /** Never rejects: what a failed query leaves open is `unknown`. */
  async function lookUp(requests: readonly LookupRequest[]): Promise<readonly Presence[]> {
    const known = new Map<string, Presence>()
    for (const { phone, isUrgent = false } of requests) {
      const presence = readKept(store.readNote(nameOf(phone)))
      if (!presence || (isUrgent && presence.result === 'absent')) continue
      known.set(phone, presence)
    }
    const open = requests.filter(({ phone }) => !known.has(phone))
    for (let start = 0; start < open.length; start += NUMBERS_PER_QUERY) {
      const some = open.slice(start, start + NUMBERS_PER_QUERY)
      for (const [phone, presence] of await lookUpSome(some)) known.set(phone, presence)
    }
    return requests.map(({ phone }) => known.get(phone) ?? { result: 'unknown', error: null })
  }

  /** Drops kept answers about numbers that turned out wrong, or have another LID by now. */
  function forget(phones: readonly string[]): void {
    const forms = phones.flatMap(numberCandidates)
    store.saveNotes(forms.map((phone) => [nameOf(phone), null]))
  }

  /** The second form of a number is asked for only where the first is nobody's. */
  async function lookUpSome(requests: readonly LookupRequest[]): Promise<Map<string, Presence>> {
    const found = new Map<string, Presence>()
    const rounds = Math.max(...requests.map(({ candidates }) => candidates.length))
    for (let round = 0; round < rounds; round += 1) {
      const open = requests.filter(
        ({ phone, candidates }) =>
          candidates[round] !== undefined && (found.get(phone)?.result ?? 'absent') === 'absent',
      )
      if (open.length === 0) break
      const answers = await askAbout(open.map(({ candidates }) => candidates[round] ?? ''))
      for (const [index, { phone }] of open.entries()) {
        found.set(phone, answers[index] ?? { result: 'unknown', error: null })
      }
    }
    keep(found)
    return found
  }

  async function askAbout(phones: readonly string[]): Promise<Presence[]> {
    try {
      const entries = await askInForm(phones)
      return phones.map((phone) => presenceIn(entries, phone))
    } catch (error) {
      return phones.map(() => ({ result: 'unknown', error }))
    }
  }

  async function askInForm(phones: readonly string[]): Promise<DirectoryEntry[]> {
    try {
      return await pace.contact(() => askByPhone(sock, { phones, form, timeoutMs }))
    } catch (error) {
      if (form === 'classic' || !isFormRefused(error)) throw error
      form = 'classic'
      return pace.contact(() => askByPhone(sock, { phones, form, timeoutMs }))
    }
  }

  function keep(found: ReadonlyMap<string, Presence>): void {
    const notes = [...found].flatMap(([phone, presence]) => {
      const text = writeKept(presence)
      return text === null ? [] : [[nameOf(phone), text] as const]
    })
    if (notes.length === 0) return
    try {
      store.saveNotes(notes)
    } catch (error) {
      // The answers are of use all the same; they are asked for again when they are next needed.
      if (!isStorageFailure(error)) throw error
    }
  }
}

/** Whether the server does not know this form of query, rather than being in trouble or busy. */
function isFormRefused(error: unknown): boolean {
  if (!(error instanceof DirectoryError) || error.data === null) return false
  return error.data !== RATE_LIMITED && error.data < SERVER_ERROR_MIN
}

/** Only `out` says that somebody is not there; a number left out of the answer is unknown. */
function presenceIn(entries: readonly DirectoryEntry[], phone: string): Presence {
  const own =
    entries.find(({ askedPhone }) => askedPhone === phone) ??
    entries.find((entry) => entry.askedPhone === null && isForm(entry, phone))
  if (own?.presence === 'out') return { result: 'absent' }
  if (own?.presence !== 'in') return { result: 'unknown', error: null }
  return { result: 'found', phoneJid: own.phoneJid ?? phoneJid(phone), lid: own.lid }
}

function isForm(entry: DirectoryEntry, phone: string): boolean {
  return numberCandidates(phone).includes(userOf(entry.phoneJid ?? ''))
}

function nameOf(phone: string): string {
  return `who/${phone}`
}

/** The day, and the users of phone and LID if found. Short, since there is one per number. */
const Kept = z.union([z.tuple([z.number()]), z.tuple([z.number(), z.string(), z.string()])])

function writeKept(presence: Presence): string | null {
  const day = Math.floor(Date.now() / DAY_MS)
  if (presence.result === 'absent') return JSON.stringify([day])
  // Without a LID the answer is of little use, and soon outdated.
  if (presence.result !== 'found' || presence.lid === null) return null
  return JSON.stringify([day, userOfJid(presence.phoneJid), userOfJid(presence.lid)])
}

function readKept(text: string | undefined): Presence | null {
  const kept = readJson(text, Kept)
  if (!kept) return null
  const [day, phone, lid] = kept
  const ageDays = Date.now() / DAY_MS - day
  if (phone === undefined || lid === undefined) {
    return ageDays < ABSENT_KEPT_DAYS ? { result: 'absent' } : null
  }
  if (ageDays > FOUND_KEPT_DAYS) return null
  return { result: 'found', phoneJid: phoneJid(phone), lid: lidJid(lid) }
}

import { jidNormalizedUser, type WASocket } from '@whiskeysockets/baileys'
import { isLidJid } from '../../contract/jid.ts'
import type { Lookup, LookupRequest } from '../../domain/messenger.ts'
import { isRateLimited, readFailure } from '../connection/failure.ts'
import { createQuestions, judge } from '../hosts/questions.ts'
import type { AuthStore } from '../keys/auth-store.ts'
import { createSignalSessions } from '../sending/signal-sessions.ts'
import { createBoundedMap } from './bounded-map.ts'
import { createPeople, type Person } from './people.ts'
import { type DirectoryEntry, UnansweredError } from './usync.ts'

export type Directory = ReturnType<typeof createDirectory>

/** Larger queries block the host for too long at a stretch. */
const PEOPLE_PER_QUESTION = 50
const FOUND_FRESH_MS = 4 * 60_000
const FOUND_KEPT = 2_000

type Found = { readonly jid: string; readonly lid: string }

/** Looks up over one connection who is on WhatsApp, and with which devices. */
export function createDirectory(options: { sock: WASocket; store: AuthStore; timeoutMs: number }) {
  const { sock, timeoutMs } = options
  const questions = createQuestions(sock, timeoutMs)
  const sessions = createSignalSessions(options)
  const people = createPeople(sock, sessions)
  const found = createBoundedMap<Found & { foundAt: number }>(FOUND_KEPT)
  let asking: Promise<void> | null = null
  let hasRenewedOwn = false
  return { lookUp, prepare, doubt: people.doubt }

  /**
   * Answers for every request; after a failed query the recipients are `unknown`, never `absent`.
   */
  async function lookUp(requests: readonly LookupRequest[]): Promise<Lookup[]> {
    const results = new Map<string, Lookup>()
    for (const { phone } of requests) {
      const hit = found.get(phone)
      if (!hit || Date.now() - hit.foundAt > FOUND_FRESH_MS || !people.find(hit.jid)) continue
      results.set(phone, { phone, result: 'found', jid: hit.jid, lid: hit.lid })
    }
    const open = requests.filter(({ phone }) => !results.has(phone))
    // Prepared early for the sends that follow; a failure here shows up in those sends.
    if (open.length > 0) void prepareOwn(sock.user?.id).catch(() => undefined)
    for (let start = 0; start < open.length; start += PEOPLE_PER_QUESTION) {
      const answers = await lookUpSome(open.slice(start, start + PEOPLE_PER_QUESTION))
      for (const answer of answers) results.set(answer.phone, answer)
    }
    return requests.map(
      ({ phone }) => results.get(phone) ?? { phone, result: 'unknown', detail: 'not asked' },
    )
  }

  async function lookUpSome(requests: readonly LookupRequest[]): Promise<Lookup[]> {
    try {
      const entries = await questions.askForAll(requests.flatMap(({ candidates }) => candidates))
      const answers = requests.map((request) => judge(request, entries))
      for (const answer of answers) {
        if (answer.result !== 'found') continue
        found.set(answer.phone, { jid: answer.jid, lid: answer.lid, foundAt: Date.now() })
      }
      // Failed sessions do not fail the look-up; the sends try them again.
      await people.learn(entriesOf(answers, entries)).catch(() => undefined)
      return answers
    } catch (error) {
      const detail = describe(error)
      const isLimited = isRateLimited(readFailure(error))
      return requests.map(({ phone }) => ({
        phone,
        result: 'unknown',
        detail,
        isRateLimited: isLimited,
      }))
    }
  }

  /**
   * Prepares one message: devices and sessions of the recipient and of the account itself. Returns
   * undefined where the recipient has no device.
   * @throws where the directory gave no answer
   */
  async function prepare(
    jid: string,
    { isRepeat }: { isRepeat: boolean },
  ): Promise<Person | undefined> {
    const own = await prepareOwn(isLidJid(jid) ? sock.user?.lid : sock.user?.id)
    if (isRepeat) await renewOwnSessions(own)
    if (!people.find(jid)) await people.learn(await questions.askByJid([jid]))
    const person = people.find(jid)
    if (!person || person.deviceJids.length === 0) return undefined
    if (isRepeat) await sessions.drop(person.deviceJids)
    const dead = await sessions.ensure(person.deviceJids)
    if (dead.length === person.deviceJids.length) return undefined
    return person
  }

  /**
   * Prepares the account's other devices, above all its phone: otherwise the message would never
   * show there.
   * @throws where the directory gave no answer
   */
  async function prepareOwn(name: string | undefined): Promise<Person> {
    const own = jidNormalizedUser(name)
    const known = people.find(own)
    if (known) return known
    asking ??= questions
      .askByJid([own])
      .then(people.learn)
      .finally(() => {
        asking = null
      })
    await asking
    const learned = people.find(own)
    if (!learned) throw new UnansweredError('own devices are not known')
    return learned
  }

  /**
   * Rebuilds the own sessions as well: the copy for the sender's phone may have lost its ratchet
   * step too.
   */
  async function renewOwnSessions(own: Person): Promise<void> {
    if (hasRenewedOwn) return
    hasRenewedOwn = true
    await sessions.drop(own.deviceJids)
    await sessions.ensure(own.deviceJids)
  }
}

/** The entries of the recipients that were found, each once. */
function entriesOf(answers: readonly Lookup[], entries: readonly DirectoryEntry[]) {
  const byJid = new Map(entries.map((entry) => [entry.jid, entry]))
  const jids = new Set(answers.flatMap((answer) => (answer.result === 'found' ? answer.jid : [])))
  return [...jids].map((jid) => byJid.get(jid)).filter((entry) => entry !== undefined)
}

export function describe(error: unknown): string {
  if (error instanceof UnansweredError) return error.message
  const failure = readFailure(error)
  return isRateLimited(failure) ? 'rate-overlimit' : failure.message
}

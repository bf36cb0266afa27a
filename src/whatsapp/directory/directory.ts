import { jidDecode, jidEncode, type WASocket } from '@whiskeysockets/baileys'
import { userOfJid } from '../../contract/jid.ts'
import type { Lookup, LookupRequest } from '../../domain/messenger.ts'
import { describe, isRateLimited, readFailure } from '../connection/failure.ts'
import type { AuthStore } from '../keys/auth-store.ts'
import { createSignalSessions } from '../sending/signal-sessions.ts'
import type { Address, Addressing, Identity } from './addressing.ts'
import { createExistence, type Presence } from './existence.ts'
import { createIdentities } from './identities.ts'
import { createPeople, deviceJidsOf, isBrandNew, type Person, withoutDead } from './people.ts'
import { createQueryPace, type QueryBackoffs } from './query-pace.ts'
import { askForDevices, readBusyUntil, UnansweredError } from './usync.ts'

/** Members of a group that one query asks for. */
const MEMBERS_AT_ONCE = 100

export type Directory = ReturnType<typeof createDirectory>

/** Everything that a message to a person needs. */
export type Recipient = {
  readonly person: Person
  readonly address: Address
  /** The devices it is encrypted for, the account's own among them, as the message names them. */
  readonly deviceJids: readonly string[]
}

/** A device as a stanza names it. */
export type DeviceName = Pick<Address, 'jid' | 'attributes'> & {
  /** Of the person whose device it is. */
  readonly lid: string | null
}

/** Why somebody cannot be written to: without devices, or without the LID that the account needs. */
export type Unreachable = 'no_devices' | 'no_lid'

/** Looks up over one connection who is on WhatsApp, by which names, and with which devices. */
export function createDirectory(options: {
  readonly sock: WASocket
  readonly store: AuthStore
  readonly addressing: Addressing
  readonly backoffs: QueryBackoffs
  readonly sendWindow: number
  readonly timeoutMs: number
}) {
  const { sock, addressing, timeoutMs } = options
  const pace = createQueryPace(options)
  const sessions = createSignalSessions(options)
  const people = createPeople(sock, sessions)
  const existence = createExistence({ ...options, pace })
  const identities = createIdentities({ ...options, pace })
  const forgetting = new Set<Promise<void>>()
  let hasRenewedOwn = false
  let askingOwn: Promise<void> | null = null
  return {
    lookUp,
    prepare,
    prepareAll,
    reread,
    refreshLid,
    forget,
    forgetOwn,
    doubt,
    nameDevice,
  }

  /**
   * Answers for every request; after a failed query the recipients are `unknown`, never `absent`.
   */
  async function lookUp(requests: readonly LookupRequest[]): Promise<Lookup[]> {
    const presences = await existence.lookUp(requests)
    const found = presences.filter((presence) => presence.result === 'found')
    if (found.length > 0) {
      // Prepared early for the sends that follow; a failure here shows up in those sends.
      void findOwn().catch(() => undefined)
      await learnDevices(found).catch(() => undefined)
      pace.found(found.map(({ phoneJid }) => phoneJid))
    }
    return requests.map(({ phone }, index) => lookupOf(phone, presences[index]))
  }

  /**
   * Prepares one message: devices and sessions of the recipient and of the account itself.
   * @throws where the directory gave no answer
   */
  async function prepare(
    jid: string,
    options: { isRepeat: boolean },
  ): Promise<Recipient | Unreachable> {
    const mode = addressing.mode()
    const prepared = await prepareOnce(jid, options)
    // The mode changed meanwhile: a lack under the old name says nothing about the new one.
    const isOutdated = typeof prepared === 'string' && addressing.mode() !== mode
    return isOutdated ? prepare(jid, options) : prepared
  }

  async function prepareOnce(
    jid: string,
    { isRepeat }: { isRepeat: boolean },
  ): Promise<Recipient | Unreachable> {
    await Promise.allSettled(forgetting)
    const identity = await identities.find(jid)
    pace.cameUp(identity.phoneJid ?? jid)
    const address = addressing.addressOf(identity)
    if (!address) return unlisted(identity)
    const own = await findOwn()
    if (isRepeat) await renewOwnSessions(own)
    const known = await findPerson(identity)
    if (known && isRepeat) await sessions.drop(known.sessionJids)
    const person = known && (await withSessions(known))
    if (!person || person.sessionJids.length === 0) return unlisted(identity)
    await people.place(person)
    await people.place(own)
    return { person, address, deviceJids: jidsOf(person, own, address) }
  }

  /** Finds devices and sessions of all members of a group; if it fails, what it found is kept. */
  async function prepareAll(groupJid: string, members: readonly Identity[]): Promise<void> {
    await Promise.allSettled(forgetting)
    people.expect(groupJid, members.length)
    const own = await findOwn()
    for (let at = 0; at < members.length; at += MEMBERS_AT_ONCE) {
      await prepareSome(members.slice(at, at + MEMBERS_AT_ONCE))
    }
    await people.place(own)
  }

  /** Places every member, also without devices: Baileys would query for each that is missing. */
  async function prepareSome(members: readonly Identity[]): Promise<void> {
    await learnDevices(members)
    const sessionJids = members.flatMap((member) => people.find(member)?.sessionJids ?? [])
    const dead = new Set(await sessions.ensure(sessionJids))
    for (const member of members) {
      const person = people.find(member)
      if (person?.sessionJids.some((jid) => dead.has(jid))) people.forget(person)
      await people.place(person ? withoutDead(person, dead) : { ...member, devices: [] })
    }
  }

  /** Builds sessions. A device without keys is gone: the list that names it is read anew. */
  async function withSessions(person: Person): Promise<Person | undefined> {
    const dead = await sessions.ensure(person.sessionJids)
    if (dead.length === 0) return person
    people.forget(person)
    return findPerson(person)
  }

  /** Says why somebody cannot be written to, and forgets the kept answer, which may be outdated. */
  function unlisted(identity: Identity): Unreachable {
    if (identity.phoneJid) existence.forget([userOfJid(identity.phoneJid)])
    return addressing.addressOf(identity) ? 'no_devices' : 'no_lid'
  }

  async function findPerson(identity: Identity): Promise<Person | undefined> {
    if (!people.find(identity)) await learnDevices([identity])
    return people.find(identity)
  }

  /** Asks for the devices that are not known, under the names that the account uses. */
  async function learnDevices(all: readonly Identity[]): Promise<void> {
    const byJid = new Map<string, Identity & { readonly hash: string | null }>()
    for (const identity of all) {
      const address = people.find(identity) ? null : addressing.addressOf(identity)
      const list = people.listOf(identity)
      const hash = list?.jid === address?.jid ? (list?.hash ?? null) : null
      if (address) byJid.set(address.jid, { ...identity, hash })
    }
    if (byJid.size === 0) return
    const asked = [...byJid].map(([jid, { hash }]) => ({ jid, hash }))
    const entries = await pace.device(() => askForDevices(sock, { people: asked, timeoutMs }))
    const entriesByJid = new Map(entries.map((entry) => [jidIn(entry, byJid), entry]))
    const lost = asked.flatMap(({ jid, hash }) => {
      const identity = hash === null || entriesByJid.has(jid) ? undefined : byJid.get(jid)
      return identity && !people.confirm(identity) ? [identity] : []
    })
    await people.learn(
      [...entriesByJid].flatMap(([jid, { devices, devicesHash }]) => {
        const identity = byJid.get(jid)
        const list = devicesHash === null ? null : { jid, hash: devicesHash }
        return identity && devices ? [{ ...identity, devices, list }] : []
      }),
    )
    // The answer left these out as unchanged, but their known list was dropped meanwhile.
    if (lost.length > 0) await learnDevices(lost)
  }

  /**
   * Finds the account's other devices, above all its phone: otherwise the message would never show
   * there.
   * @throws where the directory gave no answer
   */
  async function findOwn(): Promise<Person> {
    const own = identities.own()
    const known = people.find(own)
    if (known) return known
    askingOwn ??= learnDevices([own]).finally(() => {
      askingOwn = null
    })
    await askingOwn
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
    await sessions.drop(own.sessionJids)
    await sessions.ensure(own.sessionJids)
  }

  /** Reads a person's and the own devices anew, in one query. */
  async function reread(identity: Identity): Promise<Recipient | Unreachable> {
    const own = identities.own()
    people.forget(identity)
    people.forget(own)
    await learnDevices([identity, own])
    return prepare(identity.phoneJid ?? identity.lid ?? '', { isRepeat: false })
  }

  /** Asks for the new LID of a number that moved to another account, and drops the old data. */
  async function refreshLid(old: Identity): Promise<Identity> {
    const fresh = await identities.refresh(old)
    if (fresh.lid === old.lid) return old
    if (old.phoneJid) existence.forget([userOfJid(old.phoneJid)])
    await forget(old, { withSessions: true })
    return fresh
  }

  /**
   * Drops what is known of somebody's devices, and perhaps the sessions with all of them; messages
   * wait for that.
   */
  function forget(identity: Identity, options: { withSessions: boolean }): Promise<void> {
    const work = forgetNow(identity, options).finally(() => forgetting.delete(work))
    forgetting.add(work)
    return work
  }

  async function forgetNow(
    { phoneJid, lid }: Identity,
    { withSessions }: { withSessions: boolean },
  ): Promise<void> {
    const identity = await identities.find(phoneJid ?? lid ?? '')
    people.forget(identity)
    people.forget({ phoneJid, lid })
    if (withSessions) await sessions.dropAllOf(lid ?? identity.lid ?? phoneJid ?? '')
  }

  /** Makes the next send ask for somebody's devices again, unless they were read just now. */
  async function doubt(jid: string): Promise<void> {
    const identity = await identities.find(jid)
    const person = people.find(identity)
    if (person && !isBrandNew(person)) people.forget(identity)
  }

  /** A device by the name that the account writes to it by. */
  async function nameDevice(jid: string): Promise<DeviceName> {
    const identity = await identities.find(jid)
    const { lid } = identity
    const address = addressing.addressOf(identity)
    const { device, server } = jidDecode(jid) ?? {}
    if (!address || server?.startsWith('hosted')) return { jid, attributes: {}, lid }
    const named = jidDecode(address.jid)
    return { ...address, jid: named ? jidEncode(named.user, named.server, device) : jid, lid }
  }

  function forgetOwn(): void {
    people.forget(identities.own())
  }

  function jidsOf(person: Person, own: Person, address: Address): readonly string[] {
    const all = [person, own].flatMap((each) => deviceJidsOf(each, address))
    return [...new Set(all)]
  }

  function lookupOf(phone: string, presence: Presence | undefined): Lookup {
    if (presence?.result === 'absent') return { phone, result: 'absent' }
    if (presence?.result === 'found') {
      return { phone, result: 'found', jid: presence.phoneJid, lid: presence.lid }
    }
    const error = presence?.error ?? null
    if (error === null) return { phone, result: 'unknown', detail: 'the directory left it out' }
    const isSlow = isRateLimited(readFailure(error))
    const detail = describe(error)
    return { phone, result: 'unknown', detail, isRateLimited: isSlow, ...readBusyUntil(error) }
  }
}

/** The name, LID or phone, by which the person of an answer was asked for. */
function jidIn(
  { lid, phoneJid }: { readonly lid: string | null; readonly phoneJid: string | null },
  asked: { has(jid: string): boolean },
): string {
  return lid !== null && asked.has(lid) ? lid : (phoneJid ?? '')
}

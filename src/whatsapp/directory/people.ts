import { jidDecode, jidEncode, type WASocket } from '@whiskeysockets/baileys'
import {
  HOSTED_LID_SERVER,
  HOSTED_PHONE_SERVER,
  isLidJid,
  LID_SERVER,
  PHONE_SERVER,
} from '../../contract/jid.ts'
import type { AuthStore } from '../keys/auth-store.ts'
import type { SignalSessions } from '../sending/signal-sessions.ts'
import type { Identity } from './addressing.ts'
import { createBoundedMap } from './bounded-map.ts'
import { createGroupRoom } from './group-room.ts'
import type { AskedDevices, DirectoryDevice } from './usync.ts'

/** A WhatsApp account with the devices that a send needs. */
export type Person = Identity & {
  readonly devices: readonly DirectoryDevice[]
  /** The same devices by the jids under which Signal sessions are kept: LIDs, where there are any. */
  readonly sessionJids: readonly string[]
  /** The hash by which their list of devices can be asked for; null where it is not complete. */
  readonly list: AskedDevices | null
  readonly learnedAt: number
}

/** Somebody's devices, as the directory gave them. */
type ListedDevices = Identity & Pick<Person, 'devices' | 'list'>

/** A list that is this old is asked for again; until then WhatsApp hints at every change. */
const FRESH_MS = 12 * 60_000
/** An answer this young is not doubted: a refusal or a hint is about an older one. */
const BRAND_NEW_MS = 60_000
const NAMES_OF_EACH = 2
/** Names of people that are kept beside those of groups' members. */
const KNOWN_NAMES = 4_000

/**
 * Caches the accounts that one connection has looked up, each under both of its names. Before a send
 * their device lists are put where Baileys looks for them, so that it neither queries again nor
 * renews a Signal session (which it does whenever it fetches the list itself).
 */
export function createPeople(sock: WASocket, sessions: SignalSessions) {
  const known = createBoundedMap<Person>(KNOWN_NAMES)
  const groupRoom = createGroupRoom()
  return { find, listOf, learn, confirm, place, forget, expect }

  /**
   * Makes room for all members of a group, and of others that were written to lately, beside single
   * people: otherwise its last members would push out the first, and each message to one of the
   * groups would ask for everybody's devices again.
   */
  function expect(groupJid: string, memberCount: number): void {
    known.reserve(KNOWN_NAMES + groupRoom.expect(groupJid, memberCount) * NAMES_OF_EACH)
  }

  function find(identity: Identity): Person | undefined {
    const [person] = usersOf(identity).flatMap((user) => known.get(user) ?? [])
    return person && Date.now() - person.learnedAt < FRESH_MS ? person : undefined
  }

  /** The list of devices that was last read of somebody, however old. */
  function listOf(identity: Identity): AskedDevices | null {
    const [person] = usersOf(identity).flatMap((user) => known.get(user) ?? [])
    return person?.list ?? null
  }

  /** Notes that somebody's devices are unchanged; false where these are not known any more. */
  function confirm(identity: Identity): boolean {
    let isKnown = false
    for (const user of usersOf(identity)) {
      const person = known.get(user)
      if (!person) continue
      known.set(user, { ...person, learnedAt: Date.now() })
      isKnown = true
    }
    return isKnown
  }

  /** Stores the directory's answers and builds the missing sessions. */
  async function learn(answers: readonly ListedDevices[]): Promise<void> {
    await storeMappings(answers)
    const people = answers.map(readPerson)
    const dead = new Set(await sessions.ensure(people.flatMap(({ sessionJids }) => sessionJids)))
    for (const person of people.map((each) => withoutDead(each, dead))) {
      for (const user of usersOf(person)) known.set(user, person)
    }
  }

  async function storeMappings(people: readonly Identity[]): Promise<void> {
    await sock.signalRepository.lidMapping.storeLIDPNMappings(
      people.flatMap(({ phoneJid, lid }) =>
        phoneJid === null || lid === null ? [] : [{ pn: phoneJid, lid }],
      ),
    )
  }

  /** Puts the devices where Baileys looks for them, since it drops them after five minutes. */
  async function place({
    phoneJid,
    lid,
    devices,
  }: Pick<Person, 'phoneJid' | 'lid' | 'devices'>): Promise<void> {
    for (const name of [lid, phoneJid]) {
      if (name === null) continue
      const user = userOf(name)
      const rows = devices.map((device) => {
        return { user, device: device.id, server: serverOf(device, { isLid: name === lid }) }
      })
      await sock.userDevicesCache.set(user, rows)
    }
  }

  /** Drops what is known of somebody's devices; the next send queries again. */
  function forget(identity: Identity): void {
    for (const name of usersOf(identity)) {
      const person = known.get(name)
      for (const user of new Set([name, ...(person ? usersOf(person) : [])])) {
        known.delete(user)
        void sock.userDevicesCache.del(user)
      }
    }
  }

  function readPerson(answer: ListedDevices): Person {
    const { phoneJid, lid, list } = answer
    const devices = answer.devices.filter(({ id }) => !isThisDevice(answer, id))
    const sessionJids = devices.map((device) => sessionJid(answer, device))
    return { phoneJid, lid, devices, sessionJids, list, learnedAt: Date.now() }
  }

  function isThisDevice(identity: Identity, device: number): boolean {
    const users = usersOf(identity)
    const own = [sock.user?.id, sock.user?.lid].map((name) => jidDecode(name))
    return own.some((it) => it && users.includes(it.user) && (it.device ?? 0) === device)
  }
}

/** Whether a person's devices were read so lately that nothing can have changed since. */
export function isBrandNew({ learnedAt }: Person): boolean {
  return Date.now() - learnedAt < BRAND_NEW_MS
}

/** Without devices that have no keys any more. */
export function withoutDead(person: Person, dead: ReadonlySet<string>): Person {
  const devices = person.devices.filter((device) => !dead.has(sessionJid(person, device)))
  if (devices.length === person.devices.length) return person
  return {
    ...person,
    list: null,
    devices,
    sessionJids: person.sessionJids.filter((jid) => !dead.has(jid)),
  }
}

/** The jids of a person's devices in one name space. */
export function deviceJidsOf(person: Person, { isLid }: { isLid: boolean }): readonly string[] {
  const { phoneJid, lid, devices } = person
  const identity = isLid ? { phoneJid: null, lid } : { phoneJid, lid: null }
  return devices.map((device) => sessionJid(identity, device))
}

function sessionJid({ phoneJid, lid }: Identity, device: DirectoryDevice): string {
  return jidEncode(
    userOf(lid ?? phoneJid ?? ''),
    serverOf(device, { isLid: lid !== null }),
    device.id,
  )
}

function serverOf({ isHosted }: DirectoryDevice, { isLid }: { isLid: boolean }) {
  if (isLid) return isHosted ? HOSTED_LID_SERVER : LID_SERVER
  return isHosted ? HOSTED_PHONE_SERVER : PHONE_SERVER
}

/** The users in the names of a person, the LID's first. */
export function usersOf({ phoneJid, lid }: Identity): string[] {
  return [lid, phoneJid].flatMap((jid) => (jid === null ? [] : [userOf(jid)]))
}

export function userOf(jid: string): string {
  return jidDecode(jid)?.user ?? jid
}

/** One user per person, whichever of the two names is given: the LID's, where it is known. */
export function personOf(store: Pick<AuthStore, 'readLidUser'>, jid: string): string {
  const user = userOf(jid)
  return isLidJid(jid) ? user : (store.readLidUser(user) ?? user)
}

/** Whether a user is the account itself, by one of its names. */
export function isOwnUser(
  me: { readonly id: string; readonly lid?: string } | undefined,
  user: string,
): boolean {
  return [me?.id, me?.lid].some((own) => own !== undefined && userOf(own) === user)
}

import { jidDecode, type WASocket } from '@whiskeysockets/baileys'
import { HOSTED_LID_SERVER, isLidJid, LID_SERVER } from '../../contract/jid.ts'
import type { SignalSessions } from '../sending/signal-sessions.ts'
import { createBoundedMap } from './bounded-map.ts'
import type { DirectoryDevice, DirectoryEntry } from './usync.ts'

/** A WhatsApp account with the devices that a send needs. */
export type Person = {
  readonly jid: string
  readonly lid: string
  readonly devices: readonly DirectoryDevice[]
  /** The same devices by their LID jids, under which Signal sessions are kept. */
  readonly deviceJids: readonly string[]
}

/** Baileys drops a device list after five minutes; one that is used must still be in its cache. */
const FRESH_MS = 4 * 60_000
/**
 * Some servers hint at new devices with every acknowledgement, which must not cause a query each.
 */
const TRUSTED_MS = 60_000
const KNOWN_PEOPLE = 2_000

/**
 * Caches the accounts that one connection has looked up. Their device lists are put where Baileys
 * looks for them, so that a send neither queries again nor renews a Signal session (which Baileys
 * does whenever it fetches the list itself).
 */
export function createPeople(sock: WASocket, sessions: SignalSessions) {
  const known = createBoundedMap<{ person: Person; learnedAt: number }>(KNOWN_PEOPLE, (user) => {
    void sock.userDevicesCache.del(user)
  })
  return { find, learn, doubt }

  function find(jid: string): Person | undefined {
    const entry = known.get(userOf(jid))
    return entry && Date.now() - entry.learnedAt < FRESH_MS ? entry.person : undefined
  }

  /**
   * Marks an account whose devices may have changed: the next send queries again, unless the answer
   * is brand-new.
   */
  async function doubt(jid: string): Promise<void> {
    const entry = known.get(userOf(jid))
    if (!entry || Date.now() - entry.learnedAt < TRUSTED_MS) return
    known.delete(userOf(jid))
    await sock.userDevicesCache.del(userOf(jid))
  }

  /** Stores the directory's answers and builds the missing sessions. */
  async function learn(entries: readonly DirectoryEntry[]): Promise<void> {
    const people = entries.map(readPerson).filter((person) => person !== undefined)
    const pairs = people.filter(({ jid, lid }) => jid !== lid)
    await sock.signalRepository.lidMapping.storeLIDPNMappings(
      pairs.map(({ jid, lid }) => ({ pn: jid, lid })),
    )
    const wanted = people.flatMap(({ deviceJids }) => deviceJids)
    const dead = new Set(await sessions.ensure(wanted))
    for (const person of people) await keep(withoutDead(person, dead))
  }

  async function keep(person: Person): Promise<void> {
    const decoded = jidDecode(person.jid)
    if (!decoded) return
    const { user, server } = decoded
    const hostedServer = server === LID_SERVER ? HOSTED_LID_SERVER : 'hosted'
    const rows = person.devices.map(({ id, isHosted }) => {
      return { user, device: id, server: isHosted ? hostedServer : server }
    })
    await sock.userDevicesCache.set(user, rows)
    known.set(user, { person, learnedAt: Date.now() })
  }

  function readPerson(entry: DirectoryEntry): Person | undefined {
    const lid = isLidJid(entry.jid) ? entry.jid : entry.lid
    if (!lid || !entry.devices) return undefined
    const devices = entry.devices.filter(({ id }) => !isThisDevice(entry.jid, id))
    return { jid: entry.jid, lid, devices, deviceJids: devices.map((it) => deviceJid(lid, it)) }
  }

  function isThisDevice(jid: string, device: number): boolean {
    const own = [sock.user?.id, sock.user?.lid].map((name) => jidDecode(name))
    return own.some((it) => it?.user === userOf(jid) && (it.device ?? 0) === device)
  }
}

function withoutDead(person: Person, dead: ReadonlySet<string>): Person {
  const devices = person.devices.filter((device) => !dead.has(deviceJid(person.lid, device)))
  return { ...person, devices, deviceJids: person.deviceJids.filter((jid) => !dead.has(jid)) }
}

function deviceJid(lid: string, { id, isHosted }: DirectoryDevice): string {
  const user = userOf(lid)
  const server = isHosted ? HOSTED_LID_SERVER : LID_SERVER
  return id === 0 ? `${user}@${server}` : `${user}:${id}@${server}`
}

export function userOf(jid: string): string {
  return jidDecode(jid)?.user ?? jid
}

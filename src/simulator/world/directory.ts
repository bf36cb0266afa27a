import type { BinaryNode } from '@whiskeysockets/baileys'
import { LID_SERVER } from '../../contract/jid.ts'
import {
  bigEndian,
  childOf,
  childrenOf,
  readJid,
  server,
  stanza,
  textOf,
  writeJid,
} from '../protocol/stanza.ts'
import type { PhoneKeys } from '../signal/phone-keys.ts'
import { isPlausible, lidOf, personName, phoneOfLid, withoutNinthDigit } from './numbers.ts'
import type { Companion, World } from './world.ts'

/** The person behind a number or LID. `name` is one per person, `phone` the registered form. */
export type Resident = { name: string; phone: string }

/** Finds the person behind a jid; undefined for an unused one. */
export function findResident(world: World, jid: string | undefined): Resident | undefined {
  const parsed = readJid(jid)
  if (!parsed) return undefined
  if (parsed.server === LID_SERVER) {
    const name = phoneOfLid(parsed.user)
    return name === undefined ? undefined : findByNumber(world, name)
  }
  // Only the registered form is an address: the other form finds it in a contact query alone.
  const found = findByNumber(world, parsed.user)
  return found?.phone === parsed.user ? found : undefined
}

/** Finds the person behind a number as it would be dialled. */
export function findByNumber(world: World, number: string): Resident | undefined {
  if (!isPlausible(number)) return undefined
  const name = personName(number)
  const account = world.accounts.get(name)
  if (account) return { name, phone: account.phone }
  const behaviour = world.behaviours.of(name)
  if (behaviour.absent || !world.exists(name)) return undefined
  return { name, phone: behaviour.noNinthDigit ? withoutNinthDigit(name) : name }
}

export function phoneJid(resident: Resident, device = 0): string {
  return writeJid({ user: resident.phone, device, server })
}

export function lidJid(resident: Resident, device = 0): string {
  return writeJid({ user: lidOf(resident.name), device, server: LID_SERVER })
}

/** Device ids of a person, the phone's 0 first. */
function devicesOf(world: World, { name }: Resident): number[] {
  const account = world.accounts.get(name)
  if (account) return [0, ...account.companions.keys()]
  const { devices } = world.behaviours.of(name)
  return Array.from({ length: Math.min(Math.max(devices, 1), 10) }, (_, index) =>
    index === 0 ? 0 : firstDevice + index,
  )
}

const firstDevice = 10

/** Answers a directory query: any mix of contact, lid and devices, for any number of people. */
export function answerUsync(world: World, query: BinaryNode): BinaryNode {
  const usync = childOf(query, 'usync')
  const wanted = childrenOf(childOf(usync, 'query')).map(({ tag }) => tag)
  const users = childrenOf(childOf(usync, 'list')).map((user) => answerUser(world, user, wanted))
  return stanza('usync', {}, [stanza('list', {}, users)])
}

function answerUser(world: World, user: BinaryNode, wanted: string[]): BinaryNode {
  const asked = textOf(childOf(user, 'contact'))
  const number = asked?.replace(/\D/g, '')
  const byNumber = number !== undefined && number !== ''
  const jid = user.attrs.jid
  const resident = byNumber ? findByNumber(world, number) : findResident(world, jid)
  const byLid = readJid(jid)?.server === LID_SERVER

  const content: BinaryNode[] = []
  for (const protocol of wanted) {
    if (protocol === 'contact') {
      const type = resident ? 'in' : 'out'
      content.push(stanza('contact', { type }, asked ? Buffer.from(asked) : undefined))
    }
    // A query by LID needs no mapping, and Baileys would take the LID for a phone number.
    if (protocol === 'lid' && resident && !byLid) {
      content.push(stanza('lid', { val: lidJid(resident) }))
    }
    if (protocol === 'devices' && resident) content.push(deviceList(world, resident))
  }
  const fallback = byNumber ? writeJid({ user: number, device: 0, server }) : (jid ?? '')
  const address = resident && byNumber ? phoneJid(resident) : fallback
  return stanza('user', { jid: address }, content)
}

function deviceList(world: World, resident: Resident): BinaryNode {
  const devices = devicesOf(world, resident).map((id) =>
    stanza('device', id === 0 ? { id: '0' } : { id: String(id), 'key-index': String(id) }),
  )
  return stanza('devices', {}, [stanza('device-list', {}, devices)])
}

/** Answers a query for the key bundles of any number of devices. */
export function answerKeys(world: World, query: BinaryNode): BinaryNode {
  const users = childrenOf(childOf(query, 'key')).map(({ attrs }) => answerBundle(world, attrs.jid))
  return stanza('list', {}, users)
}

function answerBundle(world: World, jid = ''): BinaryNode {
  const resident = findResident(world, jid)
  const device = readJid(jid)?.device ?? 0
  if (!resident || isDead(world, resident, device)) {
    const error = stanza('error', { code: '404', text: 'item-not-found' })
    return stanza('user', { jid }, [error])
  }
  const companion = world.accounts.get(resident.name)?.companions.get(device)
  if (companion) return stanza('user', { jid }, companionBundle(world, companion))
  return stanza('user', { jid }, phoneBundle(keysOf(world, resident.name, device)))
}

/** The keys a phone's device answers with; an account's phone has its own. */
export function keysOf(world: World, name: string, device: number): PhoneKeys {
  return world.accounts.has(name)
    ? world.keyring.ofAccount(name)
    : world.keyring.shared(name, device)
}

function isDead(world: World, resident: Resident, device: number): boolean {
  const { deadDevice } = world.behaviours.of(resident.name)
  return deadDevice === device || !devicesOf(world, resident).includes(device)
}

function phoneBundle(keys: PhoneKeys): BinaryNode[] {
  return bundle({
    registrationId: keys.registrationId,
    identity: keys.identity.publicBytes,
    signedPreKey: {
      id: keys.signedPreKeyId,
      publicBytes: keys.signedPreKey.publicBytes,
      signature: keys.signature,
    },
    preKey: { id: keys.oneTimePreKeyId, publicBytes: keys.oneTimePreKey.publicBytes },
  })
}

function companionBundle(world: World, companion: Companion): BinaryNode[] {
  return bundle({ ...companion, preKey: takePreKey(world, companion) })
}

/** Hands out one of a client's one-time pre-keys, and notifies it when they run low. */
export function takePreKey(
  world: World,
  companion: Companion,
): { id: number; publicBytes: Buffer } | undefined {
  const [first] = companion.preKeys
  if (!first) return undefined
  const [id, publicBytes] = first
  companion.preKeys.delete(id)
  world.changed()
  if (companion.preKeys.size === lowPreKeys) {
    const attrs = { type: 'encrypt', from: server, id: `pre-keys-${id}` }
    const count = stanza('count', { value: String(lowPreKeys) })
    companion.connection?.send(stanza('notification', attrs, [count]))
  }
  return { id, publicBytes }
}

const lowPreKeys = 5

function bundle(keys: {
  registrationId: number
  identity: Buffer
  signedPreKey: { id: number; publicBytes: Buffer; signature: Buffer }
  preKey: { id: number; publicBytes: Buffer } | undefined
}): BinaryNode[] {
  const { signedPreKey, preKey } = keys
  const parts = [
    stanza('registration', {}, bigEndian(keys.registrationId, 4)),
    stanza('type', {}, Buffer.from([5])),
    stanza('identity', {}, keys.identity),
    stanza('skey', {}, [
      stanza('id', {}, bigEndian(signedPreKey.id, 3)),
      stanza('value', {}, signedPreKey.publicBytes),
      stanza('signature', {}, signedPreKey.signature),
    ]),
  ]
  if (preKey) {
    const id = stanza('id', {}, bigEndian(preKey.id, 3))
    parts.push(stanza('key', {}, [id, stanza('value', {}, preKey.publicBytes)]))
  }
  return parts
}

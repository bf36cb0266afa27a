import type { BinaryNode } from '@whiskeysockets/baileys'
import { LID_SERVER } from '../../contract/jid.ts'
import {
  bigEndian,
  childOf,
  childrenOf,
  readJid,
  server,
  stanza,
  writeJid,
} from '../protocol/stanza.ts'
import type { PhoneKeys } from '../signal/phone-keys.ts'
import type { SettledBehaviour } from './behaviour.ts'
import type { Refusal } from './faults.ts'
import { isPlausible, lidOf, personName, phoneOfLid, withoutNinthDigit } from './numbers.ts'
import type { Companion, World } from './world.ts'

/**
 * The person behind a number or LID. `name` is one per person, `phone` the registered form, `lid`
 * the user of the LID where there is one.
 */
export type Resident = { name: string; phone: string; lid: string | null }

/** Finds the person behind a jid; undefined for an unused one. */
export function findResident(world: World, jid: string | undefined): Resident | undefined {
  const parsed = readJid(jid)
  if (!parsed) return undefined
  if (parsed.server === LID_SERVER) {
    const name = phoneOfLid(parsed.user.slice(-LID_DIGITS))
    const found = name === undefined ? undefined : findByNumber(world, name)
    return found?.lid === null ? undefined : found
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
  const behaviour = world.behaviours.of(name)
  const lid = userOfLid(name, behaviour.lid)
  if (account) return { name, phone: account.phone, lid }
  if (behaviour.absent || !world.exists(name)) return undefined
  return { name, phone: behaviour.noNinthDigit ? withoutNinthDigit(name) : name, lid }
}

const LID_DIGITS = 15
/** In front of the LID of a number that another account has registered since. */
const CHANGED_LID = '7'

function userOfLid(name: string, kind: SettledBehaviour['lid']): string | null {
  if (kind === 'none') return null
  return kind === 'changed' ? `${CHANGED_LID}${lidOf(name)}` : lidOf(name)
}

/** Whether a jid is the LID that its person had before. */
export function isStaleLid(jid: string | undefined, { lid }: Resident): boolean {
  const parsed = readJid(jid)
  return parsed?.server === LID_SERVER && parsed.user !== lid
}

export function phoneJid(resident: Resident, device = 0): string {
  return writeJid({ user: resident.phone, device, server })
}

/** The jid a person is named by: the LID, or the number where there is no LID. */
export function lidJid(resident: Resident, device = 0): string {
  if (resident.lid === null) return phoneJid(resident, device)
  return writeJid({ user: resident.lid, device, server: LID_SERVER })
}

/** Device ids of a person, the phone's 0 first. */
export function devicesOf(world: World, { name }: Resident): number[] {
  const account = world.accounts.get(name)
  if (account) return [0, ...account.companions.keys()]
  const linked = world.linkedDevices.get(name)
  if (linked) return [0, ...linked]
  const { devices } = world.behaviours.of(name)
  return Array.from({ length: Math.min(Math.max(devices, 1), 10) }, (_, index) =>
    index === 0 ? 0 : FIRST_LINKED + index - 1,
  )
}

/** Devices linked beside the phone have ids from here on. */
export const FIRST_LINKED = 11

/** Answers a query for the key bundles of any number of devices. */
export function answerKeys(world: World, query: BinaryNode): BinaryNode | Refusal {
  const users = childrenOf(childOf(query, 'key')).map(({ attrs }) => answerBundle(world, attrs.jid))
  const batchError = world.faults.keysBatchError
  if (batchError !== null && users.some((user) => childOf(user, 'error'))) {
    return { code: String(batchError), text: 'not-acceptable' }
  }
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
  if (companion) {
    const { registration, keys } = bundle({ ...companion, preKey: takePreKey(world, companion) })
    return stanza('user', { jid }, [registration, ...keys])
  }
  const { noOneTimeKey } = world.behaviours.of(resident.name)
  const { registration, keys } = bundleOf(world, resident.name, device)
  const handedOut = noOneTimeKey ? keys.filter(({ tag }) => tag !== 'key') : keys
  return stanza('user', { jid }, [registration, ...handedOut])
}

/** The keys a phone's device answers with; an account's phone has its own. */
export function keysOf(world: World, name: string, device: number): PhoneKeys {
  return world.accounts.has(name)
    ? world.keyring.ofAccount(name)
    : world.keyring.shared(name, device + (world.reinstalls.get(name) ?? 0))
}

function isDead(world: World, resident: Resident, device: number): boolean {
  const { deadDevice } = world.behaviours.of(resident.name)
  return deadDevice === device || !devicesOf(world, resident).includes(device)
}

/** The public keys of a phone's device, as a query and a request for another copy carry them. */
export function bundleOf(world: World, name: string, device: number): Bundle {
  const keys = keysOf(world, name, device)
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

/** Hands out one of a client's one-time pre-keys, and notifies it when they run low. */
export function takePreKey(
  world: World,
  companion: Companion,
): { id: number; publicBytes: Buffer } | undefined {
  const [first] = companion.preKeys
  if (!first) return undefined
  const [id, publicBytes] = first
  companion.preKeys.delete(id)
  world.changed(companion.account)
  if (companion.preKeys.size === lowPreKeys) {
    const attrs = { type: 'encrypt', from: server, id: `pre-keys-${id}` }
    const count = stanza('count', { value: String(lowPreKeys) })
    companion.connection?.send(stanza('notification', attrs, [count]))
  }
  return { id, publicBytes }
}

const lowPreKeys = 5

type Bundle = { readonly registration: BinaryNode; readonly keys: BinaryNode[] }

function bundle(given: {
  registrationId: number
  identity: Buffer
  signedPreKey: { id: number; publicBytes: Buffer; signature: Buffer }
  preKey: { id: number; publicBytes: Buffer } | undefined
}): Bundle {
  const { signedPreKey, preKey } = given
  const keys = [
    stanza('type', {}, Buffer.from([5])),
    stanza('identity', {}, given.identity),
    stanza('skey', {}, [
      stanza('id', {}, bigEndian(signedPreKey.id, 3)),
      stanza('value', {}, signedPreKey.publicBytes),
      stanza('signature', {}, signedPreKey.signature),
    ]),
  ]
  if (preKey) {
    const id = stanza('id', {}, bigEndian(preKey.id, 3))
    keys.push(stanza('key', {}, [id, stanza('value', {}, preKey.publicBytes)]))
  }
  return { registration: stanza('registration', {}, bigEndian(given.registrationId, 4)), keys }
}

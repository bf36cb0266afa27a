import { createHash } from 'node:crypto'
import type { BinaryNode } from '@whiskeysockets/baileys'
import { LID_SERVER } from '../../contract/jid.ts'
import { childOf, childrenOf, readJid, writeJid } from '../protocol/stanza.ts'
import type { AccountSettings } from '../world/account-settings.ts'
import { devicesOf, findByNumber, isStaleLid, type Resident } from '../world/directory.ts'
import type { Companion, World } from '../world/world.ts'

/** What the server makes of a message's addresses. */
export type AddressVerdict = {
  /** The code it refuses with, or 0. */
  error: number
  /** Acknowledged, and never delivered. */
  isGhost: boolean
  /** Attributes of the acknowledgement. */
  hints: Record<string, string>
}

const badRequest = 400
const refusedReachOut = 463
const invalidStanza = 479

/** Judges addresses; a client's messages to its own phone (`peer`) always use the number. */
export function judgeAddress(
  world: World,
  companion: Companion,
  { message, resident }: { message: BinaryNode; resident: Resident },
): AddressVerdict {
  const settings = world.accountTable.of(companion.account.phone)
  const fine: AddressVerdict = { error: 0, isGhost: false, hints: {} }
  if (message.attrs.category === 'peer') return fine
  const namespace = judgeNamespace(settings, message)
  if (namespace === 'ghost') return { ...fine, isGhost: true }
  if (namespace !== 0) return { ...fine, error: namespace }
  const isStale = isStaleLid(message.attrs.to, resident)
  if (isStale) world.stats.staleLids += 1
  const hints: Record<string, string> = isStale ? { refresh_lid: 'true' } : {}
  if (!settings.checksDevices) return { ...fine, hints }
  return judgeDevices(world, companion, { message, resident, hints })
}

function judgeNamespace(settings: AccountSettings, { attrs }: BinaryNode): number | 'ghost' {
  const isLid = readJid(attrs.to)?.server === LID_SERVER
  if (settings.addressing === 'pn') return isLid ? badRequest : 0
  if (isLid) return settings.wantsPeerPn && !attrs.peer_recipient_pn ? refusedReachOut : 0
  if (settings.strictPn === 'accept') return 0
  return settings.strictPn === 'ghost' ? 'ghost' : refusedReachOut
}

function judgeDevices(
  world: World,
  companion: Companion,
  given: { message: BinaryNode; resident: Resident; hints: Record<string, string> },
): AddressVerdict {
  const { message, resident, hints } = given
  const { stats } = world
  const to = readJid(message.attrs.to)
  const host = to?.server ?? ''
  const named = childrenOf(childOf(message, 'participants')).map(({ attrs }) => attrs.jid ?? '')
  if (named.some((jid) => readJid(jid)?.server !== host)) {
    stats.mixedAddresses += 1
    return { error: badRequest, isGhost: false, hints }
  }
  const known = devicesFor(world, companion, { resident, host, user: to?.user ?? '' })
  if (named.some((jid) => !known.all.includes(jid))) {
    stats.goneDevices += 1
    return { error: invalidStanza, isGhost: false, hints }
  }
  // One device's copy: a retry, or one that had been missing.
  if (message.attrs.device_fanout === 'false') {
    if (!childOf(message, 'enc')) stats.resentToMissing += 1
    return { error: 0, isGhost: false, hints }
  }
  if (known.wanted.every((jid) => named.includes(jid))) return { error: 0, isGhost: false, hints }
  stats.missingDevices += 1
  return { error: 0, isGhost: false, hints: { ...hints, phash: hashOf(known.all) } }
}

/** The device jids of both sides, as the server knows them. */
function devicesFor(
  world: World,
  { account, device }: Companion,
  { resident, host, user }: { resident: Resident; host: string; user: string },
): { all: string[]; wanted: string[] } {
  const own = findByNumber(world, account.phone)
  const isLid = host === LID_SERVER
  const sender = own && (isLid ? own.lid : own.phone)
  const jidsOf = (name: string, of: Resident) =>
    devicesOf(world, of).map((id) => writeJid({ user: name, device: id, server: host }))
  const ownJids = own && sender ? jidsOf(sender, own) : []
  const theirs = own?.name === resident.name ? [] : jidsOf(user, resident)
  const self = sender ? writeJid({ user: sender, device, server: host }) : ''
  const all = [...theirs, ...ownJids]
  return { all, wanted: all.filter((jid) => jid !== self) }
}

/** WhatsApp's hash of a list of devices, as acknowledgements carry it. */
export function hashOf(jids: readonly string[]): string {
  const names = jids.map((jid) => {
    const { user = '', device = 0, server = '' } = readJid(jid) ?? {}
    return `${user}.0:${device}@${server}`
  })
  const digest = createHash('sha256').update(names.sort().join('')).digest()
  return `2:${digest.subarray(0, 6).toString('base64')}`
}

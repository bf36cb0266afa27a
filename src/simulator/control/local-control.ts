import { groupStates, playGroup } from '../groups/group-control.ts'
import type { Change, PhoneCard, PhoneFile } from '../messages/contents.ts'
import { forgetSessions, linkDevice, reinstall, unlinkDevice } from '../messages/device-notices.ts'
import type { Inbound } from '../messages/inbound.ts'
import { makeNoise } from '../messages/noise.ts'
import { deliver } from '../messages/outbox.ts'
import { endLockInTime } from '../messages/reach-out.ts'
import { sendRead } from '../messages/receipts.ts'
import type { Connection } from '../protocol/connection.ts'
import { streamEndNode } from '../protocol/ends.ts'
import type { Pairing } from '../protocol/pairing.ts'
import { presencesOf, reportsOf } from '../protocol/presence.ts'
import { endWith, removeCompanion } from '../protocol/sign-in.ts'
import { SimulatorError } from '../simulator-error.ts'
import { notifyLimits } from '../world/account-limits.ts'
import type { AccountLimits } from '../world/account-settings.ts'
import { showPasskey } from '../world/authenticator.ts'
import type { Behaviour } from '../world/behaviour.ts'
import { createStats } from '../world/counts.ts'
import { findByNumber, lidJid, phoneJid, type Resident } from '../world/directory.ts'
import type { Faults } from '../world/faults.ts'
import { isPlausible, personName, withoutNinthDigit } from '../world/numbers.ts'
import {
  type Account,
  type Companion,
  type InboxEntry,
  nothingUnderWay,
  type Person,
  type World,
} from '../world/world.ts'
import {
  type AccountState,
  type LinkedDevice,
  MessageParts,
  type PhoneChange,
  type PlainStanza,
  type ReceivedMessage,
  type SimulatorControl,
} from './control.ts'

/** The control in this process: what a test, or the control server, plays the world with. */
export function createControl(parts: {
  world: World
  connections: Set<Connection>
  pairing: Pairing
  inbound: Inbound
}): SimulatorControl {
  const { world, connections, pairing, inbound } = parts
  return {
    scan: async ({ qr, phone, name }) =>
      describe(await pairing.scan({ qr, phone: checked(phone), pushName: name })),
    enterCode: async ({ code, phone, name }) =>
      describe(await pairing.enterCode({ code, phone: checked(phone), pushName: name })),
    showPasskey: async ({ phone, ...asked }) => ({ answer: showPasskey(checked(phone), asked) }),
    passkeyCode: async () => ({ code: pairing.passkeyCode() }),
    accounts: async () =>
      [...world.accounts.values()].map((account) => accountState(world, account)),
    inbox: async (phone) => {
      const person = world.findPerson(checked(phone))
      return person ? person.inbox.map((entry) => received(person, entry)) : []
    },
    inboxes,
    stats: async () => ({
      ...world.stats,
      unknownQueries: { ...world.stats.unknownQueries },
      connections: connections.size,
      people: world.people.size,
    }),
    setBehaviour,
    setAccount: async (phone, fields) => world.accountTable.set(checked(phone), fields),
    changePhone,
    setFaults,
    sendInbound,
    sendOwn,
    playGroup: async (request) => ({ group: playGroup(world, request) }),
    groups: async () => groupStates(world),
    sendStanza: async (phone, node) => {
      for (const companion of accountOf(phone).companions.values()) sendTo(world, companion, node)
    },
    makeNoise: async (phone) =>
      [...accountOf(phone).companions.values()].flatMap((one) => makeNoise(world, one)).length,
    sendHistory: async (phone, people) =>
      inbound.sendRecent(accountOf(phone), people.map(residentOf)),
    markRead,
    drop,
    endStream,
    logOut,
    setLimits,
    reset,
  }

  async function* inboxes(): AsyncIterable<ReceivedMessage> {
    for (const person of world.people.values()) {
      for (const entry of person.inbox) yield received(person, entry)
    }
  }

  async function setBehaviour(who: string, behaviour: Behaviour): Promise<void> {
    if (!/^[\d*]{1,20}$/.test(who)) throw new SimulatorError('bad_phone', who)
    const isOneForm = !who.includes('*') && withoutNinthDigit(personName(who)) === personName(who)
    if (behaviour.noNinthDigit && isOneForm) throw new SimulatorError('one_form', who)
    world.behaviours.set(who, behaviour)
    for (const person of world.people.values()) {
      if (!person.held || world.behaviours.of(person.phone).undelivered) continue
      const held = person.held
      person.held = undefined
      for (const arrive of held) arrive()
    }
  }

  async function changePhone(phone: string, change: PhoneChange): Promise<void> {
    const resident = residentOf(phone)
    if (change === 'reinstall') reinstall(world, resident)
    else if (change === 'forget') forgetSessions(world, resident)
    else if (change === 'link') linkDevice(world, resident)
    else if (change === 'unlink') unlinkDevice(world, resident)
    else migrate(accountOf(phone))
  }

  function migrate(account: Account): void {
    world.accountTable.set(account.phone, { addressing: 'lid', strictPn: 'refuse' })
    const people = [...world.people.values()].map(({ phone }) => findByNumber(world, phone))
    inbound.migrate(
      account,
      people.filter((person) => person !== undefined),
    )
  }

  async function setFaults(faults: Partial<Faults>): Promise<Faults> {
    Object.assign(world.faults, faults)
    for (const connection of connections) connection.wake()
    return { ...world.faults }
  }

  async function sendInbound(message: Parameters<SimulatorControl['sendInbound']>[0]) {
    const account = accountOf(message.to)
    const from = residentOf(message.from)
    const { text, pushName = from.phone, group = null } = message
    const shared = { file: fileIn(message), card: cardIn(message), change: changeIn(message) }
    return { messageId: inbound.send({ from, account, text, pushName, group, ...shared }) }
  }

  async function sendOwn(message: Parameters<SimulatorControl['sendOwn']>[0]) {
    const { from, to, text } = message
    const people = { account: accountOf(from), to: residentOf(to) }
    return { messageId: inbound.sendOwn({ ...people, text, change: changeIn(message) }) }
  }

  async function markRead(phone: string, messageId?: string): Promise<number> {
    const person = world.findPerson(checked(phone))
    const unread = (person?.inbox ?? []).filter(
      (entry) => !entry.read && (messageId === undefined || entry.messageId === messageId),
    )
    if (person) for (const entry of unread) sendRead(world, person, entry)
    return unread.length
  }

  async function drop(phone?: string): Promise<number> {
    const cut = phone === undefined ? [...connections] : connectionsOf(accountOf(phone))
    for (const connection of cut) connection.cut()
    return cut.length
  }

  async function endStream({ phone, code }: Parameters<SimulatorControl['endStream']>[0]) {
    const ended = phone === undefined ? allSessions() : connectionsOf(accountOf(phone))
    for (const connection of ended) endWith(connection, streamEndNode(code))
    return ended.length
  }

  async function logOut(phone: string, device?: number): Promise<number> {
    const { companions } = accountOf(phone)
    const one = device === undefined ? undefined : companions.get(device)
    if (device !== undefined && !one) throw new SimulatorError('no_device', String(device))
    const removed = one ? [one] : [...companions.values()]
    for (const companion of removed) removeCompanion(world, companion)
    return removed.length
  }

  async function setLimits(phone: string, limits: Partial<AccountLimits>) {
    const account = accountOf(phone)
    if (limits.reachoutTimelock && !account.limits.reachoutTimelock) world.stats.locks += 1
    account.limits = { ...account.limits, ...limits }
    notifyLimits(world, account, limits)
    if (account.limits.reachoutTimelock) endLockInTime(world, account)
    return account.limits
  }

  async function reset(): Promise<void> {
    world.timers.clear()
    for (const [key, person] of world.people) {
      // Sessions stay: clients go on using theirs.
      if (person.sessions.length === 0) world.people.delete(key)
      else Object.assign(person, nothingUnderWay())
    }
    world.behaviours.clear()
    world.groups.clear()
    world.linkedDevices.clear()
    world.usyncLog = { lastContactAt: 0, recent: [] }
    world.accountTable.clear()
    for (const { companions } of world.accounts.values()) {
      for (const companion of companions.values()) {
        companion.outbox.clear()
        companion.inFlight = 0
      }
    }
    Object.assign(world.stats, createStats())
    await setFaults(world.standingFaults)
  }

  function checked(phone: string): string {
    const digits = phone.replace(/^\+/, '')
    if (!isPlausible(digits)) throw new SimulatorError('bad_phone', phone)
    return digits
  }

  function residentOf(phone: string): Resident {
    const resident = findByNumber(world, checked(phone))
    if (!resident) throw new SimulatorError('absent', phone)
    return resident
  }

  function accountOf(phone: string): Account {
    const account = world.findAccount(checked(phone))
    if (!account || account.companions.size === 0) throw new SimulatorError('no_account', phone)
    return account
  }

  function allSessions(): Connection[] {
    return [...world.accounts.values()].flatMap(connectionsOf)
  }

  function describe(companion: Companion): LinkedDevice {
    const { account, device } = companion
    const resident = residentOf(account.phone)
    return {
      phone: account.phone,
      device,
      jid: phoneJid(resident, device),
      lid: lidJid(resident, device),
    }
  }
}

function connectionsOf({ companions }: Account): Connection[] {
  return [...companions.values()].flatMap(({ connection }) => (connection ? [connection] : []))
}

function received(person: Person, entry: InboxEntry): ReceivedMessage {
  const { sender, receivedAt, devices, parts, ...rest } = entry
  return {
    phone: person.phone,
    ...rest,
    parts: parts === undefined ? null : MessageParts.parse(JSON.parse(parts)),
    from: sender.account.phone,
    receivedAt: new Date(receivedAt).toISOString(),
    devices: [...devices],
  }
}

function sendTo(world: World, companion: Companion, node: PlainStanza): void {
  const isAcknowledged = node.tag !== 'iq' && node.tag !== 'ib'
  if (isAcknowledged) deliver(world, companion, node)
  else companion.connection?.send(node)
}

function accountState(world: World, account: Account): AccountState {
  const { phone, pushName, limits, companions } = account
  const devices = [...companions.values()].map((companion) => ({
    device: companion.device,
    connected: companion.connection !== undefined,
    clientPort: companion.connection?.clientPort ?? null,
    preKeys: companion.preKeys.size,
    waiting: companion.outbox.size,
    presences: [...presencesOf(companion)],
    told: [...reportsOf(companion)],
  }))
  return { phone, pushName, limits, settings: world.accountTable.of(phone), devices }
}

function fileIn({ image, file }: Parameters<SimulatorControl['sendInbound']>[0]): PhoneFile | null {
  if (file) return { ...file, bytes: Buffer.from(file.bytes, 'base64') }
  if (image === undefined) return null
  return { kind: 'image', bytes: Buffer.from(image, 'base64'), mimeType: 'image/png' }
}

function cardIn({
  place,
  contact,
}: Parameters<SimulatorControl['sendInbound']>[0]): PhoneCard | null {
  if (place) return { place }
  return contact ? { contact } : null
}

function changeIn({ edits, takesBack }: { edits?: string; takesBack?: string }): Change | null {
  const id = takesBack ?? edits
  return id === undefined ? null : { id, isTakenBack: takesBack !== undefined }
}

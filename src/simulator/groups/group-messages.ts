import { type BinaryNode, proto, unpadRandomMax16 } from '@whiskeysockets/baileys'
import { LRUCache } from 'lru-cache'
import { type Copy, copiesOf } from '../messages/copies.ts'
import {
  type MessageContent,
  noteAsked,
  RETRIES_KEPT,
  readContent,
  record,
} from '../messages/inbox.ts'
import type { Media } from '../messages/media-store.ts'
import { deliver } from '../messages/outbox.ts'
import { askAgain, sendDelivered, sendRead } from '../messages/receipts.ts'
import { bytesOf, childOf, childrenOf, secondsNow, stanza } from '../protocol/stanza.ts'
import type { PhoneSignal } from '../signal/phone-signal.ts'
import { devicesOf, findByNumber, lidJid, phoneJid, type Resident } from '../world/directory.ts'
import { personName } from '../world/numbers.ts'
import type { Companion, World } from '../world/world.ts'
import { type Group, groupJid, leads } from './groups.ts'
import type { PhoneSenderKeys } from './phone-sender-keys.ts'

const notFound = 404
const forbidden = 403

type Sent = {
  readonly sender: Companion
  readonly message: BinaryNode
  readonly group: Group
}

/** What the server and the phones of its members do with a message to a group. */
export function createGroupMessages(
  world: World,
  {
    media,
    signal,
    senderKeys,
  }: {
    readonly media: Media
    readonly signal: PhoneSignal
    readonly senderKeys: PhoneSenderKeys
  },
) {
  const { stats, timers } = world
  /** Requests for copies that were not read yet, by person, device and message id. */
  const asked = new LRUCache<string, number>({ max: RETRIES_KEPT })
  return { take }

  function take(sender: Companion, message: BinaryNode): void {
    const group = world.groups.find(message.attrs.to)
    const error = group ? refusalOf(group, sender) : notFound
    if (error !== 0) stats.refused += 1
    const { id = '', to: from = '', participant } = message.attrs
    timers.after(world.faults.ackLatencyMs, () => {
      const refusal = error === 0 ? {} : { error: String(error) }
      const answer = { class: 'message', id, from, t: secondsNow(), ...refusal }
      sender.connection?.send(stanza('ack', answer))
    })
    if (error !== 0 || !group) return
    const sent = { sender, message, group }
    if (participant !== undefined) takeAgain(sent, participant)
    else for (const name of group.members.keys()) hand(sent, name)
  }

  function refusalOf(group: Group, { account }: Companion): number {
    const name = personName(account.phone)
    if (!group.members.has(name)) return forbidden
    return group.isAnnounced && !leads(group, name) ? forbidden : 0
  }

  /** Brings the message to each device of a member. */
  function hand(sent: Sent, name: string): void {
    const resident = findByNumber(world, name)
    if (!resident) return
    const copies = copiesOf(world, sent.message).filter((copy) => copy.resident.name === name)
    const arrive = () => arriveAt(sent, resident, copies)
    const companions = world.accounts.get(name)?.companions
    for (const companion of companions?.values() ?? []) {
      const own = copies.find(({ device }) => device === companion.device)
      if (companion !== sent.sender) forward(sent, companion, own)
    }
    if (world.behaviours.of(name).undelivered) {
      const person = world.person(name)
      person.held ??= []
      person.held.push(arrive)
    } else arrive()
  }

  /** Brings the message to the person's phone, and to linked devices that are no clients. */
  function arriveAt(sent: Sent, resident: Resident, copies: readonly Copy[]): void {
    const { name } = resident
    const companions = world.accounts.get(name)?.companions
    const devices = devicesOf(world, resident).filter((device) => !companions?.has(device))
    const sealed = childrenOf(sent.message).find(({ attrs }) => attrs.type === 'skmsg')
    const readable: { readonly device: number; readonly plaintext: Uint8Array }[] = []
    for (const device of devices) {
      const own = copies.find((copy) => copy.device === device)
      const plaintext = read(sent, { name, device }, { own, sealed })
      if (plaintext) readable.push({ device, plaintext })
      else askFor(sent, { name, device })
    }
    const [first] = readable
    if (first) taken(sent, { name, devices: readable.map(({ device }) => device), ...first })
  }

  function read(
    { sender, group, message }: Sent,
    { name, device }: { readonly name: string; readonly device: number },
    { own, sealed }: { own: Copy | undefined; sealed: BinaryNode | undefined },
  ): Uint8Array | undefined {
    const place = { group: groupJid(group), name, device }
    try {
      if (own) learn(sender, place, decrypt(sender, own))
      const isFirst = !asked.has(`${name} ${device} ${message.attrs.id}`)
      if (isFirst && world.behaviours.of(name).retryFirst) return undefined
      return unpadRandomMax16(senderKeys.open(sender, place, bytesOf(sealed) ?? Buffer.alloc(0)))
    } catch {
      // An unreadable copy is not an error of the server: the phone asks again.
      return undefined
    }
  }

  /** Brings a device the copy that it has asked for. */
  function takeAgain(sent: Sent, participant: string): void {
    const [copy] = copiesOf(world, sent.message, participant)
    if (!copy) return
    const { device } = copy
    const { name } = copy.resident
    try {
      const plaintext = decrypt(sent.sender, copy)
      learn(sent.sender, { group: groupJid(sent.group), name, device }, plaintext)
      taken(sent, { name, devices: [device], plaintext })
    } catch {
      askFor(sent, { name, device })
    }
  }

  function decrypt(client: Companion, { resident, device, type, ciphertext }: Copy): Uint8Array {
    const holder = world.person(resident.name)
    return unpadRandomMax16(signal.decrypt({ holder, device, client, type, ciphertext }))
  }

  function learn(
    client: Companion,
    place: { readonly group: string; readonly name: string; readonly device: number },
    plaintext: Uint8Array,
  ): void {
    const { senderKeyDistributionMessage: told } = proto.Message.decode(plaintext)
    const key = told?.axolotlSenderKeyDistributionMessage
    if (key && told.groupId === place.group) senderKeys.learn(client, place, key)
  }

  function taken(
    { sender, message, group }: Sent,
    arrived: {
      readonly name: string
      readonly devices: number[]
      readonly plaintext: Uint8Array
    },
  ): void {
    const { name, devices, plaintext } = arrived
    const messageId = message.attrs.id ?? ''
    for (const device of devices) asked.delete(`${name} ${device} ${messageId}`)
    if (name === personName(sender.account.phone)) {
      stats.ownCopies += 1
      return
    }
    const person = world.person(name)
    const about = { person, messageId, sender, group: groupJid(group) }
    const content = (): MessageContent => ({
      ...readContent(plaintext, media),
      group: about.group,
      ...(message.attrs.edit !== undefined && { edit: message.attrs.edit }),
    })
    const entry = record(world, { person, messageId, sender, devices, content })
    const { deliveryDelayMs, readDelayMs } = world.behaviours.of(name)
    timers.after(world.faults.ackLatencyMs + deliveryDelayMs, () => {
      sendDelivered(world, about)
      if (readDelayMs !== null) timers.after(readDelayMs, () => sendRead(world, person, entry))
    })
  }

  function askFor(
    { sender, message, group }: Sent,
    { name, device }: { readonly name: string; readonly device: number },
  ): void {
    stats.decryptFailures += 1
    const messageId = message.attrs.id ?? ''
    const place = `${name} ${device} ${messageId}`
    const attempt = (asked.get(place) ?? 0) + 1
    if (attempt > world.behaviours.of(name).retriesMost) {
      asked.delete(place)
      stats.retriesGivenUp += 1
      return
    }
    asked.set(place, attempt)
    const person = world.person(name)
    noteAsked(person, messageId)
    const about = { person, messageId, sender, group: groupJid(group) }
    timers.after(0, () => askAgain(world, { ...about, device, attempt }))
  }

  /** Forwards what was sealed for all to another client, and the sender key if a copy brings it. */
  function forward({ sender, message, group }: Sent, other: Companion, own: Copy | undefined) {
    const author = findByNumber(world, sender.account.phone)
    if (!author) return
    const attrs = {
      ...{ id: message.attrs.id ?? '', type: message.attrs.type ?? 'text', t: secondsNow() },
      ...{ from: groupJid(group), participant: lidJid(author, sender.device) },
      ...{ participant_pn: phoneJid(author), addressing_mode: 'lid' },
      notify: sender.account.pushName,
    }
    const sealed = childrenOf(message).filter(({ tag }) => tag === 'enc')
    const identity = childOf(message, 'device-identity')
    const content = [...(own ? [own.node] : []), ...sealed, ...(identity ? [identity] : [])]
    deliver(world, other, stanza('message', attrs, content))
  }
}

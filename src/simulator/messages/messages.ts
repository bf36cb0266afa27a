import { type BinaryNode, unpadRandomMax16 } from '@whiskeysockets/baileys'
import { LRUCache } from 'lru-cache'
import { isGroupJid } from '../../contract/jid.ts'
import { createGroupMessages } from '../groups/group-messages.ts'
import type { PhoneSenderKeys } from '../groups/phone-sender-keys.ts'
import { childOf, secondsNow, stanza } from '../protocol/stanza.ts'
import { createPhoneSignal, type PhoneSignal } from '../signal/phone-signal.ts'
import type { SettledBehaviour } from '../world/behaviour.ts'
import { findByNumber, findResident, lidJid, phoneJid, type Resident } from '../world/directory.ts'
import type { Companion, World } from '../world/world.ts'
import { type AddressVerdict, judgeAddress } from './addressing.ts'
import { type Copy, copiesOf } from './copies.ts'
import { destinationOf, findEntry, noteAsked, RETRIES_KEPT, readContent, record } from './inbox.ts'
import type { Media } from './media-store.ts'
import { deliver } from './outbox.ts'
import { judgeReachOut } from './reach-out.ts'
import { askAgain, sendDelivered, sendRead } from './receipts.ts'

export type Messages = {
  signal: PhoneSignal
  take(companion: Companion, message: BinaryNode): void
}

const notFound = 404
const unavailable = 503

/** What the server and the phones do with a message that a client sends. */
export function createMessages(
  world: World,
  { media, senderKeys }: { readonly media: Media; readonly senderKeys: PhoneSenderKeys },
): Messages {
  const signal = createPhoneSignal(world.keyring)
  const groupMessages = createGroupMessages(world, { media, signal, senderKeys })
  const { stats, timers } = world
  /** Requested retries in progress, by phone, device and message id. */
  const attempts = new LRUCache<string, number>({ max: RETRIES_KEPT })
  return { signal, take }

  function take(companion: Companion, message: BinaryNode): void {
    stats.stanzas += 1
    if (isGroupJid(message.attrs.to ?? '')) {
      groupMessages.take(companion, message)
      return
    }
    const resident = findResident(world, message.attrs.to)
    const behaviour = world.behaviours.of(resident?.name ?? '0')
    if (behaviour.silent) {
      stats.silenced += 1
      return
    }
    const { error, isGhost, hints } = verdictOn(companion, message, resident)
    companion.inFlight += 1
    stats.mostInFlight = Math.max(stats.mostInFlight, companion.inFlight)
    if (error !== 0) stats.refused += 1
    if (error !== 0 || !behaviour.ackLost) {
      acknowledge(companion, message, { behaviour, error, hints })
    }
    if (error !== 0) return
    if (isGhost) {
      stats.ghosts += 1
      return
    }
    const copies = copiesOf(world, message)
    const own = copies.filter(({ resident: { phone } }) => phone === companion.account.phone)
    const theirs = copies.filter((copy) => !own.includes(copy))
    const isToSelf =
      resident?.phone === companion.account.phone && message.attrs.recipient === undefined
    for (const copy of own) takeOwnCopy(companion, message, { copy, isToSelf })
    if (theirs.length > 0) takeTheirs(companion, message, { copies: theirs, behaviour })
    else if (own.length === 0 || !isToSelf) stats.empty += 1
  }

  function verdictOn(
    companion: Companion,
    message: BinaryNode,
    resident: Resident | undefined,
  ): AddressVerdict {
    if (!resident) return { error: notFound, isGhost: false, hints: {} }
    const { inFlightLimit } = world.faults
    if (inFlightLimit !== null && companion.inFlight >= inFlightLimit) {
      return { error: unavailable, isGhost: false, hints: {} }
    }
    const verdict = judgeAddress(world, companion, { message, resident })
    if (verdict.error !== 0) return verdict
    const { ackError } = world.behaviours.of(resident.name)
    if (ackError !== 0) return { ...verdict, error: ackError }
    return { ...verdict, error: judgeReachOut(world, companion, { message, resident }) }
  }

  function acknowledge(
    companion: Companion,
    { attrs }: BinaryNode,
    {
      behaviour,
      error,
      hints,
    }: { behaviour: SettledBehaviour; error: number; hints: Record<string, string> },
  ): void {
    const answer = { class: 'message', id: attrs.id ?? '', from: attrs.to ?? '' }
    timers.after(behaviour.ackDelayMs + world.faults.ackLatencyMs, () => {
      companion.inFlight -= 1
      const t = secondsNow()
      const refusal = error === 0 ? {} : { error: String(error) }
      companion.connection?.send(stanza('ack', { ...answer, t, ...hints, ...refusal }))
    })
  }

  function takeTheirs(
    companion: Companion,
    message: BinaryNode,
    { copies, behaviour }: { copies: Copy[]; behaviour: SettledBehaviour },
  ): void {
    const [first] = copies
    if (!first) return
    const { name } = first.resident
    const account = world.accounts.get(name)
    const forPhone = copies.filter(({ device }) => !account?.companions.has(device))
    for (const copy of copies) {
      const other = account?.companions.get(copy.device)
      if (other) forward(companion, message, { copy, other })
    }
    if (forPhone.length === 0) return
    const arrive = () => arriveAtPhone(companion, message, { name, copies: forPhone })
    if (behaviour.undelivered) {
      const person = world.person(name)
      person.held ??= []
      person.held.push(arrive)
      return
    }
    arrive()
  }

  function arriveAtPhone(
    sender: Companion,
    message: BinaryNode,
    { name, copies }: { name: string; copies: Copy[] },
  ): void {
    const messageId = message.attrs.id ?? ''
    const person = world.person(name)
    const behaviour = world.behaviours.of(name)
    const ackMs = behaviour.receiptFirst ? 0 : behaviour.ackDelayMs + world.faults.ackLatencyMs
    const pauseMs = ackMs + behaviour.deliveryDelayMs
    const readable: { device: number; plaintext: Uint8Array }[] = []
    for (const copy of copies) {
      const isUnread = failsToRead({ name, messageId, device: copy.device })
      const plaintext = isUnread ? undefined : tryDecrypt(name, sender, copy)
      if (plaintext) {
        readable.push({ device: copy.device, plaintext })
        continue
      }
      stats.decryptFailures += 1
      askFor({ name, messageId, device: copy.device, sender, pauseMs })
    }
    const [first] = readable
    if (!first) return
    for (const { device } of readable) attempts.delete(`${name} ${device} ${messageId}`)
    if (behaviour.incapable) {
      timers.after(pauseMs, () => sendDelivered(world, { person, messageId, sender }))
      return
    }
    const entry = record(world, {
      person,
      messageId,
      sender,
      devices: readable.map(({ device }) => device),
      content: () => ({ ...readContent(first.plaintext, media), ...editOf(message) }),
    })
    timers.after(pauseMs, () => {
      sendDelivered(world, { person, messageId, sender })
      const { readDelayMs } = behaviour
      if (readDelayMs !== null) timers.after(readDelayMs, () => sendRead(world, person, entry))
    })
  }

  /** Whether a device pretends that it cannot read this copy. */
  function failsToRead(copy: { name: string; messageId: string; device: number }): boolean {
    const { name, messageId, device } = copy
    const { retryFirst, unreadCopies, unreadDevice } = world.behaviours.of(name)
    if (unreadDevice !== -1 && unreadDevice !== device) return false
    if (findEntry(world.person(name), messageId)?.devices.includes(device)) return false
    const asked = attempts.get(`${name} ${device} ${messageId}`) ?? 0
    return asked < (retryFirst ? Math.max(unreadCopies, 1) : unreadCopies)
  }

  function tryDecrypt(name: string, client: Companion, copy: Copy): Uint8Array | undefined {
    const { device, type, ciphertext } = copy
    const holder = world.person(name)
    try {
      return unpadRandomMax16(signal.decrypt({ holder, device, client, type, ciphertext }))
    } catch {
      // An unreadable copy is not an error of the server: the phone asks again.
      return undefined
    }
  }

  function askFor(request: {
    name: string
    messageId: string
    device: number
    sender: Companion
    pauseMs: number
    recipient?: string
  }): void {
    const { name, messageId, device, sender, recipient } = request
    const key = `${name} ${device} ${messageId}`
    const attempt = (attempts.get(key) ?? 0) + 1
    if (attempt > world.behaviours.of(name).retriesMost) {
      attempts.delete(key)
      stats.retriesGivenUp += 1
      return
    }
    attempts.set(key, attempt)
    const person = world.person(name)
    noteAsked(person, messageId)
    const named = recipient === undefined ? {} : { recipient }
    timers.after(request.pauseMs, () =>
      askAgain(world, { person, messageId, sender, device, attempt, ...named }),
    )
  }

  function takeOwnCopy(
    companion: Companion,
    message: BinaryNode,
    { copy, isToSelf }: { copy: Copy; isToSelf: boolean },
  ): void {
    const other = companion.account.companions.get(copy.device)
    if (other) {
      if (other !== companion) forward(companion, message, { copy, other })
      return
    }
    const { name } = copy.resident
    const { device } = copy
    const messageId = message.attrs.id ?? ''
    const recipient = message.attrs.recipient ?? message.attrs.to
    const isUnread = failsToRead({ name, messageId, device })
    const plaintext = isUnread ? undefined : tryDecrypt(name, companion, copy)
    if (!plaintext) {
      stats.ownCopiesUnread += 1
      if (isToSelf || recipient === undefined) return
      askFor({ name, messageId, device, sender: companion, pauseMs: 0, recipient })
      return
    }
    attempts.delete(`${name} ${device} ${messageId}`)
    const isPeer = message.attrs.category === 'peer'
    if (!isPeer && destinationOf(plaintext) !== recipient) stats.ownCopiesAstray += 1
    else stats.ownCopies += 1
    if (!isToSelf || isPeer) return
    record(world, {
      person: world.person(name),
      messageId,
      sender: companion,
      devices: [device],
      content: () => readContent(plaintext, media),
    })
  }

  function forward(
    companion: Companion,
    message: BinaryNode,
    { copy, other }: { copy: Copy; other: Companion },
  ): void {
    const { account, device } = companion
    const sender = findByNumber(world, account.phone)
    if (!sender) return
    const own = other.account === account
    const attrs = {
      id: message.attrs.id ?? '',
      type: message.attrs.type ?? 'text',
      t: secondsNow(),
      notify: account.pushName,
      from: own ? phoneJid(sender, device) : lidJid(sender, device),
      ...(own
        ? { recipient: message.attrs.to ?? '' }
        : { sender_pn: phoneJid(sender), addressing_mode: 'lid' }),
    }
    const identity = childOf(message, 'device-identity')
    deliver(world, other, stanza('message', attrs, identity ? [copy.node, identity] : [copy.node]))
  }
}

function editOf({ attrs }: BinaryNode): { edit?: string } {
  return attrs.edit === undefined ? {} : { edit: attrs.edit }
}

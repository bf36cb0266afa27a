import type { BinaryNode } from '@whiskeysockets/baileys'
import { secondsNow, stanza } from '../protocol/stanza.ts'
import { bundleOf, findByNumber, lidJid, phoneJid } from '../world/directory.ts'
import type { Companion, InboxEntry, Person, World } from '../world/world.ts'
import { deliver } from './outbox.ts'

type About = {
  person: Person
  messageId: string
  sender: Companion
  /** The jid of the group that the message was written in. */
  group?: string | undefined
}

type Kind = {
  type: string | undefined
  device?: number
  /** Whom the message went to, where the sender's own phone asks. */
  recipient?: string
  content?: BinaryNode[]
}

/** How long a phone collects deliveries that it reports together. */
const listMs = 150
/** From this request on a device sends its keys along. */
const keysFrom = 2

/** A phone reports to the sender that a message has arrived, or that it cannot show it. */
export function sendDelivered(world: World, about: About): void {
  const { incapable, listedReceipts } = world.behaviours.of(about.person.phone)
  if (incapable) {
    const error = stanza('error', { type: 'feature-incapable', reason: 'lid' })
    send(world, about, { type: undefined, content: [error] })
    return
  }
  if (listedReceipts && about.group === undefined) collect(world, about)
  else send(world, about, { type: undefined })
}

function collect(world: World, about: About): void {
  const { person, sender, messageId } = about
  person.listed ??= new Map()
  const { listed } = person
  const known = listed.get(sender)
  if (known) {
    known.push(messageId)
    return
  }
  const others: string[] = []
  listed.set(sender, others)
  world.timers.after(listMs, () => {
    listed.delete(sender)
    const items = others.map((id) => stanza('item', { id }))
    const content = items.length > 0 ? { content: [stanza('list', {}, items)] } : {}
    send(world, about, { type: undefined, ...content })
  })
}

/** Sends the read receipt of a message, as when the phone's owner opens the chat. */
export function sendRead(world: World, person: Person, entry: InboxEntry): void {
  if (entry.read) return
  entry.read = true
  const { messageId, sender, group } = entry
  send(world, { person, messageId, sender, group }, { type: 'read' })
}

/** A phone's device could not read a message, and asks for another copy of it. */
export function askAgain(
  world: World,
  about: About & { device: number; attempt: number; recipient?: string },
): void {
  const { person, messageId, device, attempt, recipient } = about
  world.stats.retriesAsked += 1
  const t = secondsNow()
  const { registration, keys } = bundleOf(world, person.phone, device)
  const { retryKeys, retryReason } = world.behaviours.of(person.phone)
  const error = String(retryReason)
  const content = [
    stanza('retry', { count: String(attempt), id: messageId, t, v: '1', error }),
    registration,
    ...(retryKeys && attempt >= keysFrom ? [stanza('keys', {}, keys)] : []),
  ]
  const named = recipient === undefined ? {} : { recipient }
  send(world, about, { type: 'retry', device, content, ...named })
}

function send(world: World, { person, messageId, sender, group }: About, kind: Kind): void {
  const resident = findByNumber(world, person.phone)
  // A person who has left WhatsApp sends nothing any more.
  if (!resident || !isLinked(sender)) return
  const byPhone = world.behaviours.of(person.phone).receiptsFrom === 'pn'
  const by = byPhone ? phoneJid(resident, kind.device) : lidJid(resident, kind.device)
  const attrs = {
    id: messageId,
    ...(group === undefined ? { from: by } : { from: group, participant: by }),
    t: secondsNow(),
    ...(kind.type !== undefined && { type: kind.type }),
    ...(kind.recipient !== undefined && { recipient: kind.recipient }),
  }
  world.stats.receipts += 1
  deliver(world, sender, stanza('receipt', attrs, kind.content))
}

function isLinked(companion: Companion): boolean {
  return companion.account.companions.get(companion.device) === companion
}

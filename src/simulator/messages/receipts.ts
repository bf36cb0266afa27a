import type { BinaryNode } from '@whiskeysockets/baileys'
import { bigEndian, secondsNow, stanza } from '../protocol/stanza.ts'
import { findByNumber, keysOf, lidJid, phoneJid } from '../world/directory.ts'
import type { Companion, InboxEntry, Person, World } from '../world/world.ts'
import { deliver } from './outbox.ts'

type About = { person: Person; messageId: string; sender: Companion }

/** A phone tells the sender that a message has arrived. */
export function sendDelivered(world: World, about: About): void {
  send(world, about, { type: undefined })
}

/** A phone's owner has opened the chat. */
export function sendRead(world: World, person: Person, entry: InboxEntry): void {
  if (entry.read) return
  entry.read = true
  send(world, { person, messageId: entry.messageId, sender: entry.sender }, { type: 'read' })
}

/** A phone's device could not read a message, and asks for another copy of it. */
export function askAgain(world: World, about: About & { device: number; attempt: number }): void {
  const { person, messageId, device, attempt } = about
  world.stats.retriesAsked += 1
  const t = secondsNow()
  const content = [
    stanza('retry', { count: String(attempt), id: messageId, t, v: '1', error: '0' }),
    stanza('registration', {}, bigEndian(keysOf(world, person.phone, device).registrationId, 4)),
  ]
  send(world, about, { type: 'retry', device, content })
}

function send(
  world: World,
  { person, messageId, sender }: About,
  what: { type: string | undefined; device?: number; content?: BinaryNode[] },
): void {
  const resident = findByNumber(world, person.phone)
  // A person who has left WhatsApp sends nothing any more.
  if (!resident || !isLinked(sender)) return
  const byPhone = world.behaviours.of(person.phone).receiptsFrom === 'pn'
  const from = byPhone ? phoneJid(resident, what.device) : lidJid(resident, what.device)
  const attrs = { id: messageId, from, t: secondsNow() }
  const typed = what.type === undefined ? attrs : { ...attrs, type: what.type }
  world.stats.receipts += 1
  deliver(sender, stanza('receipt', typed, what.content))
}

function isLinked(companion: Companion): boolean {
  return companion.account.companions.get(companion.device) === companion
}

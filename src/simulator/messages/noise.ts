import { randomBytes } from 'node:crypto'
import type { BinaryNode } from '@whiskeysockets/baileys'
import { type Attributes, newMessageId, secondsNow, server, stanza } from '../protocol/stanza.ts'
import { findByNumber, lidJid } from '../world/directory.ts'
import type { Companion, World } from '../world/world.ts'
import { deliver } from './outbox.ts'

/** Ids of pings begin with it, so that their answers are known. */
export const PING = 'ping-'

/**
 * Sends a client one of everything that most of an old account's traffic is made of, and that is of
 * no use to it: status updates, a channel's message, a bot's answer, something undecryptable, a
 * ping, and a notice that it does not know. Returns the ids of what it has to acknowledge.
 */
export function makeNoise(world: World, companion: Companion): string[] {
  const resident = findByNumber(world, companion.account.phone)
  const author = resident ? lidJid({ ...resident, name: '5511900000001' }) : server
  const nodes = [
    noisy('status', { from: '120363000000000001@newsletter', type: 'media' }, []),
    noisy('message', { from: 'status@broadcast', participant: author, type: 'text' }, [enc('msg')]),
    noisy('message', { from: '120363000000000002@newsletter', type: 'text', server_id: '7' }, [
      stanza('plaintext', {}, randomBytes(40)),
    ]),
    noisy('message', { from: '13135550002@bot', type: 'text' }, [enc('msmsg')]),
    noisy('message', { from: '5511900000002@elsewhere', type: 'text' }, [enc('msg')]),
  ]
  for (const node of nodes) deliver(world, companion, node)
  const ping = { type: 'get', xmlns: 'urn:xmpp:ping', from: server, id: `${PING}${newMessageId()}` }
  companion.connection?.send(stanza('iq', ping))
  companion.connection?.send(stanza('ib', {}, [stanza('thread_metadata', { count: '1' })]))
  world.stats.noise += nodes.length
  return nodes.map(({ attrs }) => attrs.id ?? '')
}

function noisy(tag: string, attrs: Attributes, content: BinaryNode[]): BinaryNode {
  return stanza(tag, { id: newMessageId(), t: secondsNow(), ...attrs }, content)
}

function enc(type: string): BinaryNode {
  return stanza('enc', { v: '2', type }, randomBytes(60))
}

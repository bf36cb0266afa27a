import {
  type BinaryNode,
  encodeSignedDeviceIdentity,
  type proto,
  type WASocket,
} from '@whiskeysockets/baileys'
import type { Recipient } from '../directory/directory.ts'
import { isOwnUser, userOf } from '../directory/people.ts'
import { editOf, mediaTypeOf, metaNodesOf, stanzaTypeOf } from './message-content.ts'

/**
 * Brings a message that was accepted to devices that it had not been encrypted for, under its id:
 * WhatsApp gives each device one copy, however many times it is sent.
 */
export async function sendToMissing(
  sock: WASocket,
  message: proto.Message,
  missing: {
    readonly messageId: string
    readonly address: Recipient['address']
    readonly deviceJids: readonly string[]
    readonly tokens: readonly BinaryNode[]
  },
): Promise<void> {
  const { messageId, address, deviceJids, tokens } = missing
  const { account, me } = sock.authState.creds
  if (deviceJids.length === 0 || !account || !me) return
  const own = deviceJids.filter((jid) => isOwnUser(me, userOf(jid)))
  const theirs = deviceJids.filter((jid) => !own.includes(jid))
  const attributes = { ...mediaTypeOf(message) }
  const copy = {
    deviceSentMessage: { destinationJid: address.jid, message },
    messageContextInfo: message.messageContextInfo ?? null,
  }
  await sock.authState.keys.transaction(async () => {
    const [toThem, toSelf] = [
      await sock.createParticipantNodes(theirs, message, attributes),
      await sock.createParticipantNodes(own, copy, attributes),
    ]
    const content: BinaryNode[] = [
      { tag: 'participants', attrs: {}, content: [...toThem.nodes, ...toSelf.nodes] },
    ]
    if (toThem.shouldIncludeDeviceIdentity || toSelf.shouldIncludeDeviceIdentity) {
      const identity = encodeSignedDeviceIdentity(account, true)
      content.push({ tag: 'device-identity', attrs: {}, content: identity })
    }
    content.push(...tokens, ...metaNodesOf(message))
    const type = stanzaTypeOf(message)
    const attrs = { id: messageId, to: address.jid, type, device_fanout: 'false' }
    await sock.sendNode({
      tag: 'message',
      attrs: { ...attrs, ...editOf(message), ...address.attributes },
      content,
    })
  }, me.id)
}
